// A library to preload into a program (LD_PRELOAD) that makes one of its system calls fail.
//
// It counts the calls that touch files below a folder, and those on internet sockets. It is
// controlled by environment variables:
//
//   FAULT_FOLDER  the folder, as an absolute path without a slash at the end
//   FAULT_LOG     a file that gets one line a call: its number from 0, its name, its path
//   FAULT_CALL    the number of the call that fails; without it none does
//   FAULT_ERRNO   the error of that call; 0 kills the process just before the call
//
// Linux only: on other systems the library is empty.
