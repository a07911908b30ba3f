import GRDB

/// The steps of the schema, in order, and the way to run several of them as one.
struct Migrations: Sendable {
  /// One step.
  struct Step: Sendable {
    let name: String
    let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks
    let migrate: @Sendable (Database) throws -> Void
  }

  /// The step that failed, and why.
  struct Failure: Error {
    let step: SchemaVersion
    let reason: String
  }

  private(set) var steps: [Step] = []

  /// The names of the steps.
  var names: [String] { steps.map(\.name) }

  mutating func registerMigration(
    _ name: String, foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks = .deferred,
    migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    steps.append(Step(name: name, foreignKeyChecks: foreignKeyChecks, migrate: migrate))
  }

  /// GRDB's migrator of the same steps, which runs each in a transaction of its own.
  var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for step in steps {
      migrator.registerMigration(step.name, foreignKeyChecks: step.foreignKeyChecks, migrate: step.migrate)
    }
    return migrator
  }

  /// Runs the steps that a database misses, in one transaction: either all of them, or none.
  ///
  /// The records of the steps are those of GRDB's migrator.
  /// - Parameter begin: called before each step with its number and the number of missing steps.
  /// - Throws: ``Failure`` if a step fails; the errors of the transaction itself.
  func runMissing(_ db: Database, begin: (Int, Int) -> Void) throws {
    // The setting has no effect within a transaction. Steps with deferred checks may drop and rebuild tables, which would delete
    // the rows that refer to them (https://www.sqlite.org/lang_altertable.html, section 7).
    let isDeferred = try missing(in: db).contains { $0.step.foreignKeyChecks == .deferred }
    if isDeferred { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
    let result = Result { try runInTransaction(db, checking: isDeferred, begin) }
    if isDeferred { try db.execute(sql: "PRAGMA foreign_keys = ON") }
    try result.get()
  }

  private func runInTransaction(_ db: Database, checking: Bool, _ begin: (Int, Int) -> Void) throws {
    try db.inTransaction(.immediate) {
      let missing = try missing(in: db)
      for (index, (number, step)) in missing.enumerated() {
        begin(index + 1, missing.count)
        do {
          try step.migrate(db)
          try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [step.name])
          let isLast = index == missing.count - 1
          if checking, isLast || step.foreignKeyChecks == .deferred { try db.checkForeignKeys() }
        } catch {
          let reason = (error as? DatabaseError)?.message ?? "\(error)"
          throw Failure(step: SchemaVersion(number: number, step: step.name), reason: reason)
        }
      }
      return .commit
    }
  }

  /// The missing steps with their numbers.
  private func missing(in db: Database) throws -> [(number: Int, step: Step)] {
    let applied = try migrator.appliedIdentifiers(db)
    return steps.enumerated().filter { !applied.contains($0.element.name) }.map { ($0.offset + 1, $0.element) }
  }
}
