// Signal handlers. They are C, because any function of Swift may allocate or take a lock, which is
// unsafe when the signal has interrupted `malloc`.

#include "CPlatform.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

/// The pipe that signals are written to, and the terminal to restore; -1 for none.
static atomic_int signal_pipe = -1;
static atomic_int crash_terminal = -1;
static struct termios crash_settings;
static signal_text crash_texts[2];
/// Written in place of the first where a program has the whole screen.
static signal_text screen_texts[2];
static atomic_bool has_screen;
static signal_text out_of_memory;

int32_t signal_exchange_pipe(int32_t descriptor) { return atomic_exchange(&signal_pipe, descriptor); }

/// Whether a process sent the signal; the terminal signals its whole foreground group.
static bool is_sent(const siginfo_t *info) {
#ifdef __APPLE__
  // Darwin has no such code: a key counts as sent by the terminal emulator, which has its own
  // session, unlike a shell's `kill`.
  return info->si_pid > 0 && getsid(info->si_pid) == getsid(0);
#else
  return info->si_code <= 0;
#endif
}

static void notify(int number, siginfo_t *info, void *context) {
  (void)context;
  int pipe = atomic_load(&signal_pipe);
  if (pipe < 0) return;
  int error = errno;
  uint8_t byte = (uint8_t)number | (is_sent(info) ? signal_sent_by_process : 0);
  while (write(pipe, &byte, 1) == -1 && errno == EINTR) {
  }
  errno = error;
}

static void write_text(int descriptor, signal_text text) {
  ssize_t written = write(descriptor, text.bytes, text.count);
  // Nothing is left to be done about an error.
  (void)written;
}

bool memory_is_exhausted(void) {
  size_t size = 32 << 20;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return errno == ENOMEM || errno == EAGAIN;
  munmap(memory, size);
  return false;
}

/// Swift traps if memory is exhausted. Reports that in one line instead of as a crash.
static void exit_if_out_of_memory(void) {
  if (!memory_is_exhausted()) return;
  write_text(STDERR_FILENO, out_of_memory);
  _exit(70);
}

/// The signal is blocked until this returns; then the process ends.
static void restore_terminal_and_die(int number) {
  int terminal = atomic_exchange(&crash_terminal, -1);
  if (terminal >= 0) {
    tcsetattr(terminal, TCSANOW, &crash_settings);
    bool is_lent = atomic_load(&has_screen);
    if (is_lent) write_text(terminal, screen_texts[0]);
    write_text(terminal, is_lent ? screen_texts[1] : crash_texts[0]);
    write_text(terminal, crash_texts[1]);
  }
  if (number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGSEGV) {
    exit_if_out_of_memory();
  }
  signal(number, SIG_DFL);
  raise(number);
}

void signal_handle_on_own_stack(void) {
  static _Thread_local uint8_t bytes[32 << 10];
  stack_t stack = {.ss_sp = bytes, .ss_size = sizeof bytes};
  sigaltstack(&stack, NULL);
}

void signal_notify(int32_t number, bool restarts) {
  struct sigaction action = {.sa_sigaction = notify};
  // SA_ONSTACK, because an overflowed stack cannot run a handler.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (restarts ? SA_RESTART : 0);
  sigaction(number, &action, NULL);
}

void signal_restore_terminal(int32_t number) {
  struct sigaction action = {.sa_handler = restore_terminal_and_die, .sa_flags = SA_ONSTACK};
  sigaction(number, &action, NULL);
}

bool signal_is_ignored(int32_t number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void signal_restore_after_crash(int32_t descriptor, signal_text first, signal_text second) {
  // A signal meanwhile restores nothing.
  atomic_store(&crash_terminal, -1);
  if (tcgetattr(descriptor, &crash_settings) == -1) return;
  crash_texts[0] = first;
  crash_texts[1] = second;
  atomic_store(&crash_terminal, descriptor);
}

void signal_leave_screen_after_crash(signal_text first, signal_text second) {
  atomic_store(&has_screen, false);
  screen_texts[0] = first;
  screen_texts[1] = second;
  atomic_store(&has_screen, second.count > 0);
}

void signal_leave_after_crash(void) { atomic_store(&crash_terminal, -1); }

void signal_set_out_of_memory(signal_text text) { out_of_memory = text; }
