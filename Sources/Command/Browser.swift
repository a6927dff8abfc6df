// Opens a page where a desktop is there.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The person's browser.
enum Browser {
  /// Asks the desktop to open a page; without a desktop nothing happens. Nobody waits for it, and
  /// what it prints goes nowhere.
  static func open(_ url: String, _ environment: [String: String]) {
    #if canImport(Darwin)
      let opener = "/usr/bin/open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
      guard hasDesktop else { return }
      let opener = "xdg-open"
    #endif
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(url), nil]
    defer { for argument in arguments { free(argument) } }
    guard arguments.dropLast().allSatisfy({ $0 != nil }) else { return }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // In a session of its own, with signals as a program expects them: Ctrl-C is not for the browser.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return }
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    for signal in [SIGPIPE, SIGXFSZ, SIGTTOU] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // POSIX_SPAWN_SETSID, which glibc's headers show to GNU programs only.
    #if canImport(Darwin)
      let newSession: Int16 = 0x400
    #else
      let newSession: Int16 = 0x80
    #endif
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | newSession)
    var process = pid_t()
    _ = posix_spawnp(&process, opener, &actions, &attributes, arguments, EnvironmentBlock.strings)
  }
}
