import Foundation
import Tasks

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
      try builder.begin(PortableList(name: list.name.flatMap(ItemText.name) ?? context.fileName))
      for task in list.tasks.items {
        let task = task.members
        try builder.add(item(task, in: context.zone))
        for entry in task["checklistItems"]?.objects ?? JSONValue.noObjects { try builder.add(subtask(entry)) }
      }
    }
    return builder.output(.microsoftToDo)
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

  private static let fields: JSONField.Table = [
    "id": .identifier, "title": .title, "createdDateTime": .created, "lastModifiedDateTime": .changed,
    "importance": .priority(), "categories": .tags(), "isReminderOn": .flag(.reminder),
    "hasAttachments": .flag(.attachment),
  ]
  private static let subtaskFields: JSONField.Table = [
    "id": .identifier, "title": .title, "displayName": .title, "createdDateTime": .created,
  ]

  private static func item(_ task: [String: JSONValue], in zone: TimeZone) -> ReadItem {
    var item = ReadItem()
    item.mayLackTitle = true
    item.parse(task, fields)
    let body = task["body"]?.members ?? [:]
    item.parse(body, ["content": body["contentType"]?.string == "html" ? .html : .notes])
    item.due = GraphTime.day(task["dueDateTime"], in: zone)
    item.start = GraphTime.day(task["startDateTime"], in: zone)
    for name in ["dueDateTime", "startDateTime", "completedDateTime"] where GraphTime.time(task[name]) == nil {
      if let text = GraphTime.text(task[name]) { item.remark(.date, text) }
    }
    switch task["status"]?.written {
    case "completed": item.status = .done(GraphTime.time(task["completedDateTime"]))
    case "waitingOnOthers": item.remark(.state, "waiting on others")
    case "inProgress": item.remark(.state, "in progress")
    case "notStarted", nil: break
    case let other?: item.remark(.state, other)
    }
    if let recurrence = task["recurrence"], recurrence.isObject { GraphRecurrence(recurrence).add(to: &item) }
    for link in task["linkedResources"]?.objects ?? JSONValue.noObjects {
      let parts = [link["displayName"]?.string, link["webUrl"]?.string].compactMap(\.self)
      item.remark(.link, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
    return item
  }

  private static func subtask(_ entry: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    (item.depth, item.mayLackTitle) = (1, true)
    item.parse(entry, subtaskFields)
    if entry["isChecked"]?.isTrue == true {
      item.status = .done(item.moment(entry["checkedDateTime"], "checkedDateTime").map(ItemTime.moment))
    }
    return item
  }
}

/// Dates of Microsoft Graph: a local time and the name of its zone.
enum GraphTime {
  /// A time, a moment if the zone is known.
  static func time(_ value: JSONValue?) -> ItemTime? {
    guard let (time, zone) = parts(value) else { return nil }
    guard let zone, time.offset == nil else { return time.time }
    return .moment(time.wall.day.moment(at: time.wall.time, in: zone))
  }

  /// A day. Midnight in the named zone stands for it; another time is that of the person's midnight.
  static func day(_ value: JSONValue?, in zone: TimeZone) -> ItemTime? {
    guard let (written, _) = parts(value), let time = time(value) else { return nil }
    return .day(written.isMidnight ? written.wall.day : time.day(in: zone))
  }

  /// The text of a date, which may be unreadable; nil if there is none.
  static func text(_ value: JSONValue?) -> String? {
    let text = value?.string ?? value?.members["dateTime"]?.string ?? ""
    return text.isEmpty ? nil : text
  }

  private static func parts(_ value: JSONValue?) -> (FileMoment, TimeZone?)? {
    if let text = value?.string { return FileMoment(text).map { ($0, nil) } }
    let members = value?.members ?? [:]
    guard let time = members["dateTime"]?.string.flatMap(FileMoment.init) else { return nil }
    return (time, members["timeZone"]?.bytes.flatMap(ZoneName.timeZone))
  }
}

/// A recurrence of Microsoft Graph, as a rule.
struct GraphRecurrence {
  private let pattern: [String: JSONValue]
  private let range: [String: JSONValue]

  init(_ value: JSONValue) {
    let members = value.members
    pattern = members["pattern"]?.members ?? [:]
    range = members["range"]?.members ?? [:]
  }

  func add(to item: inout ReadItem) {
    guard let rule else { return item.remark(.exceptions, pattern["type"]?.string ?? "") }
    // The number of occurrences counts from the first one, which has passed.
    item.passed = nil
    item.recurrence = .rules(rule)
    // A day that a month lacks is its last one.
    guard pattern["type"]?.string == "absoluteMonthly", let day = pattern["dayOfMonth"]?.integer, 29...31 ~= day,
      range["type"]?.string == "noEnd", case .day(let due)? = item.due
    else { return }
    item.repeats = Recurrence(.monthly(.date(day)), interval: pattern["interval"]?.integer ?? 1, current: due)
  }

  private var rule: String? {
    guard let interval = pattern["interval"]?.integer, interval > 0, let dates else { return nil }
    var parts = dates
    if interval > 1 { parts.insert("INTERVAL=\(interval)", at: 1) }
    switch range["type"]?.string {
    case "endDate":
      guard let last = range["endDate"]?.string.flatMap({ Day(iso: $0.prefix(10)) }) else { return nil }
      parts.append("UNTIL=\(last.iso.filter { $0 != "-" })")
    case "numbered": parts.append("COUNT=\(range["numberOfOccurrences"]?.integer ?? 1)")
    case _: break
    }
    return parts.joined(separator: ";")
  }

  private var dates: [String]? {
    let days = pattern["daysOfWeek"]?.items.compactMap { $0.string.map { String($0.prefix(2)).uppercased() } } ?? []
    let place = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1][pattern["index"]?.string ?? ""]
    let placed = place.flatMap { place in days.isEmpty ? nil : "BYDAY=\(days.joined(separator: ","));BYSETPOS=\(place)"
    }
    let month = pattern["month"]?.integer.map { "BYMONTH=\($0)" }
    let monthDay = pattern["dayOfMonth"]?.integer.map { "BYMONTHDAY=\($0)" }
    switch pattern["type"]?.string {
    case "daily": return ["FREQ=DAILY"]
    case "weekly":
      let start = pattern["firstDayOfWeek"]?.string.map { "WKST=\($0.prefix(2).uppercased())" }
      return ["FREQ=WEEKLY"] + (days.isEmpty ? [] : ["BYDAY=\(days.joined(separator: ","))"])
        + [start].compactMap(\.self)
    case "absoluteMonthly": return monthDay.map { ["FREQ=MONTHLY", $0] }
    case "relativeMonthly": return placed.map { ["FREQ=MONTHLY", $0] }
    case "absoluteYearly": return month.flatMap { month in monthDay.map { ["FREQ=YEARLY", month, $0] } }
    case "relativeYearly": return month.flatMap { month in placed.map { ["FREQ=YEARLY", month, $0] } }
    case _: return nil
    }
  }
}
