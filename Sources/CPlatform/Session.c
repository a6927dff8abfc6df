// Starts programs: as a plain child, or as the job in the foreground of a pseudo terminal, below a
// monitor.
//
// Without the monitor a program on a terminal would lead its session, and its process group would be orphaned:
// the system ignores the signals that stop a job there (POSIX, General Terminal Interface). `fork`
// is not available to Swift. The parent has other threads, so between `fork` and `exec` only
// async-signal-safe functions are called (fork(2)).

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

static void report(int descriptor, int32_t value) {
  while (write(descriptor, &value, sizeof value) == -1 && errno == EINTR) {
  }
}

/// Sets the default action for every signal that has a handler: they belong to the parent's loop.
static void remove_handlers(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
      signal(number, SIG_DFL);
    }
  }
}

/// Closes every descriptor but one: an open controlling side would keep the terminal from hanging up
/// when the parent dies.
static void close_all_but(int kept) {
  dup2(kept, 0);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 1, ~0U, 0) == 0) return;
#endif
  int count = getdtablesize();
  if (count > 65536) count = 65536;
  for (int descriptor = 1; descriptor < count; descriptor++) close(descriptor);
}

/// Gives the program one of its descriptors; false with `errno` set if that fails.
static bool set_descriptor(session_copy copy, int device) {
  if (copy.own == session_closed) {
    close(copy.child);
    return true;
  }
  int own = copy.own;
  if (own == session_device) own = device;
  if (own == session_null) own = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (own == -1 || dup2(own, copy.child) == -1) return false;
  // `dup2` leaves this flag alone when both are the same.
  fcntl(copy.child, F_SETFD, 0);
  return true;
}

/// Becomes the program; reports its process ID, and the reason if it cannot.
///
/// - device: the terminal; -1 for none.
static _Noreturn void run(const session_program *program, int device, sigset_t mask) {
  if (device != -1) {
    setpgid(0, 0);
    // Signals are blocked, so a background process may do this.
    tcsetpgrp(device, getpid());
  }
  int reports = program->reports;
  report(reports, getpid());
  for (size_t index = 0; index < program->copy_count; index++) {
    if (program->copies[index].child == reports) {
      reports = fcntl(reports, F_DUPFD_CLOEXEC, 3);
      if (reports == -1) {
        report(program->reports, errno);
        _exit(127);
      }
    }
  }
  for (size_t index = 0; index < program->copy_count; index++) {
    if (set_descriptor(program->copies[index], device)) continue;
    report(reports, errno);
    _exit(127);
  }
  for (size_t index = 0; index < program->standard_signal_count; index++) {
    signal(program->standard_signals[index], SIG_DFL);
    sigdelset(&mask, program->standard_signals[index]);
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  execve(program->path, program->arguments, program->variables);
  // As shells do for a script without a `#!` line.
  if (errno == ENOEXEC) execve("/bin/sh", program->script_arguments, program->variables);
  report(reports, errno);
  _exit(127);
}

/// Waits for the program and mirrors its state: stops with it, ends with its code or signal.
static _Noreturn void monitor(pid_t pid, int device, bool follows_stops) {
  // Its name is that of the parent: signals to all processes of that name are not for the monitor.
  // A terminal that hangs up tells the leader of its session only.
  sigset_t mask;
  sigfillset(&mask);
  sigdelset(&mask, SIGHUP);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  int status = 0;
  for (;;) {
    if (waitpid(pid, &status, WUNTRACED) == -1) {
      if (errno == EINTR) continue;
      _exit(126);
    }
    if (!WIFSTOPPED(status)) break;
    bool lost_terminal = WSTOPSIG(status) == SIGTTIN || WSTOPSIG(status) == SIGTTOU;
    if (lost_terminal && tcsetpgrp(device, pid) == 0) {
      // A job of the program took the terminal and died with it. A shell gives it back with `fg`.
    } else if (follows_stops) {
      // The parent continues this process when it continues itself.
      kill(getpid(), SIGSTOP);
    } else {
      continue;
    }
    kill(-pid, SIGCONT);
  }
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    sigemptyset(&mask);
    sigaddset(&mask, WTERMSIG(status));
    sigprocmask(SIG_UNBLOCK, &mask, NULL);
    kill(getpid(), WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

int32_t session_start(const session_program *program) {
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pid_t leader = fork();
  if (leader != 0) {
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    errno = error;
    return leader;
  }
  remove_handlers();
  if (program->device[0] == 0) {
    if (program->starts_session) setsid();
    run(program, -1, former);
  }
  setsid();
  int device = open(program->device, O_RDWR | O_CLOEXEC);
  pid_t pid = -1;
  // Linux gives the terminal to a session leader that opens it; other systems must be asked.
  if (device != -1 && (tcgetpgrp(device) != -1 || ioctl(device, TIOCSCTTY, 0) == 0)) pid = fork();
  if (pid == 0) run(program, device, former);
  if (pid == -1) {
    int error = errno;
    report(program->reports, 0);
    report(program->reports, error);
    _exit(127);
  }
  close_all_but(device);
  // Its core file would replace that of the program.
  secrets_protect();
  monitor(pid, 0, program->follows_stops);
}
