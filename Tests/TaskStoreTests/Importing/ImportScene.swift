import Foundation
import GRDB
import TaskFormats
import Tasks

@testable import TaskStore

extension World {
  @discardableResult
  func imports(
    _ lists: [PortableList], submission: SubmissionID = .fresh(), progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws(StoreError) -> ImportResult {
    try await store[account].importLists(lists, unnamed: .imported, submission: submission, progress: progress)
  }

  /// The names of the account's lists, without those in the trash.
  func names() async throws -> [String] { try await store[account].lists().map(\.name) }

  /// The names of the account's tags.
  func tagNames() async throws -> [String] { try await store[account].tags(of: 100).rows.map(\.tag.name) }

  /// Every row of some tables, to compare what an import left.
  func rows() async throws -> [String] {
    try await store.read { db in
      try [
        "lists", "tasks", "memberships", "changes", "tags", "task_tags", "filters",
      ].flatMap { table in try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" } }
    }
  }

  /// The number of rows that belong to unfinished imports.
  func unfinished() async throws -> Int {
    try await store.read { db in
      try Int.fetchOne(
        db, sql: "SELECT (SELECT count(*) FROM unfinished_imports) + (SELECT count(*) FROM unfinished_lists)") ?? 0
    }
  }
}

extension ListName {
  static var imported: ListName { ListName(stored: "Imported") }
}

extension PortableList {
  /// A list of open tasks with the titles.
  static func named(_ name: String?, _ titles: String...) -> PortableList {
    PortableList(name: name, tasks: titles.map { .titled($0) })
  }
}

extension PortableTask {
  /// A task whose identifier follows from its title.
  static func titled(
    _ title: String, depth: Int = 0, due: String? = nil, tags: String = "", completed: Date? = nil, deleted: Date? = nil
  ) -> PortableTask {
    PortableTask(
      uid: "uid-\(title)",
      draft: TaskDraft(
        title: title, notes: "", due: due.flatMap { Day(iso: $0) }, time: nil, repeats: nil, start: nil,
        tags: TagSet(stored: tags), priority: .none),
      completed: completed, deleted: deleted, depth: depth)
  }
}
