import Foundation
import Tasks

/// Reads the JSON of `task export`, of Taskwarrior. Its projects are lists; dates are moments in UTC.
struct TaskwarriorReader {
  private let zone: TimeZone
  /// The descriptions of the tasks by their identifiers.
  private var names: [String: String] = [:]
  /// The task that goes on with each series: the first open one of its template, or the template itself.
  private var heads: [String: (id: String, due: String)] = [:]

  /// One object a line as an array, which `task export` writes without `json.array`; other text as it is.
  static func withBrackets(_ text: Bytes) -> Bytes {
    let lines = Lines(text).lazy.map { $0.trimmed }.filter { !$0.isEmpty }
      .map { $0.last == UInt8(ascii: ",") ? $0.dropLast() : $0 }
    guard lines.allSatisfy({ $0.first == UInt8(ascii: "{") && $0.last == UInt8(ascii: "}") }),
      lines.dropFirst().contains(where: { _ in true })
    else { return text }
    return [UInt8(ascii: "[")] + lines.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  /// Whether a file is a task or an array of tasks.
  static func recognises(_ file: JSONValue) -> Bool {
    let first = (file.isArray ? file.items.first { _ in true } : file)?.members ?? [:]
    return ["description", "status", "uuid", "entry"].allSatisfy { first[$0]?.string != nil }
  }

  static func read(_ file: JSONValue, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    let tasks = try file.isArray ? file.items(most: builder.mostItems).map(\.members) : [file.members]
    let reader = TaskwarriorReader(tasks, in: context.zone)
    var (projects, lists): ([String], [String: [ReadItem]]) = ([], [:])
    for task in tasks {
      if task["status"]?.string == "deleted" {
        builder.remark(.deleted, title: task["description"]?.string ?? "")
        continue
      }
      guard let item = reader.item(task) else { continue }
      let project = task["project"]?.written ?? ""
      if lists[project] == nil { projects.append(project) }
      lists[project, default: []].append(item)
    }
    for project in projects {
      try builder.begin(PortableList(name: ItemText.name(Array(project.utf8)[...]) ?? context.fileName))
      for item in lists[project] ?? [] { try builder.add(item) }
    }
    return builder.output(.taskwarrior)
  }

  private init(_ tasks: [[String: JSONValue]], in zone: TimeZone) {
    self.zone = zone
    for task in tasks {
      guard let id = task["uuid"]?.string else { continue }
      names[id] = task["description"]?.string
      guard Self.isOpen(task), let template = task["parent"]?.string else { continue }
      let due = task["due"]?.string ?? "~"
      if heads[template].map({ due < $0.due }) ?? true { heads[template] = (id, due) }
    }
  }

  private static func isOpen(_ task: [String: JSONValue]) -> Bool {
    ["pending", "waiting"].contains(task["status"]?.string)
  }

  private static let fields: JSONField.Table = [
    "uuid": .identifier, "description": .title, "tags": .tags(),
    "priority": .priority(["H": .high, "M": .medium, "L": .low]),
  ]
  private static let known: Set = [
    "annotations", "depends", "description", "due", "end", "entry", "id", "imask", "last", "mask", "modified", "parent",
    "priority", "project", "recur", "rtype", "scheduled", "start", "status", "tags", "template", "until", "urgency",
    "uuid", "wait",
  ]

  /// A task; nil for a template whose open task is in the file, too.
  private func item(_ task: [String: JSONValue]) -> ReadItem? {
    let id = task["uuid"]?.string ?? ""
    if task["status"]?.string == "recurring", heads[id] != nil { return nil }
    var item = ReadItem()
    item.parse(task, Self.fields)
    item.due = time(task["due"], &item)
    item.created = moment(task["entry"], "entry", &item)
    item.changed = moment(task["modified"], "modified", &item)
    takeStart(of: task, &item)
    takeStatus(of: task, &item)
    if task["parent"]?.string.map({ heads[$0]?.id == id }) ?? true { takeRule(of: task, &item) }
    addRest(of: task, to: &item)
    return item
  }

  /// A task is hidden until `wait`, and planned for `scheduled`.
  private func takeStart(of task: [String: JSONValue], _ item: inout ReadItem) {
    let wait = time(task["wait"], &item)
    item.start = time(task["scheduled"], &item) ?? wait
    if task["scheduled"] != nil, let text = task["wait"]?.string { item.remark(.date, "wait: \(text)") }
    if task["start"]?.written != nil { item.remark(.state, "started") }
  }

  private func takeStatus(of task: [String: JSONValue], _ item: inout ReadItem) {
    switch task["status"]?.written {
    case "completed": item.status = .done(moment(task["end"], "end", &item).map(ItemTime.moment))
    case "pending", "waiting", "recurring", nil: break
    case let other?: item.remark(.state, other)
    }
  }

  private func takeRule(of task: [String: JSONValue], _ item: inout ReadItem) {
    guard let words = task["recur"]?.written else { return }
    guard var rule = Self.rule(words.lowercased()) else { return item.remark(.rule, words) }
    if let last = task["until"]?.string.flatMap(ItemTime.init(written:)) {
      rule += ";UNTIL=\(last.day(in: zone).iso.filter { $0 != "-" })"
    }
    item.parse(rule: rule, isAfterCompletion: false)
  }

  private func addRest(of task: [String: JSONValue], to item: inout ReadItem) {
    for note in task["annotations"]?.objects ?? JSONValue.noObjects {
      if let text = note["description"]?.bytes { item.append(notes: ItemText.notes(text)) }
    }
    let others = task["depends"]?.items.compactMap(\.string) ?? []
    let ids = others.isEmpty ? task["depends"]?.string?.split(separator: ",").map(String.init) ?? [] : others
    for id in ids { item.remark(.relation, names[id] ?? id) }
    if task["recur"] == nil, let until = task["until"]?.string { item.remark(.other, "until: \(until)") }
    for (name, value) in task.sorted(by: { $0.key < $1.key }) where !Self.known.contains(name) {
      if let text = value.written { item.remark(.other, "\(name): \(text)") }
    }
  }

  /// A date without a time is the beginning of its day.
  private func time(_ value: JSONValue?, _ item: inout ReadItem) -> ItemTime? {
    let time = item.time(value)
    guard case .moment(let moment)? = time, TimeOfDay(of: moment, in: zone) == .midnight else { return time }
    return .day(Day(of: moment, in: zone))
  }

  private func moment(_ value: JSONValue?, _ name: String, _ item: inout ReadItem) -> Date? {
    guard let text = value?.written else { return nil }
    if case .moment(let moment)? = ItemTime(written: text) { return moment }
    item.remark(.other, "\(name): \(text)")
    return nil
  }
}

/// Recurrences of Taskwarrior.
extension TaskwarriorReader {
  private static let rules = [
    "daily": "FREQ=DAILY", "day": "FREQ=DAILY", "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "weekly": "FREQ=WEEKLY", "sennight": "FREQ=WEEKLY", "biweekly": "FREQ=WEEKLY;INTERVAL=2",
    "fortnight": "FREQ=WEEKLY;INTERVAL=2", "monthly": "FREQ=MONTHLY", "bimonthly": "FREQ=MONTHLY;INTERVAL=2",
    "quarterly": "FREQ=MONTHLY;INTERVAL=3", "semiannual": "FREQ=MONTHLY;INTERVAL=6", "annual": "FREQ=YEARLY",
    "yearly": "FREQ=YEARLY", "biannual": "FREQ=YEARLY;INTERVAL=2", "biyearly": "FREQ=YEARLY;INTERVAL=2",
  ]
  private static let units: [(names: Set<String>, rule: String, count: Int)] = [
    (["d", "day", "days"], "FREQ=DAILY", 1), (["w", "wk", "wks", "week", "weeks"], "FREQ=WEEKLY", 1),
    (["m", "mo", "mos", "mth", "mths", "mnth", "month", "months"], "FREQ=MONTHLY", 1),
    (["q", "qtr", "qtrs", "quarter", "quarters"], "FREQ=MONTHLY", 3),
    (["y", "yr", "yrs", "year", "years"], "FREQ=YEARLY", 1),
  ]

  /// The rule of a name, of a number of units, or of a duration of ISO 8601: `weekly`, `3days`, `P2W`. Nil for others.
  private static func rule(_ words: String) -> String? {
    if let rule = rules[words] { return rule }
    let text = words.hasPrefix("p") ? words.dropFirst() : words[...]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = TypedText.trimmed(text.dropFirst(digits.count))
    guard let number = digits.isEmpty ? 1 : Int(digits), let unit = units.first(where: { $0.names.contains(name) })
    else { return nil }
    return "\(unit.rule);INTERVAL=\(number * unit.count)"
  }
}
