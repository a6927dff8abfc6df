// Placeholder until the first test of this room arrives.
