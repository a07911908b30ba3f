public import Foundation

/// Writes all lists and tasks of an account, the trash included, to a file, piece by piece. Only pieces that were not taken yet are
/// in memory. ``ExportReader`` reads the lists.
///
/// The JSON is indented for readability, with ISO 8601 times in milliseconds. The fields of each object are in alphabetical
/// order. Each list contains its tasks.
public struct ExportText: Sendable {
  /// The identifier of the format.
  static let format = "fourfold"
  /// The current version of the format. It is raised when older readers would misread the file.
  static let version = 1

  /// The bytes that were written and not taken yet, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var hasLists = false
  private var hasTasks = false
  private var isInList = false

  /// Writes the start of the file.
  /// - Parameters:
  ///   - account: the account's name.
  ///   - exported: when the file is created.
  public init(account: String, exported: Date) {
    add("{\n  \"account\" : ")
    add(text: account)
    add(",\n  \"exported-at\" : ")
    add(moment: exported)
    add(",\n  \"format\" : \"\(Self.format)\",\n  \"lists\" : [")
  }

  /// Begins a list. Its tasks and its end follow.
  /// - Parameters:
  ///   - number: the number by which the queries of saved filters refer to it.
  ///   - name: the name, as typed.
  ///   - role: the account's role.
  ///   - created: when it was created.
  ///   - deleted: when it was moved to the trash; nil if it is not there.
  ///   - source: the address of the source; nil for an own list.
  ///   - filter: the query of a saved filter; nil for any other list.
  ///   - preferences: how the account looks at it; nil if it has no tasks of its own.
  public mutating func beginList(
    number: Int64? = nil, name: String, role: Role, created: Date, deleted: Date?, source: String?,
    filter: String? = nil,
    preferences: ListPreferences? = nil
  ) {
    if isInList { endList() }
    add(hasLists ? "," : "")
    add("\n    {\n      ")
    if let preferences { add("\"adds\" : \"\(preferences.adds.rawValue)\",\n      ") }
    add("\"created-at\" : ")
    add(moment: created)
    if let deleted {
      add(",\n      \"deleted-at\" : ")
      add(moment: deleted)
    }
    if let filter {
      add(",\n      \"filter\" : ")
      add(text: filter)
    }
    if let number { add(",\n      \"id\" : \(number)") }
    add(",\n      \"name\" : ")
    add(text: name)
    if let preferences { add(",\n      \"order\" : \"\(preferences.order.rawValue)\"") }
    add(",\n      \"role\" : ")
    add(text: role.rawValue)
    if let source {
      add(",\n      \"source\" : ")
      add(text: source)
    }
    add(",\n      \"tasks\" : [")
    (hasLists, hasTasks, isInList) = (true, false, true)
  }

  /// Writes the next task of the list.
  /// - Parameters:
  ///   - text: the task's fields; empty ones are omitted.
  ///   - uid: the task's UUID (RFC 9562).
  ///   - parent: the UUID of the task that it is a step of; nil for a task of its own.
  ///   - percent: the percentage that is completed; nil if it is not known.
  ///   - created: when the task was created.
  ///   - changed: when it was last changed.
  ///   - completed: when it was completed; nil while it is open.
  ///   - deleted: when it was moved to the trash; nil if it was not.
  public mutating func add(
    _ text: TaskDraft, uid: String?, parent: String? = nil, percent: Int?, created: Date, changed: Date?,
    completed: Date?, deleted: Date?
  ) {
    add(hasTasks ? ",\n        {\n" : "\n        {\n")
    hasTasks = true
    if let changed {
      add("          \"changed-at\" : ")
      add(moment: changed)
      add(",\n")
    }
    if let completed {
      add("          \"completed-at\" : ")
      add(moment: completed)
      add(",\n")
    }
    add("          \"created-at\" : ")
    add(moment: created)
    if let deleted {
      add(",\n          \"deleted-at\" : ")
      add(moment: deleted)
    }
    for name in Self.names {
      let value =
        switch name {
        case "percent": percent.map { String($0) } ?? ""
        case "uid": uid ?? ""
        case "parent": parent ?? ""
        case _: TaskField(rawValue: name).map { text[$0] } ?? ""
        }
      if value.isEmpty { continue }
      add(",\n          \"\(name)\" : ")
      add(text: value)
    }
    add("\n        }")
  }

  private static let names = (TaskField.all.map(\.name) + ["parent", "percent", "uid"]).sorted()

  /// Ends the list.
  public mutating func endList() {
    add(hasTasks ? "\n      ]\n    }" : "]\n    }")
    isInList = false
  }

  /// Ends the file.
  public mutating func end() {
    if isInList { endList() }
    add(hasLists ? "\n  ]" : "]")
    add(",\n  \"version\" : \(Self.version)\n}\n")
  }

  /// Removes and returns the bytes written since the last call.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func add(_ json: String) {
    bytes.append(contentsOf: json.utf8)
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
      case 0..<32: add("\\u00" + Self.digits(Int(byte), radix: 16, count: 2))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func add(moment: Date) {
    add("\"" + FileMoment.text(moment) + "\"")
  }

  private static func digits(_ number: Int, radix: Int = 10, count: Int = 2) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension ExportText: ListWriter {
  /// The number of bytes that were not taken yet.
  public var pendingBytes: Int { bytes.count }

  /// Begins a list of which only the name is known.
  public mutating func begin(list name: String?) { begin(PortableList(name: name), role: .owner) }

  /// Begins a list. A time of creation that is not known is 1970.
  public mutating func begin(_ list: PortableList, role: Role) {
    var (source, filter): (String?, String?)
    switch list.kind {
    case .tasks: break
    case .source(let address): source = address
    case .filter(let query): filter = query
    }
    beginList(
      number: list.number, name: list.name ?? "", role: role, created: list.created ?? Date(timeIntervalSince1970: 0),
      deleted: list.deleted,
      source: source, filter: filter, preferences: list.preferences)
  }

  /// Writes a task of its own.
  public mutating func append(_ task: PortableTask) { append(task, parent: nil) }

  /// Writes a task.
  public mutating func append(_ task: PortableTask, parent: String?) {
    add(
      task.draft, uid: task.uid, parent: parent, percent: task.percent,
      created: task.created ?? Date(timeIntervalSince1970: 0), changed: task.changed, completed: task.completed,
      deleted: task.deleted)
  }
}
