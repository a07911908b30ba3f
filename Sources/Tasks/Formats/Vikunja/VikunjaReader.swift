import Foundation

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
    return reader.builder.file(.vikunja)
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
      ReadListHead(
        name: project["title"]?.bytes.flatMap(ItemText.name), created: VikunjaTime.moment(project["created"])))
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

/// A task of Vikunja.
enum VikunjaTask {
  static func item(_ task: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    // Numbers are unique only within one server.
    if let id = task["id"]?.integer {
      item.identifier = Array("vikunja-\(id)-\(task["created"]?.string ?? "")".utf8)[...]
    }
    if let title = task["title"]?.bytes { item.take(title: title) }
    if let description = task["description"]?.bytes { item.take(notes: HTMLText.plain(description)) }
    item.due = VikunjaTime.time(task["due_date"], of: &item)
    item.start = VikunjaTime.time(task["start_date"], of: &item)
    item.created = VikunjaTime.moment(task["created"])
    item.changed = VikunjaTime.moment(task["updated"])
    switch task["priority"]?.integer ?? 0 {
    case 1: item.priority = .low
    case 2: item.priority = .medium
    case 3...: item.priority = .high
    case _: break
    }
    if task["done"]?.isTrue == true {
      item.status = .done(VikunjaTime.moment(task["done_at"]).map(RemoteTime.moment))
    } else if let done = task["percent_done"]?.number, done != 0 {
      item.take(percent: Array(String(Int(min(max((done * 100).rounded(), -1), 1_000_000))).utf8)[...])
    }
    for label in task["labels"]?.objects ?? JSONValue.noObjects {
      item.add(tag: label["title"]?.bytes.flatMap(ItemText.tag))
    }
    addRecurrence(of: task, to: &item)
    addRest(of: task, to: &item)
    return item
  }

  /// The mode 1 is every month, 2 counts from the completion.
  private static func addRecurrence(of task: [String: JSONValue], to item: inout ReadItem) {
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
    for _ in task["reminders"]?.items ?? task["reminder_dates"]?.items ?? JSONValue.none { item.remark(.reminder) }
    for _ in task["assignees"]?.items ?? JSONValue.none { item.remark(.person) }
    for file in task["attachments"]?.objects ?? JSONValue.noObjects {
      item.remark(.attachment, file["file"]?.members["name"]?.string ?? "")
    }
    for comment in task["comments"]?.objects ?? JSONValue.noObjects {
      item.remark(.comment, comment["comment"]?.bytes.map { HTMLText.plain($0).text } ?? "")
    }
    if let end = VikunjaTime.moment(task["end_date"]) { item.remark(.other, "end_date \(FileMoment.text(end))") }
    if task["is_favorite"]?.isTrue == true { item.remark(.other, "is_favorite") }
    if task["hex_color"]?.string?.isEmpty == false { item.remark(.look) }
    for (kind, others) in task["related_tasks"]?.members ?? [:] where kind != "subtask" && kind != "parenttask" {
      for _ in others.items { item.remark(.relation, kind) }
    }
  }
}

/// Times of Vikunja. The first moment of year 1 stands for none.
enum VikunjaTime {
  static func time(_ value: JSONValue?, of item: inout ReadItem) -> RemoteTime? {
    let isNone = value?.string?.hasPrefix("0001-01-01T") == true
    return isNone ? nil : item.time(value)
  }

  static func moment(_ value: JSONValue?) -> Date? {
    guard let time = value?.string.flatMap(FileMoment.init), time.wall.day.year > 1 else { return nil }
    return time.date
  }
}
