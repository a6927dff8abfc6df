// A system without free threads, descriptors or memory: one clear error, at once.

import Codec
import Support
import Testing
import CLibrary

@Suite(.blocking) struct ShortageTests {
  /// Limits the number of processes. root may start any number, so another user has to try.
  private static let limiter: [String]? = {
    guard let limit = Program.find("prlimit") else { return nil }
    if geteuid() != 0 { return [limit, "--nproc=1"] }
    return Program.find("setpriv").map {
      [$0, "--reuid=54321", "--regid=54321", "--clear-groups", limit, "--nproc=1"]
    }
  }()

  @Test(.enabled(if: limiter != nil, "needs prlimit, and as root setpriv"))
  func aLackOfThreadsIsReported() throws {
    for arguments in [
      ["--dry-run", "--sample", "--speed", "max"],
      ["--sample", "--speed", "max", "--timeout", "5s"], ["wrap", "--", "true"], ["sources"],
    ] {
      let rider = try Rider()
      expectEqual(chmod(rider.home.path, 0o777), 0)
      var program = try rider.program(arguments)
      program.arguments = (Self.limiter ?? []).dropFirst() + [program.path] + arguments
      program.path = Self.limiter?.first ?? ""
      let result = try program.run()
      expectEqual(result.brief, "exit 70 (internal)", "\(arguments)")
      expect(result.errors.contains("ulimit -u"), "\(result.errors)")
    }
  }

  /// From the number the dynamic linker needs to the number a run needs.
  @Test(arguments: Tier.cases(4...14, quick: 4))
  func aLackOfDescriptorsIsReported(_ limit: Int) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let importer = Importer(rider)
    let archive = try importer.write(
      ZipMaker.archive([ZipFile("a.fit", TrueRide.daysAgo(3).fit())]), to: "rides.zip")
    for arguments in [
      ["--dry-run", "--sample", "--speed", "max"], ["--plain"], ["wrap", "--", "true"], ["sources"],
      ["status"], ["import", rider.home.path], ["import", archive], ["replay"],
    ] {
      var program = try rider.program(arguments)
      program.arguments =
        ["-c", #"ulimit -n "$0"; exec "$@""#, "\(limit)", program.path] + arguments
      program.path = "/bin/sh"
      let result = try program.run()
      let comment: Comment = "\(arguments): \(result.status) \(result.errors)"
      let usual: [Int32] = [0, 10, 65, 66, 70, 74]
      // One error with its hint, and warnings about what is left out.
      let isUsual = usual.contains { result.status == .exited($0) }
      expectEqual(isUsual && result.errorLines.count <= 6, true, comment)
      let isNamed = result.status != .exited(70) || result.brief.hasSuffix("internal)")
      expectEqual(isNamed, true, comment)
      // It is not for want of a library or a network.
      let excuses = ["libz", "libcurl", "(network)"].filter { result.errors.contains($0) }
      expectEqual(excuses, [], comment)
    }
  }

  /// Connections that send nothing make way for the browser.
  @Test(.needs("bash")) func aSignInNeedsOneDescriptorMore() throws {
    let rider = try Rider()
    var program = try rider.connecting("--json")
    program.arguments = ["-c", #"ulimit -n 20; exec "$0" "$@""#, program.path] + program.arguments
    program.path = "/bin/sh"
    let running = try program.start()
    let address = try rider.strava.approve(Events.signInURL(running))
    let rest = try #require(address.split(separator: ":").last { $0.contains("/velo-sync") })
    let port = rest.prefix { $0.isNumber }
    let script = """
      for n in {1..24}; do exec {fd}<> /dev/tcp/127.0.0.1/\(port); done; echo open; read go
      """
    let connections = try Program("/bin/bash", ["-c", script], input: .pipe).start()
    try connections.wait(for: "open")
    try expectEqual(Browser.get(address).status, 200)
    try expectEqual(Events(running.wait()).brief, "exit 0")
    connections.write("\n")
    _ = try connections.wait()
  }

  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func aLackOfMemoryIsReported() throws {
    let rider = try Rider()
    // From the first line of output on, every allocation fails.
    let library = try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/mman.h>
      #include <unistd.h>

      static int is_full;

      ssize_t write(int descriptor, const void *bytes, size_t count) {
        ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        if (descriptor == 1) is_full = 1;
        return next(descriptor, bytes, count);
      }

      void *malloc(size_t size) {
        static void *(*next)(size_t);
        if (next == NULL) next = dlsym(RTLD_NEXT, "malloc");
        if (is_full) { errno = ENOMEM; return NULL; }
        return next(size);
      }

      void *mmap(void *at, size_t size, int access, int flags, int descriptor, off_t offset) {
        void *(*next)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
        if (is_full) { errno = ENOMEM; return MAP_FAILED; }
        return next(at, size, access, flags, descriptor, offset);
      }
      """, in: rider.home)
    let result = try rider.run(
      "--dry-run", "--sample", "--speed", "max", "--plain", environment: library.environment)
    expectEqual(result.brief, "exit 70 (internal)")
    expect(result.errors.contains("ulimit -v"), "\(result.errors)")
  }

  /// Neither a missing library nor a strange answer is the reason.
  @Test(.enabled(if: limiter != nil, "needs prlimit"), arguments: Tier.cases(20...63, quick: 12))
  func aLackOfMemoryIsNotTakenForAnythingElse(_ step: Int) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    var program = try rider.program("--plain")
    program.arguments =
      ["-c", #"ulimit -v "$0"; exec "$@""#, "\(step * 2048)", program.path] + program.arguments
    program.path = "/bin/sh"
    let result = try program.run()
    let excuses = ["libcurl", "(bad_reply)", "(network)"].filter { result.errors.contains($0) }
    expectEqual(excuses, [], "\(step * 2) MiB: \(result.errors)")
  }

  /// A single thread does all the work.
  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func oneThreadIsEnough() throws {
    let rider = try Rider()
    let library = try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <pthread.h>

      int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                         void *context) {
        static int count;
        int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
            dlsym(RTLD_NEXT, "pthread_create");
        return ++count > 1 ? EAGAIN : next(thread, attributes, body, context);
      }
      """, in: rider.home)
    let result = try rider.run(
      "--sample", "--speed", "max", "--plain", environment: library.environment)
    expectEqual(result.status, .exited(0))
    expectEqual(result.outputLines.last?.contains("183 new"), true)
  }

  /// Every file call is interrupted once, without effect.
  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func interruptedCallsAreRepeated() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(30))
    try rider.sync()
    let records = try rider.storedIDs()
    Disk.remove(rider.store)
    let library = try PreloadedLibrary(Self.interrupting, in: rider.home)
    for arguments in [
      ["--plain"], ["--plain"], ["status"], ["sources"], ["replay", "--speed", "max"],
    ] {
      let result = try rider.program(arguments, environment: library.environment).run()
      expectEqual([result.brief, result.errors], ["exit 0", ""], "\(arguments)")
    }
    try expectEqual(rider.storedIDs(), records)
  }

  private static let interrupting = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/file.h>
    #include <sys/stat.h>
    #include <unistd.h>

    // Only the person's files: libraries read others in their own ways.
    static int is_ours(const char *path) { return strncmp(path, getenv("HOME"), strlen(getenv("HOME"))) == 0; }

    #define INTERRUPT_ONCE(failed) \\
      static __thread int count; \\
      if (++count % 2 == 1) { errno = EINTR; return failed; }
    #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

    int stat(const char *path, struct stat *status) {
      if (is_ours(path)) { INTERRUPT_ONCE(-1) }
      return NEXT(stat)(path, status);
    }
    int lstat(const char *path, struct stat *status) {
      if (is_ours(path)) { INTERRUPT_ONCE(-1) }
      return NEXT(lstat)(path, status);
    }
    int fstat(int number, struct stat *status) { INTERRUPT_ONCE(-1) return NEXT(fstat)(number, status); }
    DIR *opendir(const char *path) {
      if (is_ours(path)) { INTERRUPT_ONCE(NULL) }
      return NEXT(opendir)(path);
    }
    struct dirent *readdir(DIR *folder) { INTERRUPT_ONCE(NULL) return NEXT(readdir)(folder); }
    int mkdir(const char *path, mode_t mode) { INTERRUPT_ONCE(-1) return NEXT(mkdir)(path, mode); }
    int unlink(const char *path) { INTERRUPT_ONCE(-1) return NEXT(unlink)(path); }
    int rename(const char *from, const char *to) { INTERRUPT_ONCE(-1) return NEXT(rename)(from, to); }
    int ftruncate(int number, off_t size) { INTERRUPT_ONCE(-1) return NEXT(ftruncate)(number, size); }
    int flock(int number, int operation) { INTERRUPT_ONCE(-1) return NEXT(flock)(number, operation); }
    int fsync(int number) { INTERRUPT_ONCE(-1) return NEXT(fsync)(number); }
    char *realpath(const char *path, char *resolved) {
      if (is_ours(path)) { INTERRUPT_ONCE(NULL) }
      return NEXT(realpath)(path, resolved);
    }
    """
}
