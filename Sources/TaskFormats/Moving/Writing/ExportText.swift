package import Foundation
package import Tasks

/// Writes all lists and tasks of an account, the trash included, to a file, piece by piece. Only pieces that were not taken yet are
/// in memory. ``ExportReader`` reads the lists.
///
/// The JSON is indented for readability, with ISO 8601 times in milliseconds. The fields of each object are in alphabetical
/// order. Each list contains its tasks. It is written by hand, because `JSONEncoder` would hold the whole file.
package struct ExportText: ListWriter {
  /// The identifier of the format.
  static let format = "fourfold"
  /// The current version of the format. It is raised when older readers would misread the file.
  static let version = 1

  /// The bytes that were written and not taken yet, in UTF-8.
  package var bytes: [UInt8] = []
  private var hasLists = false
  private var hasTasks = false
  private var isInList = false

  /// Writes the start of the file.
  /// - Parameters:
  ///   - account: the account's name.
  ///   - exported: when the file is created.
  package init(account: String, exported: Date) {
    add("{\n  ")
    add([("account", account), ("exported-at", FileMoment.text(exported)), ("format", Self.format)], indent: 2)
    add(",\n  \"lists\" : [")
  }

  /// Begins a list, and ends the one before. A time of creation that is not known is 1970.
  package mutating func begin(_ list: PortableList, role: Role) {
    endList()
    var (source, filter): (String?, String?)
    switch list.kind {
    case .tasks: break
    case .source(let address): source = address
    case .filter(let query): filter = query
    }
    add(hasLists ? ",\n    {\n      " : "\n    {\n      ")
    add(
      [
        ("adds", list.preferences?.adds.rawValue), ("color", list.preferences?.color?.hex),
        ("created-at", FileMoment.text(list.created ?? .unknown)),
        ("deleted-at", list.deleted.map(FileMoment.text)), ("filter", filter),
      ], indent: 6)
    if let number = list.number { add(",\n      \"id\" : \(number)") }
    if list.isInbox { add(",\n      \"inbox\" : true") }
    add(",\n      ")
    add(
      [
        ("layout", list.preferences?.layout.rawValue), ("name", list.name ?? ""),
        ("order", list.preferences?.order.rawValue), ("role", role.rawValue),
      ], indent: 6)
    for (index, heading) in list.headings.enumerated() {
      add(index == 0 ? ",\n      \"sections\" : [" : ", ")
      add(text: heading)
    }
    if !list.headings.isEmpty { add("]") }
    if let source {
      add(",\n      ")
      add([("source", source)], indent: 6)
    }
    for (index, tag) in list.tagColors.sorted(by: { $0.key < $1.key }).enumerated() {
      add(index == 0 ? ",\n      \"tag-colors\" : [" : ",")
      add("\n        {\n          ")
      add([("color", tag.value.hex), ("name", tag.key)], indent: 10)
      add("\n        }")
    }
    if !list.tagColors.isEmpty { add("\n      ]") }
    add(",\n      \"tasks\" : [")
    (hasLists, hasTasks, isInList) = (true, false, true)
  }

  /// Writes a task. Empty fields are omitted.
  package mutating func append(_ task: PortableTask, parent: String?) {
    add(hasTasks ? ",\n        {\n          " : "\n        {\n          ")
    hasTasks = true
    let times = [
      ("changed-at", task.changed.map(FileMoment.text)),
      ("completed-at", task.completed.map { $0 == .unknown ? "done" : FileMoment.text($0) }),
      ("created-at", FileMoment.text(task.created ?? .unknown)), ("deleted-at", task.deleted.map(FileMoment.text)),
    ]
    let fields = Self.names.map { name in
      let value =
        switch name {
        case "percent": task.percent.map { String($0) } ?? ""
        case "uid": task.uid
        case "parent": parent ?? ""
        case "assignee": task.assignee ?? ""
        case "section": task.section ?? ""
        case _: TaskField(rawValue: name).map { task.draft[$0] } ?? ""
        }
      return (name, value.isEmpty ? nil : value)
    }
    add(times + fields, indent: 10)
    for (index, comment) in task.comments.enumerated() {
      add(index == 0 ? ",\n          \"comments\" : [" : ",")
      add("\n            {\n              ")
      var name: String?
      if case .other(let other) = comment.author { name = other }
      add(
        [
          ("at", FileMoment.text(comment.written)), ("by", name), ("edited-at", comment.edited.map(FileMoment.text)),
          ("text", comment.text.text),
        ], indent: 14)
      add("\n            }")
    }
    if !task.comments.isEmpty { add("\n          ]") }
    add("\n        }")
  }

  private static let names = (TaskField.all.map(\.name) + ["parent", "percent", "section", "uid"]).sorted()

  package mutating func end() {
    endList()
    add(hasLists ? "\n  ]" : "]")
    add(",\n  \"version\" : \(Self.version)\n}\n")
  }

  private mutating func endList() {
    if isInList { add(hasTasks ? "\n      ]\n    }" : "]\n    }") }
    isInList = false
  }

  private mutating func add(_ json: String) { bytes.append(contentsOf: json.utf8) }

  /// Writes the members of an object that have a value.
  private mutating func add(_ members: [(name: String, value: String?)], indent: Int) {
    let separator = ",\n" + String(repeating: " ", count: indent)
    var isFirst = true
    for case (let name, let value?) in members {
      add((isFirst ? "" : separator) + "\"\(name)\" : ")
      add(text: value)
      isFirst = false
    }
  }

  /// Writes a string (RFC 8259, section 7), with only the required escapes.
  private mutating func add(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case UInt8(ascii: "\n"): add("\\n")
      case UInt8(ascii: "\r"): add("\\r")
      case UInt8(ascii: "\t"): add("\\t")
      case 0..<32: add("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
