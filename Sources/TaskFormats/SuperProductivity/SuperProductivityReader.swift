import Foundation
import Tasks

/// Reads a backup of Super Productivity. Its projects are lists; subtasks name their parents.
struct SuperProductivityReader {
  private let tags: [String: String]
  private let rules: [String: JSONValue]

  /// Whether the members of a file are those of a backup, or have them inside `data`.
  static func recognises(_ file: [String: JSONValue]) -> Bool { data(of: file) != nil }

  private static func data(of file: [String: JSONValue]) -> [String: JSONValue]? {
    [file, file["data"]?.members ?? [:]].first {
      $0["task"]?["entities"]?.isObject == true && $0["project"]?["entities"]?.isObject == true
    }
  }

  static func read(_ file: [String: JSONValue], _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    let most = builder.mostItems
    let data = data(of: file) ?? [:]
    let reader = SuperProductivityReader(
      tags: Dictionary(
        try entities(of: data["tag"], most: most).compactMap { tag in
          tag["id"]?.string.map { ($0, tag["title"]?.string ?? "") }
        }
      ) { first, _ in first },
      rules: Dictionary(
        try entities(of: data["taskRepeatCfg"], most: most).compactMap { rule in
          rule["id"]?.string.map { ($0, rule) }
        }
      ) { first, _ in first })
    var trees: [String: ItemTree] = [:]
    let archives = ["archiveYoung", "archiveOld"].compactMap { data[$0]?["task"] }
    for state in [data["task"], data["taskArchive"]].compactMap(\.self) + archives {
      for task in try entities(of: state, most: most).map(\.members) {
        let parent = task["parentId"]?.written
        try trees[task["projectId"]?.written ?? "", default: ItemTree(most: most)].add(
          reader.item(task), id: task["id"]?.string, parent: parent)
      }
    }
    for project in try entities(of: data["project"], most: most) {
      let tree = project["id"]?.string.flatMap { trees.removeValue(forKey: $0) }
      try builder.begin(PortableList(name: project["title"]?.bytes.flatMap(ItemText.name)))
      try tree?.add(to: &builder)
    }
    for (_, tree) in trees.sorted(by: { $0.key < $1.key }) {
      try builder.begin(PortableList(name: nil))
      try tree.add(to: &builder)
    }
    return builder.output(.superProductivity)
  }

  private init(tags: [String: String], rules: [String: JSONValue]) { (self.tags, self.rules) = (tags, rules) }

  /// The entities of a state in the order of their ids.
  private static func entities(of state: JSONValue?, most: Int) throws(UnreadableList) -> [JSONValue] {
    var found: [String: JSONValue] = [:]
    for (id, value) in state?["entities"]?.pairs ?? JSONValue.noPairs where value.isObject {
      guard found.count < most else { throw .tooManyTasks }
      found[id] = value
    }
    let ids = state?["ids"]?.items.compactMap(\.string) ?? []
    let ordered = ids.compactMap { found.removeValue(forKey: $0) }
    return ordered + found.sorted { $0.key < $1.key }.map(\.value)
  }

  private static let fields: JSONField.Table = [
    "id": .identifier, "title": .title, "notes": .notes, "created": .created, "changed": .changed, "dueDay": .due,
    "reminderId": .present(.reminder), "attachments": .each(.attachment, "path"),
  ]

  private func item(_ task: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    item.parse(task, Self.fields)
    if let moment = (task["dueWithTime"] ?? task["plannedAt"])?.moment { item.due = .moment(moment) }
    if task["isDone"]?.isTrue == true { item.status = .done(task["doneOn"]?.moment.map(ItemTime.moment)) }
    for id in task["tagIds"]?.items.compactMap(\.string) ?? [] where id != "TODAY" {
      item.add(tag: ItemText.tag(Array((tags[id] ?? id).utf8)[...]))
    }
    if let estimate = task["timeEstimate"]?.integer, estimate > 0 { item.remark(.duration, "\(estimate / 60_000) min") }
    if let id = task["repeatCfgId"]?.written { takeRule(rules[id], &item) }
    if let issue = task["issueId"]?.written { item.remark(.other, "issueId: \(issue)") }
    return item
  }

  private func takeRule(_ rule: JSONValue?, _ item: inout ReadItem) {
    let members = rule?.members ?? [:]
    let cycle = members["repeatCycle"]?.string ?? ""
    let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].first { $0 == cycle }
    let every = members["repeatEvery"]?.integer ?? 1
    guard let frequency, every > 0, item.due != nil, item.status.isOpen else {
      return item.remark(.rule, cycle.isEmpty ? "repeatCfgId" : "\(cycle) \(every)")
    }
    var text = "FREQ=\(frequency);INTERVAL=\(every)"
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].filter {
      members[$0]?.isTrue == true
    }
    if frequency == "WEEKLY", !days.isEmpty {
      text += ";BYDAY=" + days.map { $0.prefix(2).uppercased() }.joined(separator: ",")
    }
    item.parse(rule: text, isAfterCompletion: false)
  }
}
