import Foundation
import Tasks

/// Reads the JSON export of Remember the Milk. Moments are milliseconds since 1970; notes belong to a series of tasks.
struct RememberTheMilkReader {
  private let zone: TimeZone
  private let places: [String: String]
  private let notes: [String: [JSONValue]]
  private let reminded: Set<String>

  /// Whether the members of a file are those of an export.
  static func recognises(_ file: [String: JSONValue]) -> Bool {
    guard file["lists"]?.isArray == true, let tasks = file["tasks"], tasks.isArray else { return false }
    return tasks.items.first { _ in true }.map { $0.members["series_id"] != nil } ?? (file["smart_lists"] != nil)
  }

  static func read(_ file: [String: JSONValue], _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    let most = builder.mostItems
    let reader = try RememberTheMilkReader(file, context, most: most)
    var trees: [String: ItemTree] = [:]
    for value in try file["tasks"]?.items(most: most) ?? [] {
      let task = value.members
      if task["date_trashed"]?.integer != nil {
        builder.remark(.deleted, title: task["name"]?.string ?? "")
        continue
      }
      let list = task["list_id"]?.string ?? ""
      let parent = task["parent_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      try trees[list, default: ItemTree(most: most)].add(reader.item(task), id: task["id"]?.string, parent: parent)
    }
    for list in try file["lists"]?.items(most: most) ?? [] {
      guard let id = list["id"]?.string, let tree = trees.removeValue(forKey: id) else { continue }
      try builder.begin(
        PortableList(name: list["name"]?.bytes.flatMap(ItemText.name), created: list["date_created"]?.moment))
      try tree.add(to: &builder)
    }
    for (_, tree) in trees.sorted(by: { $0.key < $1.key }) {
      try builder.begin(PortableList(name: nil))
      try tree.add(to: &builder)
    }
    for list in file["smart_lists"]?.objects ?? JSONValue.noObjects {
      builder.remark(.other, title: "", value: "smart list: \(list["name"]?.string ?? "")")
    }
    return builder.output(.rememberTheMilk)
  }

  private init(_ file: [String: JSONValue], _ context: ImportContext, most: Int) throws(UnreadableList) {
    zone = file["config"]?.members["timezone"]?.bytes.flatMap(ZoneName.timeZone) ?? context.zone
    let named = try file["locations"]?.items(most: most) ?? []
    places = Dictionary(
      named.compactMap { place in place["id"]?.string.map { ($0, place["name"]?.string ?? "") } }
    ) { first, _ in first }
    notes = Dictionary(grouping: try file["notes"]?.items(most: most) ?? []) { $0["series_id"]?.string ?? "" }
    reminded = Set(try file["reminders"]?.items(most: most).compactMap { $0["series_id"]?.string } ?? [])
  }

  private static let fields: JSONField.Table = [
    "name": .title, "date_created": .created, "date_added": .created, "date_modified": .changed,
    "priority": .priority(), "tags": .tags(), "url": .text(.link), "estimate": .text(.duration),
  ]

  private func item(_ task: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    // Numbers are unique only within the service.
    if let id = task["id"]?.string { item.identifier = Array("rtm-\(id)".utf8)[...] }
    item.parse(task, Self.fields)
    item.due = time("due", of: task, &item)
    item.start = time("start", of: task, &item)
    if task["date_completed"]?.written != nil {
      item.status = .done(item.moment(task["date_completed"], "date_completed").map(ItemTime.moment))
    }
    if let rule = task["repeat"]?.string, !rule.isEmpty {
      let isAfterCompletion = task["repeat_every"]?.isTrue != true
      item.parse(
        rule: rule.hasPrefix("RRULE:") ? String(rule.dropFirst(6)) : rule, isAfterCompletion: isAfterCompletion)
    }
    addRest(of: task, to: &item)
    return item
  }

  private func addRest(of task: [String: JSONValue], to item: inout ReadItem) {
    let series = task["series_id"]?.string ?? ""
    for note in notes[series] ?? [] {
      let parts = [note["title"]?.string, note["content"]?.string].compactMap(\.self).filter { !$0.isEmpty }
      item.remark(.comment, parts.joined(separator: "\n"))
    }
    if let place = task["location_id"]?.written { item.remark(.place, places[place] ?? place) }
    if reminded.contains(series) { item.remark(.reminder) }
  }

  private func time(_ name: String, of task: [String: JSONValue], _ item: inout ReadItem) -> ItemTime? {
    let value = task["date_\(name)"]
    guard let moment = value?.moment else { return item.time(value) }
    return task["date_\(name)_has_time"]?.isTrue == true ? .moment(moment) : .day(Day(of: moment, in: zone))
  }
}
