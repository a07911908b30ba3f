import GRDB
import Tasks

/// An import that is under way: a row of `unfinished_imports`, with the lists that it made.
struct UnfinishedImport: Hashable, Sendable {
  let id: Int64

  /// How long after its last step an import counts as under way. Steps follow one another within seconds.
  static let patience = Duration.seconds(600)
}

extension Database {
  /// Whether there is an import without a step for a while. Its process has ended.
  func hasUnfinishedImports(at now: Milliseconds) throws -> Bool {
    try row(UnfinishedQuery.abandoned, UnfinishedQuery.around(now)) { _ in true } ?? false
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
    let isTaken = try db.row(UnfinishedQuery.ofAccount, [account.value]) { _ in true } ?? false
    if isTaken { throw StoreError.unavailable(.busy, .writing) }
    try run("INSERT INTO unfinished_imports (account, at) VALUES (?, ?)", [account.value, now.value])
    return UnfinishedImport(id: db.lastInsertedRowID)
  }

  /// Notes a step. Throws if the import was taken for one whose process has ended.
  func continueImport(_ unfinished: UnfinishedImport) throws {
    try run("UPDATE unfinished_imports SET at = ? WHERE id = ?", [now.value, unfinished.id])
    if db.changesCount != 1 { throw StoreError.unavailable(.busy, .writing) }
  }

  /// Ends an import. Its lists are the account's from now on.
  func endImport(_ unfinished: UnfinishedImport) throws {
    try run(UnfinishedQuery.forget, [unfinished.id])
  }
}

enum UnfinishedQuery {
  /// Also with a step in the future: the clock was set back since.
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
