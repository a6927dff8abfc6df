// Serializes the tests that change process-wide state.

import Support
import Testing

@Suite(.serialized, .alone) enum ProcessTests {}
