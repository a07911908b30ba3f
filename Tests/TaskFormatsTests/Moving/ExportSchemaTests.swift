import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

/// The documented schema of the app's JSON is that of the code.
struct ExportSchemaTests {
  private static let at = Date(timeIntervalSince1970: 1_770_000_000.123)

  private static func documentation(_ name: String) throws -> Data {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Documentation/\(name)")
    return try Data(contentsOf: root.standardizedFileURL)
  }

  private static func schema() throws -> JSONSchema {
    let object = try JSONSerialization.jsonObject(with: documentation("export.schema.json"))
    return JSONSchema(root: try #require(object as? [String: Any]))
  }

  /// A file with every value that there is, and one with as few as possible.
  private static func files() throws -> (full: Any, bare: Any) {
    let input = TaskInput(
      title: "Paint", notes: "a\nb", due: "2026-11-30", time: "09:00 Europe/Berlin",
      repeats: "2026-11-30 FREQ=WEEKLY;BYDAY=MO", start: "2026-11-20", tags: "red home", priority: "high",
      reminders: "30m 2026-11-29T07:00Z")
    var text = ExportText(account: "Ana", exported: at)
    var house = PortableList(
      number: 3, name: "House", created: at, deleted: at,
      preferences: ListPreferences(adds: .top, order: .date, color: ListColor.Name.blue.color),
      headings: ["Floor", "Walls"])
    house.isInbox = true
    house.tagColors = ["red": ListColor.Name.red.color, "home": ListColor.Name.teal.color]
    text.begin(house, role: .owner)
    var full = PortableTask(
      uid: "u2", draft: try TaskDraft(validating: input), percent: 40, created: at, changed: at, completed: at,
      deleted: at, section: "Walls")
    full.assignee = "Ben"
    full.comments = [
      PortableComment(.own, CommentText(stored: "a\nb"), written: at, edited: at),
      PortableComment(.other("Ben"), CommentText(stored: "c"), written: at),
    ]
    text.append(full, parent: "u1")
    text.begin(PortableList(name: "Week", kind: .filter("due=week"), created: at), role: .editor)
    text.begin(PortableList(name: "Choir", kind: .source("https://choir.example/a"), created: at), role: .viewer)
    text.end()
    var bare = ExportText(account: "Ana", exported: at)
    bare.begin(PortableList(name: "House", created: at), role: .owner)
    bare.append(PortableTask(uid: "u1", draft: try TaskDraft(validating: TaskInput(title: "a")), created: at))
    bare.end()
    return try (
      JSONSerialization.jsonObject(with: Data(text.take())), JSONSerialization.jsonObject(with: Data(bare.take()))
    )
  }

  @Test func `what is written is valid`() throws {
    let (schema, files) = (try Self.schema(), try Self.files())
    #expect(schema.problems(with: files.full) == [])
    #expect(schema.problems(with: files.bare) == [])
  }

  @Test(arguments: 0..<10)
  func `tasks of all kinds are valid`(seed: Int) throws {
    var random = RandomTasks(seed: UInt64(seed) + 9_000)
    var text = ExportText(account: "Ana", exported: Self.at)
    text.begin(PortableList(name: "House", created: Self.at), role: .owner)
    for task in random.tasks(60) { text.append(task, parent: nil) }
    for series in [
      "2026-11-24 FREQ=WEEKLY;BYDAY=TU;OFFSET=PT48H;EXDATE=20261201,20261208;RDATE=20261209",
      "2026-11-24 RDATE=20261201",
      "2026-11-24 FREQ=WEEKLY;BYDAY=MO;DTSTART=20261123",
    ] {
      let draft = try TaskDraft(validating: TaskInput(title: "a", due: "2026-11-24", repeats: series))
      text.append(PortableTask(uid: "u", draft: draft, completed: .unknown), parent: nil)
    }
    text.end()
    let file = try JSONSerialization.jsonObject(with: Data(text.take()))
    #expect(try Self.schema().problems(with: file) == [])
  }

  @Test func `the documented members are those that are written, and required those that always are`() throws {
    let (schema, files) = (try Self.schema(), try Self.files())
    for name in ["", "list", "task"] {
      let (full, bare) = (Self.members(files.full, of: name), Self.members(files.bare, of: name))
      #expect(Set(schema.properties(name)) == full, "\(name)")
      #expect(Set(schema.required(name)) == bare, "\(name)")
      #expect(schema.properties(name).sorted() == schema.required(name).sorted() || name != "")
    }
    // A new field of tasks is in the schema.
    #expect(Set(TaskField.all.map(\.name)).isSubset(of: schema.properties("task")))
    let text = String(decoding: try Self.documentation("export.md"), as: UTF8.self)
    for name in ["", "list", "task"] {
      for member in schema.properties(name) { #expect(text.contains("| `\(member)` |"), "\(member)") }
    }
  }

  @Test func `a value that is not valid is found`() throws {
    let schema = try Self.schema()
    let task: [String: Any] = ["title": "a", "uid": "u", "priority": "none", "created-at": "2026-11-24T09:00:00.000Z"]
    func problems(_ change: [String: Any]) -> [String] {
      let list: [String: Any] = [
        "name": "a", "role": "owner", "created-at": "2026-11-24T09:00:00.000Z", "tasks": [task.merging(change) { $1 }],
      ]
      return schema.problems(with: [
        "account": "a", "exported-at": "2026-11-24T09:00:00.000Z", "format": "fourfold", "version": 1, "lists": [list],
      ])
    }
    #expect(problems([:]) == [])
    for change: [String: Any] in [
      ["colour": "red"], ["priority": "top"], ["due": "soon"], ["percent": 40], ["percent": "0"], ["title": 1],
      ["created-at": "yesterday"], ["time": "9:00"],
    ] { #expect(problems(change).count == 1, "\(change)") }
  }

  /// The names of the members of all objects of a kind.
  private static func members(_ file: Any, of kind: String) -> Set<String> {
    let object = file as? [String: Any] ?? [:]
    let lists = object["lists"] as? [[String: Any]] ?? []
    switch kind {
    case "list": return Set(lists.flatMap(\.keys))
    case "task": return Set(lists.flatMap { $0["tasks"] as? [[String: Any]] ?? [] }.flatMap(\.keys))
    default: return Set(object.keys)
    }
  }
}

/// As much of JSON Schema (draft 2020-12) as the documented one uses.
private struct JSONSchema {
  let root: [String: Any]

  func properties(_ name: String) -> [String] {
    (definition(name)["properties"] as? [String: Any] ?? [:]).keys.sorted()
  }
  func required(_ name: String) -> [String] { definition(name)["required"] as? [String] ?? [] }

  /// What is wrong with a value, with its place.
  func problems(with value: Any) -> [String] { problems(with: value, root, at: "") }

  private func definition(_ name: String) -> [String: Any] {
    name.isEmpty ? root : (root["$defs"] as? [String: Any])?[name] as? [String: Any] ?? [:]
  }

  private func problems(with value: Any, _ schema: [String: Any], at place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      return problems(with: value, definition(String(reference.dropFirst("#/$defs/".count))), at: place)
    }
    var problems: [String] = []
    if let constant = schema["const"], !Self.isSame(constant, value) { problems.append("\(place): not \(constant)") }
    if let choices = schema["enum"] as? [Any], !choices.contains(where: { Self.isSame($0, value) }) {
      problems.append("\(place): none of \(choices)")
    }
    switch schema["type"] as? String {
    case "string":
      guard let text = value as? String else { return problems + ["\(place): no string"] }
      if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
        problems.append("\(place): \(text) is not like \(pattern)")
      }
    case "array":
      guard let items = value as? [Any] else { return problems + ["\(place): no array"] }
      let item = schema["items"] as? [String: Any] ?? [:]
      for (index, value) in items.enumerated() { problems += self.problems(with: value, item, at: "\(place)/\(index)") }
    case "object":
      guard let object = value as? [String: Any] else { return problems + ["\(place): no object"] }
      let members = schema["properties"] as? [String: Any] ?? [:]
      for name in schema["required"] as? [String] ?? [] where object[name] == nil {
        problems.append("\(place): no \(name)")
      }
      for (name, value) in object {
        guard let member = members[name] as? [String: Any] else {
          problems.append("\(place)/\(name): not known")
          continue
        }
        problems += self.problems(with: value, member, at: "\(place)/\(name)")
      }
    default: break
    }
    return problems
  }

  private static func isSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? String { return left == right as? String }
    return left as? Int == right as? Int
  }
}

struct FormatDocumentationTests {
  private static func text() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Documentation/formats.md")
    return try String(contentsOf: root.standardizedFileURL, encoding: .utf8)
  }

  @Test func `the documented columns are those of the writer`() throws {
    var writer = TableWriter()
    let header = String(decoding: writer.take(), as: UTF8.self).trimmingCharacters(in: .newlines)
    #expect(try Self.text().contains("```\n\(header)\n```"))
  }

  @Test func `the documented limits are those of imports`() throws {
    let limits = ImportLimits.standard
    let text = try Self.text()
    #expect(text.contains("at most \(limits.fileBytes / 1_000_000) MB"))
    #expect(text.contains("at most \(limits.unpackedBytes / 1_000_000) MB and 2,000 files"))
    #expect((limits.files, limits.tasks) == (2_000, 100_000))
    #expect(text.contains("five levels") && PortableTask.deepest == 4)
    #expect(text.contains("beyond ten") && Limits.tagsPerTask == 10)
    #expect(text.contains("more than \(Limits.titleCharacters) characters"))
  }
}
