import GRDB
import Synchronization
package import Tasks

/// The version of what each account reads: a number that grows after each commit that concerns the account, before the write is answered.
///
/// While an account's version is the same, nothing has changed for it. Commits that the store did not make itself, such as those of another
/// process, concern all accounts.
final class ReaderVersions: Sendable {
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
    /// The streams that wait for changes, each with its account.
    var listeners: [Int: (account: AccountID, changes: AsyncStream<Void>.Continuation)] = [:]
    var lastListener = 0

    mutating func raiseAll() {
      newest += 1
      (common, own) = (newest, [:])
    }

    mutating func look(_ version: Int64) {
      guard known != version else { return }
      raiseAll()
      known = version
    }
  }

  private let data: DataVersion
  private let state = Mutex(State())

  init(_ data: DataVersion) { self.data = data }

  /// The version of an account; nil if it is unknown, as while another process locks the file.
  func version(of account: AccountID) -> Int64? { look { $0.own[account] ?? $0.common } }

  /// The versions of some accounts, read at once; nil if they are unknown.
  func versions(of accounts: [AccountID]) -> [AccountID: Int64]? {
    look { state in Dictionary(uniqueKeysWithValues: accounts.map { ($0, state.own[$0] ?? state.common) }) }
  }

  /// The newest version of any account; nil if it is unknown.
  var newest: Int64? { look(\.newest) }

  private func look<Value>(_ value: (State) -> Value) -> Value? {
    guard let version = data.current else { return nil }
    return state.withLock { state in
      state.look(version)
      return value(state)
    }
  }

  /// Raises all versions if there were commits that are not accounted for: to the writer, its own are not foreign. Called within a write
  /// transaction, before its end.
  func noteOthers() {
    guard let version = data.current else { return }
    state.withLock { $0.look(version) }
  }

  /// Raises the versions of some accounts; of all if they are nil. Called with the writer's connection, right after the commit.
  ///
  /// The data version is read first: a later commit of another process changes either what the writer sees, or that number.
  func noteCommit(concerning accounts: [AccountID]?, _ db: Database) {
    let version = data.current
    let foreign: Int64?
    // The write has succeeded, whatever this does.
    do { foreign = try db.row(ReaderQuery.foreignVersion, []) { $0[0] } } catch { foreign = nil }
    let listeners = state.withLock { state in
      let concerned: [AccountID]?
      if let accounts, let foreign, foreign == state.foreign {
        // A commit that concerns nobody leaves it.
        if !accounts.isEmpty { state.newest += 1 }
        for account in accounts { state.own[account] = state.newest }
        concerned = accounts
      } else {
        state.raiseAll()
        concerned = nil
      }
      (state.known, state.foreign) = (version, foreign)
      return state.listeners.values.filter { concerned?.contains($0.account) ?? true }
    }
    for listener in listeners { listener.changes.yield() }
  }

  /// An element for each time that an account's version has been raised by a commit of this process; those that wait become one.
  func changes(of account: AccountID) -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = (account, continuation)
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    return changes
  }
}

extension TaskStore {
  /// An element for each change of what an account reads; those that wait for the reader become one. Commits of other processes make none.
  package func changes(of account: AccountID) -> AsyncStream<Void> { readerVersions.changes(of: account) }

  /// The newest version of what any account reads: while it stays, so does all that is sent because of it. Nil if it is unknown.
  package var newestReaderVersion: Int64? { readerVersions.newest }

  /// The versions of what accounts read; zeros while they are unknown.
  func versions(of accounts: [AccountID]) -> [AccountID: Int64] {
    readerVersions.versions(of: accounts) ?? Dictionary(uniqueKeysWithValues: accounts.map { ($0, 0) })
  }
}

/// The accounts that a write transaction concerns, though they may share no list with its account after it: a member that it removes, for
/// example. It is used by that transaction alone.
final class ConcernedAccounts {
  private(set) var accounts: [AccountID] = []

  func insert(_ more: [AccountID]) { accounts += more }
}

extension Database {
  /// Some accounts, and those that share lists with them.
  func readers(sharingWith accounts: [AccountID]) throws -> [AccountID] {
    try accounts + accounts.flatMap { try rows(ReaderQuery.others, [$0.value]) { $0.id(0) } }
  }
}

enum ReaderQuery {
  static let foreignVersion = "PRAGMA data_version"

  static let others = """
    SELECT o.account FROM memberships m CROSS JOIN memberships o ON o.list = m.list
    WHERE m.account = ?1 AND o.account <> ?1
    """
}
