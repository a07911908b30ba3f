import Foundation
import Tasks

/// Reads Google Tasks, as Google Takeout exports them.
enum GoogleTasksReader {
  /// Whether the members of a file are those of an export.
  static func recognises(_ file: [String: JSONValue]) -> Bool {
    guard let kind = file["kind"]?.string else { return false }
    return kind == "tasks#taskLists" || isList(kind)
  }

  private static func isList(_ kind: String?) -> Bool { kind == "tasks#tasks" || kind == "tasks#taskList" }

  static func read(_ file: [String: JSONValue], _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    if isList(file["kind"]?.string) {
      try builder.begin(PortableList(name: file["title"]?.bytes.flatMap(ItemText.name) ?? context.fileName))
      try add(file, to: &builder)
    } else {
      for value in file["items"]?.items ?? JSONValue.none {
        let list = value.members
        try builder.begin(
          PortableList(
            name: list["title"]?.bytes.flatMap(ItemText.name), created: list["created"]?.moment))
        try add(list, to: &builder)
      }
    }
    return builder.output(.googleTasks)
  }

  private static func add(_ list: [String: JSONValue], to builder: inout ImportBuilder) throws(UnreadableList) {
    var tasks = try list["items"]?.items(most: builder.mostItems) ?? []
    // Positions are texts that sort like the tasks.
    let positions = tasks.compactMap { $0["position"]?.string }
    if positions.count == tasks.count {
      tasks = tasks.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { tasks[$0] }
    }
    var tree = ItemTree(most: builder.mostItems)
    for task in tasks.lazy.map(\.members) {
      if task["deleted"]?.isTrue == true {
        builder.remark(.deleted, title: task["title"]?.string ?? "")
        continue
      }
      try tree.add(item(task), id: task["id"]?.string, parent: task["parent"]?.string)
    }
    try tree.add(to: &builder)
  }

  private static let fields: JSONField.Table = [
    "id": .identifier, "title": .title, "notes": .notes, "created": .created, "updated": .changed,
    "links": .each(.link, "link"), "recurrence": .text(.exceptions), "task_recurrence_id": .text(.exceptions),
    "recurrence_id": .text(.exceptions), "assignmentInfo": .present(.person), "assignment_info": .present(.person),
  ]

  private static func item(_ task: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    item.parse(task, fields)
    // The time of the due date is always midnight in UTC, and says nothing.
    item.due = task["due"]?.string.flatMap { Day(iso: $0.prefix(10)) }.map(ItemTime.day) ?? item.time(task["due"])
    for time in task["scheduled_time"]?.objects ?? JSONValue.noObjects where time["current"]?.isTrue ?? true {
      guard let written = (time["start"] ?? time["start_time"])?.written else { continue }
      guard let start = FileMoment(written) else {
        item.remark(.date, written)
        continue
      }
      if item.due == nil || !start.isMidnight { item.due = start.isMidnight ? .day(start.wall.day) : start.time }
    }
    switch task["status"]?.written {
    case "completed": item.status = .done(item.moment(task["completed"], "completed").map(ItemTime.moment))
    case "needsAction", nil: break
    case let other?: item.remark(.state, other)
    }
    if task["starred"]?.isTrue == true { item.draft.priority = .high }
    return item
  }
}
