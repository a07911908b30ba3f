import GRDB
import Tasks

/// Columns of rows as a change found and as it left them: what an undo needs to take the change back, and to see whether
/// it still can.
struct Patch: Hashable, Codable {
  var table: Table
  var ids: [Int64]
  /// The values before the change, the same for all rows.
  var was: [Column: Stored]
  /// The values after it, of the same columns.
  var now: [Column: Stored]

  /// The tables that may be patched.
  enum Table: String, Codable {
    case tasks, lists, sources
    /// Memberships of the account that made the change; the ids are lists.
    case places
  }

  /// The columns that may be patched. Their names go into statements: no other text ever does.
  enum Column: String, Codable, CodingKeyRepresentable, CaseIterable {
    case name, title, notes, due, priority, list, position, done, deleted, url, host

    /// Whether a row gets a new version when this is edited.
    var isOwnText: Bool {
      switch self {
      case .name, .title, .notes, .due, .priority: true
      case .list, .position, .done, .deleted, .url, .host: false
      }
    }
  }

  init(_ table: Table, _ ids: [Int64], was: [Column: Stored], now: [Column: Stored]) {
    self.table = table
    self.ids = ids
    self.was = was
    self.now = now
  }

  /// What was just added goes to the trash when that is undone, at that time.
  static func added(_ table: Table, _ ids: [Int64]) -> Patch {
    Patch(table, ids, was: [.deleted: .timeOfUndo], now: [.deleted: .null])
  }

  /// The same for tasks as it is stored. An encoder would take as long as all statements together.
  static func json(ofAdded tasks: [TaskID]) -> String {
    let ids = tasks.map { String($0.value) }.joined(separator: ",")
    return #"[{"ids":[\#(ids)],"now":{"deleted":null},"table":"tasks","was":{"deleted":"@"}}]"#
  }

  /// In a fixed order, so that a set of columns has one statement.
  var columns: [Column] { Column.allCases.filter { was[$0] != nil } }
}

/// A value in a column.
enum Stored: Sendable {
  case null
  case integer(Int64)
  case text(String)
  /// The moment at which the undo happens.
  case timeOfUndo

  init(_ moment: Milliseconds?) {
    self = moment.map { .integer($0.value) } ?? .null
  }

  init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .null: self = .null
    case .int64(let integer): self = .integer(integer)
    case .string(let text): self = .text(text)
    case .double, .blob: throw StoreError.internal("a patched column of an unforeseen type")
    }
  }

  /// Nil for ``timeOfUndo`` as well: it has no value yet.
  var databaseValue: DatabaseValue {
    switch self {
    case .null, .timeOfUndo: .null
    case .integer(let integer): integer.databaseValue
    case .text(let text): text.databaseValue
    }
  }

  func at(_ now: Milliseconds) -> Stored {
    switch self {
    case .timeOfUndo: .integer(now.value)
    case .null, .integer, .text: self
    }
  }
}

extension Stored: Hashable {
  /// Texts are equal when their bytes are: to `String`, two spellings of é are one.
  static func == (left: Stored, right: Stored) -> Bool {
    switch (left, right) {
    case (.null, .null), (.timeOfUndo, .timeOfUndo): true
    case (.integer(let left), .integer(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.null, _), (.integer, _), (.text, _), (.timeOfUndo, _): false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .null, .timeOfUndo: break
    case .integer(let integer): hasher.combine(integer)
    case .text(let text): hasher.combine(text)
    }
  }
}

extension Stored: Codable {
  /// `null`, or a text that begins with what it is: `#5` a number, `'milk` a text, `@` the time of the undo.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      return
    }
    let written = try container.decode(String.self)
    let content = written.unicodeScalars.dropFirst()
    switch written.unicodeScalars.first {
    case "#": self = try Int64(String(content)).map(Stored.integer) ?? { throw Self.unreadable(container) }()
    case "'": self = .text(String(content))
    case "@": self = .timeOfUndo
    case _: throw Self.unreadable(container)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let integer): try container.encode("#\(integer)")
    case .text(let text): try container.encode("'" + text)
    case .timeOfUndo: try container.encode("@")
    }
  }

  private static func unreadable(_ container: any SingleValueDecodingContainer) -> DecodingError {
    DecodingError.dataCorruptedError(in: container, debugDescription: "no stored value")
  }
}
