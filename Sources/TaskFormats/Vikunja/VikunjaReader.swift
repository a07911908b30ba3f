import Foundation
import Tasks

/// Reads the projects in an export of Vikunja. Buckets are sections; subtasks are nested tasks.
struct VikunjaReader {
  private var builder: ImportBuilder

  /// Whether a file is a list of projects.
  static func recognises(_ file: JSONValue) -> Bool {
    guard file.isArray, let first = file.items.first(where: { _ in true })?.members else { return false }
    return first["title"]?.string != nil && (first["tasks"] != nil || Self.children(of: first) != nil)
      && (first["hex_color"] != nil || first["identifier"] != nil || first["parent_project_id"] != nil)
  }

  static func read(_ file: JSONValue, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var reader = VikunjaReader(builder: ImportBuilder(context))
    // A project may contain others, which are read once for each level above them.
    var open = try file.items(most: context.limits.tasks).reversed().map { (project: $0, level: 0) }
    while let (next, level) = open.popLast() {
      let project = next.members
      if project["tasks"] != nil || Self.children(of: project) == nil { try reader.add(project) }
      let children = try Self.children(of: project)?.items(most: context.limits.tasks) ?? []
      guard children.isEmpty || level < mostLevels else { throw .tooDeep }
      open.append(contentsOf: children.reversed().map { ($0, level + 1) })
    }
    return reader.builder.output(.vikunja)
  }

  private static let mostLevels = 12

  /// The projects in a project. Older exports have namespaces, which contain lists or projects and no tasks.
  private static func children(of project: [String: JSONValue]) -> JSONValue? {
    [project["child_projects"], project["projects"], project["lists"]].compactMap(\.self).first(where: \.isArray)
  }

  private mutating func add(_ project: [String: JSONValue]) throws(UnreadableList) {
    // Pseudo projects, such as that of favorites, show tasks of others.
    if project["id"]?.integer.map({ $0 < 0 }) == true { return }
    try builder.begin(
      PortableList(
        name: project["title"]?.bytes.flatMap(ItemText.name), created: project["created"]?.moment))
    if let description = project["description"]?.bytes, !description.isEmpty {
      builder.remark(.description, title: "", value: HTMLText.plain(description).beginning(bytes: 1_000).text)
    }
    if project["is_archived"]?.isTrue == true { builder.remark(.other, title: "", value: "is_archived") }
    let places = VikunjaPlaces(project)
    let tasks = places.ordered(try project["tasks"]?.items(most: builder.mostItems) ?? [])
    let parents = VikunjaPlaces.parents(of: tasks)
    var tree = ItemTree(most: builder.mostItems)
    for task in tasks.lazy.map(\.members) {
      let id = task["id"]?.integer
      let parent = id.flatMap { parents[$0] }
      var item = VikunjaTask.item(task)
      item.group = places.bucket(of: task)
      try tree.add(item, id: id.map(String.init), parent: parent.map(String.init))
    }
    try tree.add(to: &builder)
  }
}

/// The order, the buckets and the parents of a project's tasks.
struct VikunjaPlaces {
  private var titles: [Int: String] = [:]
  private var buckets: [Int: Int] = [:]
  private var positions: [Int: Double] = [:]

  init(_ project: [String: JSONValue]) {
    for bucket in project["buckets"]?.objects ?? JSONValue.noObjects {
      if let id = bucket["id"]?.integer { titles[id] = bucket["title"]?.bytes.flatMap(ItemText.name) }
    }
    for place in project["task_buckets"]?.objects ?? JSONValue.noObjects {
      guard let task = place["task_id"]?.integer, let bucket = place["bucket_id"]?.integer else { continue }
      buckets[task] = buckets[task] ?? bucket
    }
    for place in project["positions"]?.objects ?? JSONValue.noObjects {
      guard let task = place["task_id"]?.integer, let position = place["position"]?.number else { continue }
      positions[task] = positions[task] ?? position
    }
  }

  func bucket(of task: [String: JSONValue]) -> String? {
    let id = task["id"]?.integer.flatMap { buckets[$0] } ?? task["bucket_id"]?.integer
    return id.flatMap { titles[$0] }
  }

  func ordered(_ tasks: [JSONValue]) -> [JSONValue] {
    let places = tasks.map { task in
      task["id"]?.integer.flatMap { positions[$0] } ?? task["position"]?.number ?? .infinity
    }
    return tasks.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { tasks[$0] }
  }

  /// Each relation is at both tasks, or at one of them.
  static func parents(of tasks: [JSONValue]) -> [Int: Int] {
    var parents: [Int: Int] = [:]
    for task in tasks {
      guard let id = task["id"]?.integer, let related = task["related_tasks"]?.members else { continue }
      for parent in related["parenttask"]?.objects ?? JSONValue.noObjects {
        parents[id] = parents[id] ?? parent["id"]?.integer
      }
      for child in related["subtask"]?.objects ?? JSONValue.noObjects {
        if let child = child["id"]?.integer, child != id { parents[child] = parents[child] ?? id }
      }
    }
    return parents
  }
}

enum VikunjaTask {
  private static let fields: JSONField.Table = [
    "title": .title, "description": .html, "due_date": .due, "start_date": .start, "end_date": .text(.other),
    "created": .created, "updated": .changed,
    "priority": .priority(["1": .low, "2": .medium, "3": .high, "4": .high, "5": .high]), "labels": .tags("title"),
    "reminders": .each(.reminder), "reminder_dates": .each(.reminder), "assignees": .each(.person),
    "is_favorite": .flag(.other), "hex_color": .present(.look),
  ]

  static func item(_ task: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    // Numbers are unique only within one server.
    if let id = task["id"]?.integer {
      item.identifier = Array("vikunja-\(id)-\(task["created"]?.string ?? "")".utf8)[...]
    }
    item.parse(task, fields)
    if task["done"]?.isTrue == true {
      item.status = .done(item.moment(task["done_at"], "done_at").map(ItemTime.moment))
    } else if let done = task["percent_done"], done.written != "0" {
      let percent = done.number.map { String(Int(min(max(($0 * 100).rounded(), -1), 1_000_000))) }
      if let text = percent ?? done.written { item.parse(percent: Array(text.utf8)[...]) }
    }
    addRecurrence(of: task, to: &item)
    addRest(of: task, to: &item)
    return item
  }

  /// The mode 1 is every month, 2 counts from the completion.
  private static func addRecurrence(of task: [String: JSONValue], to item: inout ReadItem) {
    for name in ["repeat_after", "repeat_mode"] where task[name]?.integer == nil {
      if let text = task[name]?.written { item.remark(.rule, "\(name): \(text)") }
    }
    let seconds = task["repeat_after"]?.integer ?? 0
    let mode = task["repeat_mode"]?.integer ?? (task["repeat_from_current_date"]?.isTrue == true ? 2 : 0)
    if mode == 1 {
      item.recurrence = .rules("FREQ=MONTHLY")
      return
    }
    guard seconds > 0 else { return }
    let days = seconds / 86_400
    guard seconds % 86_400 == 0, Recurrence.intervals.contains(days), mode == 0 || mode == 2 else {
      return item.remark(.rule, "\(seconds) s")
    }
    if mode == 0 {
      item.recurrence = .rules("FREQ=DAILY" + (days > 1 ? ";INTERVAL=\(days)" : ""))
    } else {
      item.completionInterval = (days, .day)
    }
  }

  private static func addRest(of task: [String: JSONValue], to item: inout ReadItem) {
    for file in task["attachments"]?.objects ?? JSONValue.noObjects {
      item.remark(.attachment, file["file"]?.members["name"]?.string ?? "")
    }
    for comment in task["comments"]?.objects ?? JSONValue.noObjects {
      item.remark(.comment, comment["comment"]?.bytes.map { HTMLText.plain($0).text } ?? "")
    }
    for (kind, others) in task["related_tasks"]?.members ?? [:] where kind != "subtask" && kind != "parenttask" {
      for _ in others.items { item.remark(.relation, kind) }
    }
  }
}
