import GRDB
import Synchronization
import Tasks

/// The version of what each account reads: a number that grows after each commit that concerns the account, before the write is answered.
///
/// While an account's version is the same, nothing has changed for it. Commits that the store did not make itself, such as those of another
/// process, concern all accounts.
final class ReaderVersions: Sendable {
  /// Whom a transaction concerns.
  enum Concern {
    case everyone
    case nobody
    case accounts([AccountID])
  }

  private struct State {
    /// The newest number of all accounts.
    var newest: Int64 = 0
    /// The version of accounts without one of their own.
    var common: Int64 = 0
    var own: [AccountID: Int64] = [:]
    /// The data version after the last commit that is accounted for.
    var known: Int64?
    /// The data version as the writer sees it, to which its own commits don't count.
    var foreign: Int64?

    mutating func raise(for concern: Concern) {
      switch concern {
      case .everyone:
        newest += 1
        common = newest
        own = [:]
      case .nobody: break
      case .accounts(let accounts):
        newest += 1
        for account in accounts { own[account] = newest }
      }
    }

    mutating func look(_ version: Int64) {
      guard known != version else { return }
      raise(for: .everyone)
      known = version
    }
  }

  private let data: DataVersion
  private let state = Mutex(State())

  init(_ data: DataVersion) { self.data = data }

  /// The version of an account; nil if it is unknown, as while another process locks the file.
  func version(of account: AccountID) -> Int64? { look { $0.own[account] ?? $0.common } }

  /// The newest version of any account; nil if it is unknown.
  var newest: Int64? { look { $0.newest } }

  private func look(_ value: (State) -> Int64) -> Int64? {
    guard let version = data.current else { return nil }
    return state.withLock { state in
      state.look(version)
      return value(state)
    }
  }

  /// Looks for commits of others. Called within a write transaction, before its end.
  func lookBeforeCommit() { _ = newest }

  /// Raises the versions of the accounts that a commit concerns. Called with the writer's connection, right after the commit.
  ///
  /// The data version is read first: a later commit of another process changes either what the writer sees, or that number.
  func noteCommit(concerning concern: Concern, _ db: Database) {
    let version = data.current
    let foreign: Int64?
    // The write has succeeded, whatever this does.
    do { foreign = try db.row("PRAGMA data_version", []) { $0[0] } } catch { foreign = nil }
    state.withLock { state in
      if foreign == nil || state.foreign != foreign { state.raise(for: .everyone) }
      state.raise(for: concern)
      (state.known, state.foreign) = (version, foreign)
    }
  }
}
