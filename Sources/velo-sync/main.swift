// The executable.
