import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

struct UpgradeTests {
  @Test func `a database from before followed lists keeps its data and supports them`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let pool = try DatabasePool(path: path)
      try Schema.migrator(now: Date(timeIntervalSince1970: 1)).migrate(pool, upTo: "kept forms")
      try await pool.write { db in
        try db.execute(
          sql: """
            INSERT INTO lists (id, name, created, version) VALUES (7, 'House', 1, 1);
            INSERT INTO memberships (account, list, role, position) VALUES (1, 7, 'owner', 0);
            INSERT INTO changes (id, account, list, kind, name, at) VALUES (1, 1, 7, 'list-created', 'House', 1);
            INSERT INTO tasks (list, position, created, version, title) VALUES (7, 0, 1, 1, 'Milk');
            """)
      }
      try pool.close()

      let store = try TaskStore.open(at: path)
      let world = World(store, TestClock(), store.localAccount)
      let (choir, source) = try await world.follow("Choir", [.named("Alto")])
      #expect(try await store.quickCheck() == [])
      try store.close()
      let again = try TaskStore.open(at: path)
      let lists = try await again.lists(for: world.account)
      #expect(lists.map(\.id) == [ListID(7), choir])
      #expect(lists.map(\.source) == [nil, source])
      #expect(lists.map(\.open) == [1, 1])
      #expect(try await again.remoteTasks(of: source, for: world.account, openOnly: true).map(\.title) == ["Alto"])
      try again.close()
    }
  }

  @Test func `lists that were parsed by older rules are fetched again`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let pool = try DatabasePool(path: path)
      try Schema.migrator(now: Date(timeIntervalSince1970: 1)).migrate(pool, upTo: "unindexed submissions")
      try await pool.write { db in
        try db.execute(
          sql: """
            INSERT INTO lists (id, name, created, version) VALUES (7, 'Choir', 1, 1);
            INSERT INTO memberships (account, list, role, position) VALUES (1, 7, 'owner', 0);
            INSERT INTO sources (id, list, created, next, format, open, closed, skipped, fetched, checked, origin, etag,
              modified, url, host)
            VALUES (1, 7, 1, 1, 'markdown', 1, 0, 0, 1, 1, 'https://a.example', '"1"', 'now', 'https://a.example', 'a.example');
            INSERT INTO source_tasks (source, position, depth, priority, status, key, title)
            VALUES (1, 0, 0, 0, 'open', 'k', 'Alto');
            """)
      }
      try pool.close()
      let store = try TaskStore.open(at: path)
      let source = try await store.source(SourceID(1), for: store.localAccount)
      #expect(source.validators == .none)
      #expect((source.copy?.open, source.copy?.omitted, source.copy?.appointments) == (1, 0, 0))
      let tasks = try await store.remoteTasks(of: source.id, for: store.localAccount, openOnly: false)
      #expect(tasks.map(\.title) == ["Alto"])
      #expect(tasks.map(\.repeats) == [false])
      try store.close()
    }
  }

  @Test func `a database from before accounts keeps its lists, and the first account gets them`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let pool = try DatabasePool(path: path)
      try Schema.migrator(now: Date(timeIntervalSince1970: 1)).migrate(pool, upTo: "changes")
      let columns = try await pool.write { db in
        try db.execute(
          sql: """
            INSERT INTO lists (id, name, created, version) VALUES (7, 'House', 1, 1);
            INSERT INTO memberships (account, list, role, position) VALUES (1, 7, 'owner', 0);
            INSERT INTO changes (id, account, list, kind, name, at) VALUES (1, 1, 7, 'list-created', 'House', 1);
            INSERT INTO tasks (list, position, created, version, title, notes) VALUES (7, 0, 1, 1, 'Milk', 'two');
            """)
        return try db.columns(in: "accounts").map(\.name)
      }
      #expect(columns == ["id", "name", "created", "revision"], "as it was before")
      try pool.close()

      let store = try TaskStore.open(at: path)
      #expect(try await !store.hasAccounts())
      #expect(try await store.quickCheck() == [])
      #expect(try await store.lists(for: store.localAccount).map(\.name) == ["House"])
      #expect(try await store.account(store.localAccount).settings == .standard)
      let ana = try await store.addAccount(Username(validating: "Ana"), password: "r")
      #expect((ana.id, ana.name, ana.created) == (store.localAccount, "Ana", Date(timeIntervalSince1970: 1)))
      #expect(try await store.openTasks(in: ListID(7), for: ana.id).map(\.title) == ["Milk"])
      #expect(try await store.history(of: ListID(7), for: ana.id, limit: 1).first?.who == "Ana")
      #expect(try await store.exported(ana.id).lists.first?.tasks.first?[.notes] == "two")
      try store.close()

      let again = try TaskStore.open(at: path)
      #expect(try await again.accounts().map(\.account) == [ana])
      try await again.removeAccount(ana.id)
      try again.close()
      let empty = try TaskStore.open(at: path)
      #expect(try await !empty.hasAccounts())
      #expect(try await empty.addAccount(Username(validating: "Ben"), password: "r", onlyFirst: true).id > ana.id)
      try empty.close()
    }
  }
}
