import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

struct CopyBeforeMigrationTests {
  private static let morning = Date(timeIntervalSince1970: 1_772_357_400)

  /// Makes a database as it was before the last migration.
  private func makeOld(at path: String) throws {
    let pool = try DatabasePool(path: path)
    try Schema.migrator(now: Self.morning).migrate(pool, upTo: "search")
    try pool.write { db in
      try db.execute(
        sql: """
          INSERT INTO lists (id, name, created, version) VALUES (7, 'House', 1, 1);
          INSERT INTO memberships (account, list, role, position) VALUES (1, 7, 'owner', 0)
          """)
    }
    try pool.close()
  }

  @Test func `a database is copied before its schema is migrated, and the copy is logged`() throws {
    try withFolder { folder in
      let path = folder + "/x.sqlite"
      try makeOld(at: path)
      var notices: [OpeningNotice] = []
      let store = try TaskStore.open(at: path, now: { Self.morning }, notice: { notices.append($0) })
      let copy = path + ".before-upgrade-20260301T093000Z"
      let steps = notices.dropFirst(2).dropLast()
      #expect(Array(notices.prefix(2)) == [.copying(to: copy), .copied(to: copy)])
      #expect(steps.count > 1 && notices.last == .migrated)
      #expect(Array(steps) == (1...steps.count).map { .migrating(step: $0, of: steps.count) })
      try store.close()
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
          == ["x.sqlite", "x.sqlite.before-upgrade-20260301T093000Z"])
      #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
      let old = try DatabaseQueue(path: copy)
      let (migrations, name) = try old.read { db in
        (
          try Schema.migrator(now: Self.morning).appliedMigrations(db).last,
          try String.fetchOne(db, sql: "SELECT name FROM lists")
        )
      }
      try old.close()
      #expect(migrations == "search")
      #expect(name == "House")
    }
  }

  @Test func `a new database and an up-to-date one are not copied`() throws {
    try withFolder { folder in
      let path = folder + "/x.sqlite"
      for expected in [[OpeningNotice.created(at: path)], []] {
        var notices: [OpeningNotice] = []
        try TaskStore.open(at: path, notice: { notices.append($0) }).close()
        #expect(notices == expected)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["x.sqlite"])
    }
  }

  @Test func `the newest two copies are kept, and no incomplete one`() throws {
    try withFolder { folder in
      let path = folder + "/x.sqlite"
      try makeOld(at: path)
      let others = ["20240101T000000Z", "20250101T000000Z", "20250202T000000Z.unfinished"]
      for time in others { try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path).before-upgrade-\(time)")) }
      try Data("x".utf8).write(to: URL(fileURLWithPath: path + ".mine"))
      var notices: [OpeningNotice] = []
      try TaskStore.open(at: path, now: { Self.morning }, notice: { notices.append($0) }).close()
      #expect(notices.prefix(2).allSatisfy { if case .removedCopy = $0 { true } else { false } })
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "x.sqlite", "x.sqlite.before-upgrade-20250101T000000Z", "x.sqlite.before-upgrade-20260301T093000Z",
          "x.sqlite.mine",
        ])
    }
  }
}
