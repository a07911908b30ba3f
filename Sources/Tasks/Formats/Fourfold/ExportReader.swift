import Foundation

/// Reads the app's own export (``ExportText``). Invalid lists and tasks do not affect the others.
enum ExportReader {
  static func read<Collector: ItemCollector>(
    _ text: Bytes, into empty: Collector
  ) throws(UnreadableList) -> Collector.Output {
    let file: [String: JSONValue]
    do {
      file = try JSONValue(checking: text).members
    } catch {
      switch error {
      case .tooDeep: throw .tooDeep
      // A truncated export still has its beginning.
      case .malformed: throw text.prefix(8192).contains("\"fourfold\"") ? .broken : .otherJSON
      }
    }
    return try read(file, into: empty)
  }

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
    var names: [String] = []
    for value in lists.items {
      guard let list = ExportedListReader(value) else {
        builder.skip()
        continue
      }
      // A followed list takes what is not in the trash.
      if list.head.deleted == nil, let name = list.head.name { names.append(name) }
      try builder.begin(list.head)
      // A nested task names its parent.
      var tree = ItemTree(most: builder.mostItems)
      for task in list.tasks.items {
        if let item = ExportedTaskReader.item(task) {
          try tree.add(item.item, id: item.item.identifier?.text, parent: item.parent)
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

  /// The form `2026-01-31T23:59:59.123Z`.
  static func moment(_ value: JSONValue?) -> Date? { value?.string.flatMap(FileMoment.init)?.date }
}

/// A list in an export.
private struct ExportedListReader {
  let head: ReadListHead
  let tasks: JSONValue

  /// Nil if the name or the tasks are missing.
  init?(_ value: JSONValue) {
    let members = value.members
    guard let name = members["name"]?.bytes, let tasks = members["tasks"], tasks.isArray else { return nil }
    var head = ReadListHead(number: members["id"]?.integer.map(Int64.init), name: ItemText.name(name))
    if let query = members["filter"]?.string { head.kind = .filter(query) }
    if let address = members["source"]?.string { head.kind = .source(address) }
    head.created = ExportReader.moment(members["created-at"])
    head.preferences = Self.preferences(members)
    // A time that can't be read is one, too.
    head.deleted = members["deleted-at"]?.string.map { FileMoment($0)?.date ?? .distantPast }
    (self.head, self.tasks) = (head, tasks)
  }

  /// Nil if there are none, as in older files.
  private static func preferences(_ members: [String: JSONValue]) -> ListPreferences? {
    let adds = members["adds"]?.string.flatMap { ListEnd(rawValue: $0) }
    let order = members["order"]?.string.flatMap { TaskOrder(rawValue: $0) }
    if adds == nil, order == nil { return nil }
    let usual = ListPreferences.ofNewList
    return ListPreferences(adds: adds ?? usual.adds, order: order ?? usual.order)
  }
}

/// A task in an export.
private enum ExportedTaskReader {
  /// A task, and the identifier of its parent. Nil if it has no title.
  static func item(_ value: JSONValue) -> (item: ReadItem, parent: String?)? {
    let members = value.members
    var item = ReadItem()
    guard let title = members[TaskField.title.name]?.bytes else { return nil }
    item.title = ItemText.title(title)
    let texts = members.compactMapValues { $0.string }
    let time = texts[TaskField.time.name].flatMap { ClockTime($0) }
    for field in TaskField.all {
      guard let text = texts[field.name] else { continue }
      switch field {
      case .title, .time: break
      case .notes: item.notes = ItemText.notes(Array(text.utf8)[...])
      case .due:
        item.due = Day(iso: text).map { RemoteTime($0, time) }
        item.zone = time?.zone
        if item.due == nil { item.remark(.date, text) }
      case .start:
        item.start = Day(iso: text).map(RemoteTime.day)
        if item.start == nil { item.remark(.date, text) }
      case .repeats:
        item.repeats = Recurrence(text)
        if item.repeats == nil { item.remark(.rule, text) }
        item.recurrence = item.repeats.map { .rules($0.standardRuleText) } ?? .none
      case .tags: for tag in TagSet(stored: text).tags { item.add(tag: ItemText.tag(Array(tag.name.utf8)[...])) }
      case .priority:
        item.priority = Priority(name: text) ?? .none
        if Priority(name: text) == nil { item.remark(.other, text) }
      }
    }
    if let text = texts[TaskField.time.name], time == nil || item.due == nil { item.remark(.date, text) }
    for name in members.keys.sorted() where !known.contains(name) { item.remark(.other, name) }
    item.identifier = members["uid"]?.bytes
    if let percent = texts["percent"].flatMap({ Int($0) }) { item.status = .open(percent: min(max(percent, 0), 100)) }
    if texts["completed-at"] != nil {
      item.status = .done(item.moment(members["completed-at"], "completed-at").map(RemoteTime.moment))
    }
    item.created = item.moment(members["created-at"], "created-at")
    item.changed = item.moment(members["changed-at"], "changed-at")
    item.deleted = texts["deleted-at"].map { FileMoment($0)?.date ?? .distantPast }
    return (item, texts["parent"])
  }

  private static let known = Set(
    TaskField.all.map(\.name)
      + ["uid", "parent", "percent", "created-at", "changed-at", "completed-at", "deleted-at"])
}
