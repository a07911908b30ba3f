import Foundation

/// Reads Microsoft To Do, with the fields of Microsoft Graph. Exporters nest lists and tasks in several ways.
enum MicrosoftToDoReader {
  /// A list with its tasks.
  struct List {
    let name: Bytes?
    let tasks: JSONValue
  }

  /// The lists of a file; nil if it has none.
  static func lists(in file: JSONValue) -> [List]? {
    if file.isArray { return lists(of: file) }
    let members = file.members
    if let list = list(members) { return [list] }
    for key in ["lists", "value", "taskLists", "todoLists", "todo", "data"] {
      if let value = members[key], value.isArray, let lists = lists(of: value) { return lists }
    }
    // Lists by their names.
    let named = members.filter { isTasks($0.value) }
    if named.isEmpty { return nil }
    return named.sorted { $0.key < $1.key }.map { List(name: Array($0.key.utf8)[...], tasks: $0.value) }
  }

  static func read(_ lists: [List], _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    for list in lists {
      try builder.begin(ReadListHead(name: list.name.flatMap(ItemText.name) ?? context.fileName))
      for task in list.tasks.items {
        let task = task.members
        try builder.add(item(task, in: context.zone))
        for entry in task["checklistItems"]?.objects ?? JSONValue.noObjects { try builder.add(step(entry)) }
      }
    }
    return builder.file(.microsoftToDo)
  }

  private static func lists(of array: JSONValue) -> [List]? {
    if isTasks(array) { return [List(name: nil, tasks: array)] }
    var lists: [List] = []
    for item in array.items {
      guard let list = list(item.members) else { return nil }
      lists.append(list)
    }
    return lists.isEmpty ? nil : lists
  }

  private static func list(_ members: [String: JSONValue]) -> List? {
    guard let name = members["displayName"] ?? members["title"] ?? members["name"], let bytes = name.bytes,
      members["wellknownListName"] != nil || members["displayName"] != nil
        || (members["tasks"].map(isTasks) ?? false)
    else { return nil }
    let tasks = ["tasks", "todos", "items", "value"].lazy.compactMap { members[$0] }.first { $0.isArray }
    return tasks.map { List(name: bytes, tasks: $0) }
  }

  private static func isTasks(_ value: JSONValue) -> Bool {
    guard value.isArray, let first = value.items.first(where: { _ in true })?.members else { return false }
    return first["title"]?.string != nil && first["status"]?.string != nil
      && (first["importance"]?.string != nil || first["createdDateTime"]?.string != nil)
  }

  private static func item(_ task: [String: JSONValue], in zone: TimeZone) -> ReadItem {
    var item = ReadItem()
    item.identifier = task["id"]?.bytes
    item.mayLackTitle = true
    if let title = task["title"]?.bytes { item.take(title: title) }
    let body = task["body"]?.members ?? [:]
    if let content = body["content"]?.bytes {
      item.take(notes: body["contentType"]?.string == "html" ? HTMLText.plain(content) : content)
    }
    item.due = GraphTime.day(task["dueDateTime"], in: zone)
    item.start = GraphTime.day(task["startDateTime"], in: zone)
    for name in ["dueDateTime", "startDateTime", "completedDateTime"] where GraphTime.time(task[name]) == nil {
      if let text = GraphTime.text(task[name]) { item.remark(.date, text) }
    }
    item.created = item.moment(task["createdDateTime"], "createdDateTime")
    item.changed = item.moment(task["lastModifiedDateTime"], "lastModifiedDateTime")
    switch task["importance"]?.string {
    case "high": item.priority = .high
    case "low": item.priority = .low
    case _: break
    }
    switch task["status"]?.string {
    case "completed": item.status = .done(GraphTime.time(task["completedDateTime"]))
    case "waitingOnOthers": item.remark(.state, "waiting on others")
    case "deferred": item.remark(.state, "deferred")
    case _: break
    }
    for category in task["categories"]?.items ?? JSONValue.none { item.add(tag: category.bytes.flatMap(ItemText.tag)) }
    if let recurrence = task["recurrence"], recurrence.isObject { GraphRecurrence(recurrence).add(to: &item) }
    for link in task["linkedResources"]?.objects ?? JSONValue.noObjects {
      let parts = [link["displayName"]?.string, link["webUrl"]?.string].compactMap(\.self)
      item.remark(.link, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
    if task["isReminderOn"]?.isTrue == true { item.remark(.reminder) }
    if task["hasAttachments"]?.isTrue == true { item.remark(.attachment) }
    return item
  }

  private static func step(_ entry: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    item.identifier = entry["id"]?.bytes
    item.depth = 1
    item.mayLackTitle = true
    if let title = (entry["displayName"] ?? entry["title"])?.bytes { item.take(title: title) }
    item.created = item.moment(entry["createdDateTime"], "createdDateTime")
    if entry["isChecked"]?.isTrue == true {
      item.status = .done(item.moment(entry["checkedDateTime"], "checkedDateTime").map(RemoteTime.moment))
    }
    return item
  }
}
