import GRDB
package import TaskFormats
package import Tasks

package struct ImportResult: Hashable, Sendable {
  /// The change to report, with an undo of the whole import; nil if nothing was added.
  package let change: ChangeID?
  /// The added lists, those in the trash last.
  package let lists: [ListID]
  package let tasks, present: Int
  /// What the lists of the file can't keep.
  package let remarks: ImportRemarks
}

extension AccountStore {
  /// What ``importLists(_:unnamed:for:submission:progress:)`` would add.
  package func planImport(of lists: [PortableList]) async throws(Problem) -> ImportPlan {
    let known = try await read { db in try db.knownContent(of: account) }
    return try await mapped { () throws(StoreError) in try await store.computed { ImportPlan(lists, known: known) } }
  }

  /// Adds lists with their tasks after the account's other lists: all or nothing.
  ///
  /// The rows are inserted in many short transactions, with other writes in between, into lists without members, which no account sees.
  /// The last transaction makes the account their owner. Each list is a change, and all of them a batch, which one undo moves to the
  /// trash. If the process ends before, ``deleteRemoved(within:)`` deletes the rows some minutes later.
  ///
  /// Tasks that the account has, also in the trash, are not added: the same file adds nothing twice.
  ///
  /// - Parameters:
  ///   - lists: the lists of a file. Longer ones are divided.
  ///   - unnamed: the name of lists without one.
  ///   - submission: the idempotency key of the form.
  ///   - progress: receives the number of tasks that are inserted, and that of all.
  /// - Throws: ``StoreError/limit(_:)``, ``StoreError/repeated(_:)``, and ``StoreError/unavailable(_:_:)`` while another import of the
  ///   account is under way. Nothing was added then.
  package func importLists(
    _ lists: [PortableList], unnamed: ListName, submission: SubmissionID,
    progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(Problem) -> ImportResult {
    try await mapped { () throws(StoreError) in try await store.run(lists, unnamed, submission, of: account, progress) }
  }
}

extension TaskStore {
  fileprivate func run(
    _ lists: [PortableList], _ unnamed: ListName, _ submission: SubmissionID, of account: AccountID,
    _ progress: @Sendable (_ done: Int, _ all: Int) -> Void
  ) async throws(StoreError) -> ImportResult {
    let unfinished = try await chunk(of: account) { write in
      try write.requireNotRepeated(submission)
      return try write.beginImport()
    }
    do {
      // No other import of the account is under way, and nothing else adds tasks with the identifiers of a file.
      let (known, tags) = try await read { db in
        let tags = try db.rows(ImportQuery.tags, [account.value]) { Tag(stored: $0[0] as String) }
        return (try db.knownContent(of: account), tags)
      }
      let plan = try await computed { ImportPlan(lists, known: known) }
      let result = ImportResult(change: nil, lists: [], tasks: 0, present: plan.present, remarks: plan.remarks)
      guard plan.entries.contains(where: { $0.fate == .added }) else {
        try await abandon(unfinished)
        return result
      }
      let run = try await computed { ImportRun(plan, tags, unnamed: unnamed, unfinished, submission) }
      return try await self.run(run, for: account, progress)
    } catch {
      // Also after a cancellation. If it fails, too, the import is discarded later.
      await Task { do throws(StoreError) { try await abandon(unfinished) } catch {} }.value
      throw error
    }
  }

  private func run(
    _ run: ImportRun, for account: AccountID, _ progress: @Sendable (_ done: Int, _ all: Int) -> Void
  ) async throws(StoreError) -> ImportResult {
    var run = run
    run = try await chunk(of: account) { [run] write in
      var run = run
      try run.begin(write)
      return run
    }
    try await runInChunks { () async throws(StoreError) in
      progress(run.done, run.all)
      guard !run.isComplete else { return false }
      run = try await chunk(of: account) { [run] write in
        var run = run
        try run.insertSome(write)
        return run
      }
      return true
    }
    return try await chunk(of: account) { [run] write in try run.finish(write) }
  }

  /// Computes on a thread of low priority: for a hundred thousand tasks this takes a good part of a second, in which requests would wait.
  fileprivate func computed<Value: Sendable>(_ compute: @escaping @Sendable () -> Value) async throws(StoreError)
    -> Value
  {
    do { return try await WorkThread.run { _ in compute() } } catch {
      throw StoreError(error, .reading)
    }
  }

  private func abandon(_ unfinished: UnfinishedImport) async throws(StoreError) {
    try await write { db, _ in try db.discard(unfinished) }
  }

  /// Runs a transaction of a long job, which the account's other writes do not wait for.
  private func chunk<Value: Sendable>(
    of account: AccountID, _ body: @Sendable (Write) throws -> Value
  ) async throws(StoreError) -> Value {
    let quotas = quotas
    return try await write { db, now in try body(Write(db: db, account: account, now: now, quotas: quotas)) }
  }
}

/// An import that is under way: a row of `unfinished_imports`, with the lists that it made.
struct UnfinishedImport: Hashable, Sendable {
  let id: Int64

  /// How long after its last chunk an import counts as under way. Chunks follow one another within seconds.
  static let patience = Duration.seconds(600)
}

extension Database {
  /// Whether there is an import without a chunk for a while. Its process has ended.
  func hasUnfinishedImports(at now: Milliseconds) throws -> Bool {
    try exists(UnfinishedQuery.abandoned, UnfinishedQuery.around(now))
  }

  /// Marks the lists of such imports for deletion.
  func discardUnfinishedImports(at now: Milliseconds) throws {
    for id in try rows(UnfinishedQuery.abandoned, UnfinishedQuery.around(now), { $0[0] as Int64 }) {
      try discard(UnfinishedImport(id: id))
    }
  }

  /// Marks the lists of an import for deletion.
  func discard(_ unfinished: UnfinishedImport) throws {
    try run(UnfinishedQuery.discard, [unfinished.id])
    try run(UnfinishedQuery.forget, [unfinished.id])
  }
}

extension Write {
  /// Begins an import of the account.
  ///
  /// - Throws: ``StoreError/unavailable(_:_:)`` while another one of the account is under way, and `notFound` if the account was
  ///   removed.
  func beginImport() throws -> UnfinishedImport {
    try requireRoomForLists(0)
    try db.discardUnfinishedImports(at: now)
    let isTaken = try db.exists(UnfinishedQuery.ofAccount, [account.value])
    if isTaken { throw StoreError.unavailable(.busy, .writing) }
    try run("INSERT INTO unfinished_imports (account, at) VALUES (?, ?)", [account.value, now.value])
    return UnfinishedImport(id: db.lastInsertedRowID)
  }

  /// Notes a chunk. Throws if the import was taken for one whose process has ended.
  func continueImport(_ unfinished: UnfinishedImport) throws {
    try run("UPDATE unfinished_imports SET at = ? WHERE id = ?", [now.value, unfinished.id])
    if db.changesCount != 1 { throw StoreError.unavailable(.busy, .writing) }
  }

  /// Ends an import. Its lists are the account's from now on.
  func endImport(_ unfinished: UnfinishedImport) throws { try run(UnfinishedQuery.forget, [unfinished.id]) }
}

enum UnfinishedQuery {
  /// Also with a chunk in the future: the clock was set back since.
  static let abandoned = "SELECT id FROM unfinished_imports WHERE at < ? OR at > ?"
  static let ofAccount = "SELECT 1 FROM unfinished_imports WHERE account = ?"
  static let discard = """
    INSERT INTO discarded_lists (list) SELECT list FROM unfinished_lists WHERE import = ? ON CONFLICT DO NOTHING
    """
  /// Deletes its rows of `unfinished_lists`, too.
  static let forget = "DELETE FROM unfinished_imports WHERE id = ?"

  static func around(_ now: Milliseconds) -> StatementArguments {
    [(now - UnfinishedImport.patience).value, (now + UnfinishedImport.patience).value]
  }
}
