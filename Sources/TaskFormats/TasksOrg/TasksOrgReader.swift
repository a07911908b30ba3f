import Foundation
import Tasks

/// Reads a backup of Tasks.org.
enum TasksOrgReader {
  /// Whether the members of a file are those of a backup.
  static func recognises(_ file: [String: JSONValue]) -> Bool {
    guard let data = file["data"]?.members, let tasks = data["tasks"], tasks.isArray else { return false }
    return tasks.items.first { _ in true }.map { $0.members["task"]?.isObject == true }
      ?? (data["caldavCalendars"] != nil)
  }

  static func read(_ file: [String: JSONValue], _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    let data = file["data"]?.members ?? [:]
    var names: [(id: String, name: String?)] = []
    var known: Set<String> = []
    let most = builder.mostItems
    let lists = [data["caldavCalendars"], data["googleTaskLists"]].compactMap(\.self)
    for list in lists.lazy.flatMap(\.objects) {
      guard let id = (list["uuid"] ?? list["remoteId"])?.string, known.insert(id).inserted else { continue }
      guard names.count < most else { throw .tooManyTasks }
      names.append((id, (list["name"] ?? list["title"])?.bytes.flatMap(ItemText.name)))
    }
    var trees: [String: ItemTree] = [:]
    var rest = ItemTree(most: most)
    for value in data["tasks"]?.items ?? JSONValue.none {
      let entry = value.members
      let task = entry["task"]?.members ?? [:]
      let place = TasksOrgPlace(entry)
      if task["deletionDate"]?.integer.map({ $0 > 0 }) == true || place.isDeleted {
        builder.remark(.deleted, title: task["title"]?.string ?? "")
        continue
      }
      let item = TasksOrgTask(entry, task, zone: context.zone).item(at: place)
      if let list = place.list, known.contains(list) {
        try trees[list, default: ItemTree(most: most)].add(item, id: place.id, parent: place.parent)
      } else {
        try rest.add(item, id: place.id, parent: place.parent)
      }
    }
    for (id, name) in names {
      try builder.begin(PortableList(name: name))
      try trees[id]?.add(to: &builder)
    }
    if !rest.isEmpty || names.isEmpty {
      try builder.begin(PortableList(name: nil))
      try rest.add(to: &builder)
    }
    return builder.output(.tasksOrg)
  }
}

/// The list and the parent of a task of Tasks.org. A task may have moved: its last place counts.
struct TasksOrgPlace {
  let list: String?
  let id: String?
  let parent: String?
  /// Whether it was deleted from all of its lists.
  let isDeleted: Bool

  init(_ entry: [String: JSONValue]) {
    var last: [String: JSONValue] = [:]
    var count = (all: 0, kept: 0)
    for place in [entry["google"], entry["caldavTasks"]].compactMap(\.self).lazy.flatMap(\.objects) {
      count.all += 1
      if (place["deleted"]?.integer ?? 0) != 0 { continue }
      count.kept += 1
      last = place
    }
    list = (last["calendar"] ?? last["listId"])?.string
    id = last["remoteId"]?.string
    parent = last["remoteParent"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    isDeleted = count.all > 0 && count.kept == 0
  }
}

struct TasksOrgTask {
  private let entry: [String: JSONValue]
  private let task: [String: JSONValue]
  private let zone: TimeZone

  init(_ entry: [String: JSONValue], _ task: [String: JSONValue], zone: TimeZone) {
    (self.entry, self.task, self.zone) = (entry, task, zone)
  }

  private static let fields: JSONField.Table = [
    "title": .title, "notes": .notes, "creationDate": .created, "modificationDate": .changed,
    "priority": .priority(["0": .high, "1": .medium, "2": .low, "3": .none]), "calendarURI": .text(.other),
  ]
  private static let entryFields: JSONField.Table = [
    "tags": .tags("name"), "comments": .each(.comment, "message"), "alarms": .each(.reminder),
    "locations": .each(.place, "name"), "geofences": .each(.reminder), "attachments": .each(.attachment),
  ]

  func item(at place: TasksOrgPlace) -> ReadItem {
    var item = ReadItem()
    item.identifier = place.id.map { Array($0.utf8)[...] } ?? task["remoteId"]?.bytes
    item.mayLackTitle = true
    item.parse(task, Self.fields)
    item.due = time("dueDate", of: &item)
    item.start = time("hideUntil", of: &item)
    if let completed = item.moment(task["completionDate"], "completionDate") { item.status = .done(.moment(completed)) }
    item.parse(entry, Self.entryFields)
    addRecurrence(to: &item)
    addDurations(to: &item)
    return item
  }

  /// A time has seconds, which stand for it; a day has none.
  private func time(_ name: String, of item: inout ReadItem) -> ItemTime? {
    guard let value = task[name], value.integer != 0 else { return nil }
    guard let moment = value.moment, let milliseconds = value.integer else { return item.time(value) }
    return milliseconds % 60_000 > 0 ? .moment(moment) : .day(Day(of: moment, in: zone))
  }

  private func addRecurrence(to item: inout ReadItem) {
    guard let written = task["recurrence"]?.bytes, !written.isEmpty else { return }
    let rule = written.begins(with: "rrule:") ? written.dropFirst(6) : written
    let parts = rule.split(separator: UInt8(ascii: ";"))
    let standard = parts.filter { !$0.begins(with: "from=") }
    let isAfterCompletion = task["repeatFrom"]?.integer == 1 || parts.contains { $0.equals("from=completion") }
    let text = standard.map(\.text).joined(separator: ";")
    item.parse(rule: text, isAfterCompletion: isAfterCompletion)
  }

  private func addDurations(to item: inout ReadItem) {
    for (name, words) in [("estimatedSeconds", "min"), ("elapsedSeconds", "min elapsed")] {
      guard let text = task[name]?.written, text != "0" else { continue }
      item.remark(.duration, task[name]?.integer.map { "\($0 / 60) \(words)" } ?? text)
    }
  }
}
