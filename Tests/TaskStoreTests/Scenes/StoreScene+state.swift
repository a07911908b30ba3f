import Foundation
import GRDB
import Tasks

@testable import TaskStore

/// What an account has, a line for each list, and the things that steps name.
extension StoreScene {
  static let nothing = ["lists: none", "trash: empty", "tags: none"]

  func state() async throws -> [String] {
    let lists = try await mine.lists()
    var lines = ["lists: " + line(lists.map(\.name), or: "none")]
    for list in lists { lines.append(try await line(of: list)) }
    let trash = try await mine.trash().map { item in
      switch item.thing {
      case .list: "list \(item.name)"
      case .filter: "filter \(item.name)"
      case .task:
        item.name + (item.partOf.map { " (of \($0))" } ?? "") + (item.subtasks > 0 ? " and \(item.subtasks) steps" : "")
      }
    }
    let tags = try await mine.tags(of: 50).rows.map { "\($0.tag.name) \($0.open)\($0.isUsed ? "" : " unused")" }
    return lines + ["trash: " + line(trash, or: "empty"), "tags: " + line(tags, or: "none")]
  }

  private func line(of list: ListSummary) async throws -> String {
    if let query = list.filter { return "\(list.name): filter \(query)" }
    var parts = ["\(list.name) \(list.open)/\(list.completed):"]
    if let source = list.source { parts.append(try await line(of: mine.source(source)) + ";") }
    let sections = try await mine.listHeader(list.id, now: .last).sections
    parts.append(
      line(try await mine.openPage(1, of: nil, in: list.id, section: sections.isEmpty ? .all : .unsectioned)))
    for section in sections {
      parts.append("— \(section.name) \(section.open)\(section.isFolded ? " folded" : ""):")
      parts.append(line(try await mine.openPage(1, of: nil, in: list.id, section: .section(section.id))))
    }
    let done = try await mine.completedPage(1, of: 100, in: list.id)
    if !done.rows.isEmpty { parts.append("— done: " + line(done)) }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  func line(of source: Source) async throws -> String {
    let tasks = source.list == nil ? try await mine.previewTasks(of: source.id, limit: 100) : []
    let copy = source.copy.map { copy in
      let counts = [("skipped", copy.skipped), ("omitted", copy.omitted), ("appointments", copy.appointments)]
      return "fetched in \(name(of: copy.fetched)), checked in \(name(of: copy.checked))"
        + (copy.title.map { ", titled \($0)" } ?? "") + (copy.isFormer ? ", of the former address" : "")
        + counts.filter { $0.1 > 0 }.map { ", \($0.1) \($0.0)" }.joined()
    }
    let validators = [source.validators.etag, source.validators.lastModified, source.validators.collection]
    let parts = [
      source.address.url, copy, source.ongoingFailure.map { "\($0.failure) ×\($0.times) since \(name(of: $0.since))" },
      source.notBefore.map { $0 > world.clock.now ? "has to wait" : "waited" },
      source.wanted.map { "wanted in \(name(of: $0))" },
      validators == [nil, nil, nil] ? nil : "validators \(validators.map { $0 ?? "-" }.joined(separator: " "))",
    ]
    return (parts.compactMap(\.self) + (tasks.isEmpty ? [] : [line(tasks.map(\.row.line))])).joined(separator: "; ")
  }

  func line(_ page: TaskRowPage) -> String { line(page.rows.map(\.line)) }

  /// Names, of which long lists are cut.
  func line(_ names: [String], or nothing: String = "") -> String {
    let shown = names.count > 30 ? names.prefix(3) + ["…"] + names.suffix(2) + ["(\(names.count))"] : names[...]
    return shown.isEmpty ? nothing : shown.joined(separator: " | ")
  }

  // MARK: Names

  func list(_ name: String) async throws -> ListID {
    try await ListID(number(name, "SELECT id FROM lists WHERE name = ? ORDER BY deleted IS NULL, id"))
  }

  func list(ifAny name: String?) async throws -> ListID? { if let name { try await list(name) } else { nil } }

  func task(_ name: String) async throws -> TaskID {
    try await TaskID(number(name, "SELECT id FROM tasks WHERE title = ? ORDER BY deleted IS NULL, done IS NULL, id"))
  }

  func section(_ name: String?) async throws -> SectionID? {
    guard let name, !name.isEmpty else { return nil }
    return try await SectionID(number(name, "SELECT id FROM sections WHERE name = ? ORDER BY deleted IS NULL, id"))
  }

  func namedSection(_ name: String) async throws -> SectionID { try await section(name) ?? SectionID(999) }

  func source(_ name: String) async throws -> SourceID {
    if let known = kept["source \(name)"].flatMap({ Int64($0) }) { return SourceID(known) }
    return try await SourceID(
      number(
        name,
        "SELECT s.id FROM sources s JOIN lists l ON l.id = s.list WHERE l.name = ? ORDER BY l.deleted IS NULL, l.id"))
  }

  func tag(_ name: String) async throws -> TagID {
    try await mine.tags(of: 1_000).rows.first { $0.tag.name == name }?.id ?? TagID(999)
  }

  func change(_ name: String) throws -> ChangeID {
    guard let change = labels[name.isEmpty ? "last" : name] else {
      throw Unexpected(what: "no change is named \(name)")
    }
    return change
  }

  /// The last number that a query finds for a name, one of them in their own order, or the number itself; 999 if there is none.
  private func number(_ name: String, _ sql: String) async throws -> Int64 {
    if name.hasPrefix("#") { return Int64(name.dropFirst()) ?? 0 }
    let parts = name.split(separator: "#")
    let found = try await store.read { db in try Int64.fetchAll(db, sql: sql, arguments: [String(parts.first ?? "")]) }
    if parts.count == 2, let place = Int(parts[1]) { return found.count < place ? 999 : found.sorted()[place - 1] }
    return found.last ?? 999
  }

  func title(of task: TaskID) async throws -> String {
    try await store.read { db in
      try String.fetchOne(db, sql: "SELECT title FROM tasks WHERE id = ?", arguments: [task.value]) ?? ""
    }
  }
}

extension TaskRow {
  /// The title at its level, with the fields that rows show.
  var line: String {
    let fields = [
      due.map { "due=\($0.iso)" }, time.map { "time=\($0)" }, start.map { "start=\($0.iso)" },
      repeats.map { "repeats=\($0)" },
      tags.isEmpty ? nil : "tags=\(tags.text)", priority == .none ? nil : "priority=\(priority.name)",
      hasNotes ? "notes" : nil,
      subtasks == .shown ? nil : "\(subtasks)",
    ]
    let name = String(repeating: ">", count: place.depth) + (done == nil ? "" : "✓ ") + title
    return ([name, progress.map { "\($0.done)/\($0.total)" }] + fields).compactMap(\.self).joined(separator: " ")
  }
}

extension TaskDraft {
  /// The title, and the fields that are not empty.
  var line: String {
    let fields = TaskField.all.filter { $0 != .title && !self[$0].isEmpty && self[$0] != "none" }.map {
      "\($0.name)=\(self[$0])"
    }
    return ([title] + fields).joined(separator: " ")
  }
}
