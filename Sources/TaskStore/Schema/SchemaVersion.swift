import GRDB

/// The version of a schema: the number of its steps, and the name of the last one.
public struct SchemaVersion: Hashable, Sendable, CustomStringConvertible {
  /// The number of migrations.
  public let number: Int
  /// The name of the last migration.
  public let step: String

  /// Such as `31 (times)`.
  public var description: String { "\(number) (\(step))" }
}

extension SchemaVersion {
  /// The newest version that a migrator makes.
  init(of migrator: DatabaseMigrator) {
    self.init(number: migrator.migrations.count, step: migrator.migrations.last ?? "none")
  }
}
