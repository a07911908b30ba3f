public import Foundation

/// Writes the file of an export, which ``AccountExport/init(json:)`` reads, piece by piece: of a million tasks no more is held than
/// what was not taken yet.
///
/// JSON for people's eyes too, with moments in ISO 8601 down to the millisecond. The fields of each object stand in the order of
/// the alphabet. Lists come one after the other, each with its tasks.
public struct ExportText: Sendable {
  /// What was written and not taken yet, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var hasLists = false
  private var hasTasks = false

  /// The beginning of the file.
  /// - Parameters:
  ///   - account: the account's name.
  ///   - exported: when it is made.
  public init(account: String, exported: Date) {
    add("{\n  \"account\" : ")
    add(text: account)
    add(",\n  \"exported-at\" : ")
    add(moment: exported)
    add(",\n  \"format\" : \"\(AccountExport.format)\",\n  \"lists\" : [")
  }

  /// Begins a list. Its tasks come next, then its end.
  /// - Parameters:
  ///   - name: its name, as typed.
  ///   - role: what the account may do with it.
  ///   - created: when it was made.
  ///   - deleted: when it went to the trash; nil outside.
  ///   - source: the address that it is fetched from; nil for a list of one's own.
  public mutating func beginList(name: String, role: Role, created: Date, deleted: Date?, source: String?) {
    add(hasLists ? "," : "")
    add("\n    {\n      \"created-at\" : ")
    add(moment: created)
    if let deleted {
      add(",\n      \"deleted-at\" : ")
      add(moment: deleted)
    }
    add(",\n      \"name\" : ")
    add(text: name)
    add(",\n      \"role\" : ")
    add(text: role.rawValue)
    if let source {
      add(",\n      \"source\" : ")
      add(text: source)
    }
    add(",\n      \"tasks\" : [")
    (hasLists, hasTasks) = (true, false)
  }

  /// The next task of the list.
  public mutating func add(_ task: ExportedTask) {
    add(hasTasks ? ",\n        {\n" : "\n        {\n")
    hasTasks = true
    if let completed = task.completed {
      add("          \"completed-at\" : ")
      add(moment: completed)
      add(",\n")
    }
    add("          \"created-at\" : ")
    add(moment: task.created)
    if let deleted = task.deleted {
      add(",\n          \"deleted-at\" : ")
      add(moment: deleted)
    }
    if let due = task.due { add(",\n          \"due\" : \"\(due.iso)\"") }
    if let notes = task.notes {
      add(",\n          \"notes\" : ")
      add(text: notes)
    }
    add(",\n          \"priority\" : \"\(task.priority)\",\n          \"title\" : ")
    add(text: task.title)
    add("\n        }")
  }

  /// Ends the list.
  public mutating func endList() {
    add(hasTasks ? "\n      ]\n    }" : "]\n    }")
  }

  /// Ends the file.
  public mutating func end() {
    add(hasLists ? "\n  ]" : "]")
    add(",\n  \"version\" : \(AccountExport.version)\n}\n")
  }

  /// What was written since this was asked before.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func add(_ json: String) {
    bytes.append(contentsOf: json.utf8)
  }

  /// A string (RFC 8259, section 7): only what has to be escaped is.
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

  /// Written by hand: Foundation's format takes longer than all the rest of a task, and cuts off a part of the last millisecond.
  private mutating func add(moment: Date) {
    let milliseconds = Int((moment.timeIntervalSince1970 * 1_000).rounded())
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let ofDay = rest < 0 ? rest + 86_400_000 : rest
    add("\"" + Day(daysSince1970: rest < 0 ? day - 1 : day).iso + "T")
    add(Self.digits(ofDay / 3_600_000) + ":" + Self.digits(ofDay / 60_000 % 60) + ":")
    add(Self.digits(ofDay / 1_000 % 60) + "." + Self.digits(ofDay % 1_000, count: 3) + "Z\"")
  }

  private static func digits(_ number: Int, radix: Int = 10, count: Int = 2) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
