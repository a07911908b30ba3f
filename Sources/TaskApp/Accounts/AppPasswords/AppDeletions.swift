import Synchronization
import Tasks

/// The accounts in which an app has deleted something since their last page, which is to tell it. In memory only: after a restart the
/// history and the trash tell it alone.
final class AppDeletions: Sendable {
  private let accounts = Mutex<Set<AccountID>>([])

  /// Notes that an app has deleted something of an account.
  func note(_ account: AccountID) { accounts.withLock { _ = $0.insert(account) } }

  /// Whether there is something to tell, once.
  func take(_ account: AccountID) -> Bool { accounts.withLock { $0.remove(account) != nil } }
}
