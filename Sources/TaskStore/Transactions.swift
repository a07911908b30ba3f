import Foundation
import GRDB
import Synchronization
import Tasks

extension TaskStore {
  /// One read transaction: all that it reads is of one moment.
  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    try requireOpen(for: .reading)
    let waiting = waitingReads.add(1, ordering: .relaxed).newValue
    defer { waitingReads.subtract(1, ordering: .relaxed) }
    guard waiting <= settings.waitingReads else { throw .unavailable(.tooManyReaders, .reading) }
    do {
      return try await database.read { db in try db.withSystemErrors(body) }
    } catch {
      throw noted(error, .reading)
    }
  }

  /// One read transaction that is over soon: on the thread that asks, where that is possible, else in line with the others.
  /// - Parameter rows: how many are asked for, where somebody chooses that: nil, for as many as there are, and more than a page
  ///   mostly has wait in line.
  func readShortly<Value: Sendable>(
    rows: Int? = 1, _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try requireOpen(for: .reading)
    if let rows, rows <= ShortReads.rows {
      do {
        if let value = try shortReads?.read(body) { return value }
      } catch {
        throw noted(error, .reading)
      }
    }
    return try await read(body)
  }

  /// One write transaction of an account, all or nothing.
  func write<Value: Sendable>(
    for account: AccountID, _ body: @Sendable (Write) throws -> Value
  ) async throws(StoreError) -> Value {
    let limits = writeLimits
    return try await write(by: account) { db, now in
      try body(Write(db: db, account: account, now: now, limits: limits))
    }
  }

  /// One write transaction, all or nothing.
  /// - Parameters:
  ///   - account: who waits for it; nil for the app itself.
  ///   - isIndexing: whether it only tells the index of words what others wrote.
  func write<Value: Sendable>(
    by account: AccountID? = nil, isIndexing: Bool = false, _ body: @Sendable (Database, Milliseconds) throws -> Value
  ) async throws(StoreError) -> Value {
    try requireOpen(for: .writing)
    let waitedBefore = lockWaits.total()
    let turn = isIndexing ? nil : try await writeQueue.turn(of: account)
    defer { turn?.end() }
    do {
      let value = try await database.writeWithoutTransaction { [settings, now, files, lockWaits] db in
        // On the writer's thread, so that the next one stands in line before the writer has nothing to do.
        defer { turn?.end() }
        // So long others have waited for the lock in vain while this one stood behind them.
        guard lockWaits.total() - waitedBefore < .seconds(settings.busyTimeout) else {
          throw StoreError.unavailable(.busy, .writing)
        }
        return try db.withSystemErrors { db in
          var value: Value?
          lockWaits.begin()
          defer { lockWaits.end(inVain: true) }
          try db.inTransaction(.immediate) {
            lockWaits.end(inVain: false)
            // Without waiting for the lock and for the disk, which is not the account's doing.
            let began = ContinuousClock.now
            defer { turn?.took(ContinuousClock.now - began) }
            try files?.stamp.count(db)
            value = try body(db, Milliseconds(now()))
            // As late as it can still be taken back.
            try files?.requireInPlace()
            return .commit
          }
          guard let value else { throw StoreError.internal("a transaction that ended without result") }
          return value
        }
      }
      // A file that was taken away during the commit: what the next process finds there doesn't have it.
      guard await lookAtFiles() == .inPlace else { throw StoreError.unavailable(.fileMoved, .writing) }
      healthState.wrote()
      if !isIndexing { hasNewWords.store(true, ordering: .releasing) }
      return value
    } catch {
      throw noted(error, .writing)
    }
  }
}

extension TaskStore {
  func requireOpen(for use: DatabaseUse) throws(StoreError) {
    if isClosed.load(ordering: .acquiring) { throw .unavailable(.closed, use) }
    // What is in the open file is not what its owner put in its place.
    guard use == .reading, let state = files?.lastState else { return }
    switch state {
    case .inPlace, .missing: break
    case .replaced, .overwritten: throw .unavailable(.fileMoved, .reading)
    }
  }

  /// An error of the database's code as one of ours; damage is remembered.
  private func noted(_ error: any Error, _ use: DatabaseUse) -> StoreError {
    let told = StoreError(error, use)
    if case .unavailable(.damaged, _) = told {
      let code = (error as? SystemFailure)?.error ?? error as? DatabaseError
      healthState.met(.damage("a request met damage", code: code?.extendedResultCode.rawValue))
    }
    return told
  }
}

/// A moment as it is stored: whole milliseconds since 1970.
struct Milliseconds: Hashable, Comparable {
  let value: Int64

  init(value: Int64) {
    self.value = value
  }

  init(_ date: Date) {
    value = Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  var date: Date { Date(timeIntervalSince1970: Double(value) / 1000) }

  static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  static func + (left: Self, right: Duration) -> Self {
    let (seconds, attoseconds) = right.components
    return Self(value: left.value + seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }

  static func - (left: Self, right: Duration) -> Self { left + (.zero - right) }
}
