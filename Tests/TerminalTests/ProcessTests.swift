// What touches the state of the whole process: one after the other.

import Testing

@Suite(.serialized) enum ProcessTests {}
