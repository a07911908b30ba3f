import Foundation
import Tasks

/// Reads the app's own export (``ExportText``). Invalid lists and tasks do not affect the others.
enum ExportReader {
  /// Whether the members of a file are those of an export.
  static func recognises(_ file: [String: JSONValue]) -> Bool { file["format"]?.string == ExportText.format }

  /// - Parameter file: the members of the file.
  static func read<Collector: ItemCollector>(
    _ file: [String: JSONValue], into empty: Collector
  ) throws(UnreadableList) -> Collector.Output {
    guard recognises(file) else { throw .otherJSON }
    guard file["version"]?.integer == ExportText.version, let lists = file["lists"], lists.isArray else {
      throw .broken
    }
    var builder = empty
    let others = file.filter { !known.contains($0.key) }
    builder.omit(.other, others)
    var names: [String] = []
    for value in lists.items {
      guard let list = ExportedListReader(value) else {
        builder.skip()
        continue
      }
      if list.head.deleted == nil, let name = list.head.name { names.append(name) }
      try builder.begin(list.head)
      builder.omit(.other, list.others)
      // A nested task names its parent.
      var tree = ItemTree(most: builder.mostItems)
      for task in list.tasks.items {
        if let task = ExportedTaskReader(task) {
          try tree.add(task.item, id: task.item.identifier?.text, parent: task.parent)
        } else if list.head.deleted == nil {
          builder.skip()
        } else {
          builder.remark(.unreadable)
        }
      }
      try tree.add(to: &builder)
    }
    return builder.output(.fourfold, title: names.count == 1 ? names.first : nil, appointments: 0)
  }

  private static let known: Set<String> = ["account", "exported-at", "format", "lists", "version"]
}

private struct ExportedListReader {
  private(set) var head = PortableList(name: nil)
  let tasks: JSONValue
  /// The members that are not known, or not understood.
  private(set) var others: [String: JSONValue] = [:]

  /// Nil if the tasks are missing.
  init?(_ value: JSONValue) {
    let members = value.members
    guard let tasks = members["tasks"], tasks.isArray else { return nil }
    self.tasks = tasks
    for (name, value) in members {
      if let text = value.written, !parse(name, text, value) { others[name] = value }
    }
  }

  /// False if the value is not understood.
  private mutating func parse(_ name: String, _ text: String, _ value: JSONValue) -> Bool {
    switch name {
    case "tasks", "role": break
    case "name": head.name = ItemText.name(Array(text.utf8)[...])
    case "id":
      head.number = Int64(text)
      return head.number != nil
    case "filter" where value.string != nil: head.kind = .filter(text)
    case "source" where value.string != nil: head.kind = .source(text)
    case "sections" where value.isArray: head.headings = value.items.compactMap { $0.bytes.flatMap(ItemText.name) }
    case "tag-colors" where value.isArray:
      for item in value.items where head.tagColors.count < Limits.tagsPerAccount {
        let (name, color) = (item.members["name"]?.string, item.members["color"]?.string)
        if let tag = name.flatMap({ Tag($0) }), let color = color.flatMap({ ListColor(hex: $0) }) {
          head.tagColors[tag.name] = color
        }
      }
    case "created-at":
      head.created = FileMoment(text)?.date
      return head.created != nil
    // A moment that can't be read still says that the list is in the trash.
    case "deleted-at": head.deleted = FileMoment(text)?.date ?? .distantPast
    case "inbox":
      head.isInbox = text == "true"
      return head.isInbox || text == "false"
    case "adds":
      guard let adds = ListEnd(rawValue: text) else { return false }
      head.preferences = preferences { $0.adds = adds }
    case "order":
      guard let order = TaskOrder(rawValue: text) else { return false }
      head.preferences = preferences { $0.order = order }
    case "layout":
      guard let layout = ListLayout(rawValue: text) else { return false }
      head.preferences = preferences { $0.layout = layout }
    case "color":
      guard let color = ListColor(hex: text) else { return false }
      head.preferences = preferences { $0.color = color }
    case _: return false
    }
    return true
  }

  private func preferences(_ change: (inout ListPreferences) -> Void) -> ListPreferences {
    var preferences = head.preferences ?? .ofNewList
    change(&preferences)
    return preferences
  }
}

/// A task in an export. A value of another type than that of ``ExportText`` is read where its meaning is clear.
private struct ExportedTaskReader {
  private(set) var item = ReadItem()
  /// The identifier of its parent.
  private(set) var parent: String?
  private let members: [String: JSONValue]

  private static let fields: JSONField.Table = [
    "uid": .identifier, "title": .title, "notes": .notes, "due": .due, "start": .start, "tags": .tags(),
    "priority": .priority(), "created-at": .created, "changed-at": .changed,
  ]

  /// Nil if it has no title.
  init?(_ value: JSONValue) {
    members = value.members
    guard members["title"]?.written != nil else { return nil }
    item.parse(members, Self.fields)
    if let time = members["time"]?.written { item.parse(time: Array(time.utf8)[...]) }
    let known = Set(Self.fields.map(\.key) + ["time"])
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      if let text = value.written, !parse(name, text, value) { item.remark(.other, "\(name): \(text)") }
    }
  }

  /// False if it is not known.
  private mutating func parse(_ name: String, _ text: String, _ value: JSONValue) -> Bool {
    let bytes = Array(text.utf8)[...]
    switch name {
    case "repeats": item.parse(repeats: bytes, in: item.zone.flatMap { TimeZone(identifier: $0) } ?? .gmt)
    case "parent": parent = text
    case "reminders":
      guard let reminders = ReminderSet(text) else { return false }
      item.draft.reminders = reminders
    // Whose it is depends on the account that imports it: ``PortableList/assigning(to:)``.
    case "assignee": item.draft.assignee = .named(text)
    case "comments" where value.isArray: parse(comments: value.items)
    case "section": item.group = ItemText.name(bytes)
    case "percent" where value.isScalar: if members["completed-at"]?.written == nil { item.parse(percent: bytes) }
    case "completed-at" where text == "done": item.status = .done(nil)
    case "completed-at": item.status = .done(item.moment(value, name).map(ItemTime.moment))
    // A time that can't be read is one, too.
    case "deleted-at": item.deleted = FileMoment(text)?.date ?? .distantPast
    case _: return false
    }
    return true
  }
}

extension ExportedTaskReader {
  /// Reads the comments that a task has room for, and notes the others.
  private mutating func parse(comments: JSONValue.Items) {
    var read: [PortableComment] = []
    for value in comments {
      if let comment = PortableComment(value), (read + [comment]).bounded.count > read.count {
        read.append(comment)
      } else {
        item.remark(.other, "comment: \(value.written ?? "")")
      }
    }
    item.comments = read
  }
}

extension ItemCollector {
  fileprivate mutating func omit(_ reason: ImportRemark.Reason, _ members: [String: JSONValue]) {
    let texts = members.sorted { $0.key < $1.key }.compactMap { name, value in
      value.written.map { Array("\(name): \($0)".utf8)[...] }
    }
    omit(reason, count: texts.count, examples: texts)
  }
}
