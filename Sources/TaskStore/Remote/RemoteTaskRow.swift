import Foundation
import GRDB
import Tasks

/// A stored task of a fetched copy. Two copies are compared by their column values.
struct RemoteTaskRow: Hashable {
  static let columns = """
    t.depth, t.priority, t.status, t.percent, t.due, t.done, t.key, t.title, t.heading, t.tags, t.notes, t.repeats, t.rule,
      t.start
    """
  static let insertion = """
    INSERT INTO source_tasks
      (source, position, depth, priority, status, percent, due, done, key, title, heading, tags, notes, repeats, rule, start)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  static let count = 14

  let values: [Stored]
  let isOpen: Bool

  init(_ task: RemoteTask) throws {
    let (status, percent, done) = Self.parts(of: task.status)
    isOpen = task.status.isOpen
    values = [
      .integer(Int64(max(task.depth, 0))), .integer(Int64(task.priority.rawValue)), .text(status),
      percent.map { .integer(Int64(min(max($0, 0), 100))) } ?? .null, Stored(task.due), Stored(done),
      .text(task.key), .text(task.title), task.group.map(Stored.text) ?? .null, try Self.json(task.tags),
      task.notes.isEmpty ? .null : .text(task.notes), .integer(task.repeats ? 1 : 0), Self.rule(task.recurrence),
      Stored(task.start),
    ]
  }

  init(_ row: Row) throws {
    values = try (0..<Self.count).map { try Stored(row[$0] as DatabaseValue) }
    isOpen = values[2] == .text("open")
  }

  private static func parts(of status: RemoteStatus) -> (name: String, percent: Int?, done: RemoteTime?) {
    switch status {
    case .open(let percent): ("open", percent, nil)
    case .done(let time): ("done", nil, time)
    case .cancelled: ("cancelled", nil, nil)
    }
  }

  private static func rule(_ recurrence: RemoteRecurrence) -> Stored {
    switch recurrence {
    case .rules(let rules): .text(rules)
    case .none, .dates: .null
    case .unworkable: .text(unworkable)
    }
  }

  /// Stands for a rule that can't be worked out.
  fileprivate static let unworkable = "?"

  private static func json(_ tags: [String]) throws -> Stored {
    tags.isEmpty ? .null : .text(String(decoding: try JSONEncoder().encode(tags), as: UTF8.self))
  }
}

extension RemoteTask {
  init(stored row: Row) throws {
    let tags = row[9] as String?
    self.init(
      key: row[6], title: row[7], notes: row[10] ?? "", due: row.remoteTime(4), start: row.remoteTime(13),
      recurrence: row[11] ? Self.recurrence(row[12] as String?) : .none, priority: try row.known(1),
      status: try Self.status(row), group: row[8], depth: row[0],
      tags: tags?.decoded(as: [String].self) ?? [])
  }

  private static func recurrence(_ rule: String?) -> RemoteRecurrence {
    rule == RemoteTaskRow.unworkable ? .unworkable : rule.map(RemoteRecurrence.rules) ?? .dates
  }

  private static func status(_ row: Row) throws -> RemoteStatus {
    switch row[2] as String {
    case "open": .open(percent: row[3] ?? 0)
    case "done": .done(row.remoteTime(5))
    case "cancelled": .cancelled
    case _: throw StoreError.internal("an unknown status of a task from elsewhere")
    }
  }
}

extension Stored {
  /// Stores a day and floating time as text, and a moment as an integer.
  fileprivate init(_ time: RemoteTime?) {
    switch time {
    case .day(let day): self = .text(day.iso)
    case .local(let day, let time): self = .text("\(day.iso)T\(time)")
    case .moment(let moment): self = .integer(Milliseconds(moment).value)
    case nil: self = .null
    }
  }
}

extension Row {
  /// Nil also for a time that can't be read.
  func remoteTime(_ index: Int) -> RemoteTime? {
    switch (self[index] as DatabaseValue).storage {
    case .null, .double, .blob: nil
    case .int64(let value): .moment(Milliseconds(value: value).date)
    case .string(let text):
      if let time = TimeOfDay(String(text.dropFirst(11))), let day = Day(iso: text.prefix(10)) {
        .local(day, time)
      } else {
        Day(iso: text).map(RemoteTime.day)
      }
    }
  }
}
