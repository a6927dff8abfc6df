// Serializes the tests that change process-wide state.

import Testing

@Suite(.serialized) enum ProcessTests {}
