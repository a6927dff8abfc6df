// The retry option for each failure.

import Model
import Support
import Testing

@Test(
  arguments: [
    ([.network(.strava)], .retry),
    ([.locked(LockHolder(process: nil, since: nil))], .retry),
    ([.auth(.strava)], .signIn(.strava)),
    ([.permission(.strava, .denied)], .signIn(.strava)),
    ([.timeout(.signIn(.strava))], .signIn(.strava)),
    // Without signing in, a retry would fail in the same way.
    ([.network(.intervals), .auth(.strava)], .signIn(.strava)),
    ([.config(.noHome), .network(.intervals)], .retry),
    ([.config(.noHome)], nil),
    ([.notConnected(nil)], nil),
    ([.internal("x")], nil),
    ([], nil),
  ] as [([SyncFailure], RetryOption?)])
func `a failure offers its remedy`(_ failures: [SyncFailure], _ retryOption: RetryOption?) {
  expectEqual(RetryOption(for: failures), retryOption)
}
