import Foundation
import GRDB
import Scheduling
import Synchronization
import Tasks

extension TaskStore {
  /// Runs one read transaction, however long it takes.
  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    try beginRead()
    defer { endRead() }
    do { return try await database.read { db in try db.withSystemErrors(body) } } catch { throw noted(error, .reading) }
  }

  /// Runs one read transaction of a few rows, such as one that decides about a page, and gives up after ``Settings/readLimit``. The
  /// thread that reads from a disk that hangs goes on waiting.
  func readShortly<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    if let read = ReadSnapshot.current?.read(self, body) {
      do { return try read.get() } catch { throw noted(error, .reading) }
    }
    // A database in memory has one connection, and does not hang.
    guard files != nil else { return try await read(body) }
    try beginRead()
    // The first result ends the wait, and so does a cancellation.
    let (results, first) = AsyncThrowingStream.makeStream(of: Value.self, throwing: (any Error).self)
    database.asyncRead { [weak self] db in
      self?.endRead()
      first.yield(with: Result { try db.get().withSystemErrors(body) })
    }
    let limit = Task { [settings] in
      // In parts: a machine that is too busy to wake this task is not taken for a disk that hangs.
      for _ in 0..<4 { try await settings.clock.sleep(for: settings.readLimit / 4) }
      first.finish(throwing: StoreError.unavailable(.busy, .reading))
    }
    defer { limit.cancel() }
    do {
      for try await result in results { return result }
      throw CancellationError()
    } catch {
      throw noted(error, .reading)
    }
  }

  func endRead() {
    waitingReads.subtract(1, ordering: .relaxed)
    endedReads.add(1, ordering: .relaxed)
  }

  func beginRead() throws(StoreError) {
    try requireOpen(for: .reading)
    guard waitingReads.add(1, ordering: .relaxed).newValue <= settings.waitingReads else {
      waitingReads.subtract(1, ordering: .relaxed)
      throw .unavailable(.tooManyReaders, .reading)
    }
  }

  /// Runs one write transaction of an account. Where it has long texts of series to take to their next dates, these are read before, since
  /// other writes would wait for them.
  /// - Parameters:
  ///   - app: the app password with which it writes; nil for its pages.
  ///   - page: the page by link on which it does; nil for its own pages.
  ///   - medium: how it does without the app; nil otherwise.
  func write<Value: Sendable>(
    for account: AccountID, with app: AppPassword? = nil, on page: SharedPage? = nil,
    by medium: Change.Medium? = nil, _ body: @Sendable (Write) throws -> Value
  ) async throws(StoreError) -> Value {
    var advances = SeriesAdvances()
    do {
      while true {
        do {
          return try await transaction(by: account, concerning: [account]) { [quotas, advances] db, now, concerned in
            try body(
              Write(
                db: db, account: account, app: app, sharedPage: page, medium: medium, now: now, quotas: quotas,
                advances: advances, concerned: concerned))
          }
        } catch let long as LongSeries {
          advances = try await database.read { [advances] _ in advances.adding(long) }
        }
      }
    } catch {
      throw noted(error, .writing)
    }
  }

  /// Runs one write transaction.
  /// - Parameters:
  ///   - account: the account that waits for it; nil for the app itself.
  ///   - concerned: the accounts that read what it changes, with those that share lists with them; nil for all accounts.
  ///   - isProbe: whether it only tries whether a write is possible, and waits for no turn.
  func write<Value: Sendable>(
    by account: AccountID? = nil, concerning concerned: [AccountID]? = nil, isProbe: Bool = false,
    _ body: @Sendable (Database, Milliseconds) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await transaction(by: account, concerning: concerned, isProbe: isProbe) { db, now, _ in
        try body(db, now)
      }
    } catch {
      throw noted(error, .writing)
    }
  }

  private func transaction<Value: Sendable>(
    by account: AccountID?, concerning concerned: [AccountID]?, isProbe: Bool = false,
    _ body: @Sendable (Database, Milliseconds, ConcernedAccounts) throws -> Value
  ) async throws -> Value {
    try requireOpen(for: .writing)
    if !isProbe { guard await writeQueue.begin(account) else { throw CancellationError() } }
    defer { if !isProbe { writeQueue.end(account) } }
    let value = try await database.writeWithoutTransaction { [now, files, readerVersions] db in
      try db.withSystemErrors { db in
        var value: Value?
        var readers = isProbe ? [] : concerned
        try db.inTransaction(.immediate) {
          let others = ConcernedAccounts()
          value = try body(db, Milliseconds(now()), others)
          readers = try readers.map { try db.readers(sharingWith: $0) + others.accounts }
          readerVersions.noteOthers()
          // The last moment at which the transaction can be rolled back.
          try files?.requireInPlace()
          return .commit
        }
        readerVersions.noteCommit(concerning: readers, db)
        guard let value else { throw StoreError.internal("a transaction that ended without result") }
        return value
      }
    }
    // If the file was moved during the commit, the next process does not find the write in it.
    guard files?.look() ?? .inPlace == .inPlace else { throw StoreError.unavailable(.fileMoved, .writing) }
    healthRecord.withLock { $0.lastWrite = .now }
    return value
  }

  /// Runs a long job in chunks, with other writes in between: half of the time is theirs.
  /// - Parameter chunk: runs one chunk, and returns whether there may be another one.
  func runInChunks(_ chunk: () async throws(StoreError) -> Bool) async throws(StoreError) {
    while true {
      let began = ContinuousClock.now
      guard try await chunk() else { return }
      do { try await Task.sleep(for: ContinuousClock.now - began) } catch { throw .cancelled }
    }
  }

  func requireOpen(for use: DatabaseUse) throws(StoreError) {
    if isClosed.load(ordering: .acquiring) { throw .unavailable(.closed, use) }
    // The open file is no longer the file at the path.
    if use == .reading, files?.lastState == .replaced { throw .unavailable(.fileMoved, .reading) }
  }

  /// Converts an error of database code and records damage.
  private func noted(_ error: any Error, _ use: DatabaseUse) -> StoreError {
    let storeError = StoreError(error, use)
    if case .unavailable(.damaged, _) = storeError {
      let code = (error as? SystemFailure)?.error ?? error as? DatabaseError
      healthRecord.withLock { $0.met(.damage("a request met damage", code: code?.extendedResultCode.rawValue)) }
    }
    return storeError
  }
}

/// A stored moment, in whole milliseconds since 1970.
struct Milliseconds: Hashable, Comparable {
  let value: Int64

  init(value: Int64) { self.value = value }

  /// A date holds any number. Those outside of ``bounds`` become the nearest one.
  init(_ date: Date) {
    let value = (date.timeIntervalSince1970 * 1000).rounded()
    let bounded = min(max(value, Double(Self.bounds.lowerBound)), Double(Self.bounds.upperBound))
    self.value = value.isNaN ? 0 : Int64(bounded)
  }

  static let unknown = Milliseconds(Date.unknown)

  /// The years 1 to 9999, the range of stored times and of ``Day``.
  private static let bounds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  var date: Date { Date(timeIntervalSince1970: Double(value) / 1000) }

  static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  static func + (left: Self, right: Duration) -> Self {
    let (seconds, attoseconds) = right.components
    // The value may be one of a damaged database.
    let value = min(max(left.value, bounds.lowerBound), bounds.upperBound)
    return Self(value: value + seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }

  static func - (left: Self, right: Duration) -> Self { left + (.zero - right) }
}
