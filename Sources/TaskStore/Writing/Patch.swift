import Foundation
import GRDB
import Tasks

/// The values of columns before and after a change. An undo uses them to revert the change, and to check that it still can.
struct Patch: Hashable, Codable {
  var table: Table
  var ids: [Int64]
  /// The values before the change, the same for all rows.
  var was: [Column: Stored]
  /// The values after the change, of the same columns.
  var now: [Column: Stored]

  enum Table: String, Codable {
    case tasks, lists, sources, sections
    /// The searches of saved filters. The ids are list ids.
    case filters
    /// Memberships of the account that made the change. The ids are list ids.
    case places
    /// Memberships of the list of the change. The ids are account ids; without a role, an account is no member.
    case members
    case invitations
    /// Pages by link.
    case pages
    case comments
  }

  /// A column that can be patched: a field of a task, or one of ``others``. Names are interpolated into SQL, so there is none of any other
  /// name.
  struct Column: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    let rawValue: String

    init?(rawValue: String) {
      guard Self.names.contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }

    init(_ field: TaskField) { rawValue = field.name }

    private init(_ name: String) { rawValue = name }

    static let allCases = TaskField.all.map { Column($0) } + others
    private static let names = Set(allCases.map(\.rawValue))

    static let (title, notes, due, time) = (Column(.title), Column(.notes), Column(.due), Column(.time))
    static let (repeats, start, tags, priority) = (Column(.repeats), Column(.start), Column(.tags), Column(.priority))
    static let (assignee, reminders) = (Column(.assignee), Column(.reminders))

    static let (name, list, position, parent) = (Column("name"), Column("list"), Column("position"), Column("parent"))
    static let (done, deleted, withdrawn, percent) =
      (Column("done"), Column("deleted"), Column("withdrawn"), Column("percent"))
    static let (uid, href, awaits, object) = (Column("uid"), Column("href"), Column("awaits"), Column("object"))
    static let (url, host, source, kept, query) =
      (Column("url"), Column("host"), Column("source"), Column("kept"), Column("query"))
    static let (role, ended) = (Column("role"), Column("ended"))
    /// The text of a comment, and when it was edited.
    static let (text, edited) = (Column("text"), Column("edited"))

    private static let others = [
      name, list, position, parent, done, deleted, withdrawn, percent, uid, href, awaits, object,
      url, host, source, kept, query, role, ended, text, edited,
    ]

    /// Whether subtasks may have to follow a change of the column.
    var concernsSubtasks: Bool { [.list, .parent, .done, .deleted].contains(self) }

    /// Whether a change of the column is one of what the task says, at a time of its own.
    var isContent: Bool { ![.position, .deleted, .withdrawn, .source].contains(self) }

    /// Whether an edit of the column gives the row a new version.
    var isOwnText: Bool { [.name, .source, .text].contains(self) || TaskField(rawValue: rawValue) != nil }
  }

  init(_ table: Table, _ ids: [Int64], was: [Column: Stored], now: [Column: Stored]) {
    (self.table, self.ids, self.was, self.now) = (table, ids, was, now)
  }

  /// Contains only fields that differ, so that an undo leaves the others alone.
  init(_ fields: [TaskField], of task: TaskID, from was: TaskDraft, to now: TaskDraft) {
    self.init(.tasks, [task.value], was: [:], now: [:])
    for field in fields where was.stored(field) != now.stored(field) {
      self.was[field.column] = was.stored(field)
      self.now[field.column] = now.stored(field)
    }
  }

  /// The patch of added rows: undoing it moves them to the trash, at the time of the undo.
  static func added(_ table: Table, _ ids: [Int64]) -> Patch {
    Patch(table, ids, was: [.deleted: .timeOfUndo], now: [.deleted: .null])
  }

  /// The stored JSON of ``added(_:_:)`` for tasks. An encoder would take as long as all statements together.
  ///
  /// What was understood of their text is stored beside the patch, and forgotten with it. ``StoredQuickAdd`` reads it.
  static func json(
    ofAdded tasks: [TaskID], _ understood: StoredQuickAdd? = nil, and others: [Patch] = []
  ) throws -> String {
    let ids = tasks.map { String($0.value) }.joined(separator: ",")
    let more = try understood?.json.map { #""quickAdd":\#($0),"# } ?? ""
    let added = #"{"ids":[\#(ids)],"now":{"deleted":null},\#(more)"table":"tasks","was":{"deleted":"@"}}"#
    return try others.isEmpty ? "[\(added)]" : "[\(added),\(json(of: others).dropFirst())"
  }

  /// The stored JSON of patches. Patches without an effect are left out.
  static func json(of patches: [Patch]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(patches.filter(\.hasEffect)), as: UTF8.self)
  }

  /// The patches of a stored inverse; nil if it can't be read.
  static func stored(_ json: String) -> [Patch]? {
    guard let patches = json.decoded(as: [Patch].self) else { return nil }
    return patches.allSatisfy { $0.hasEffect && $0.was.keys == $0.now.keys && $0.isReadable } ? patches : nil
  }

  /// Whether its days and priorities are some.
  private var isReadable: Bool {
    do {
      for values in [was, now] {
        _ = (try values[.due]?.day, try values[.start]?.day, try values[.priority]?.priority)
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether it is about who may see a list.
  var isOfSharing: Bool { [.members, .invitations, .pages].contains(table) }

  /// Whether it changes a column of a row.
  var hasEffect: Bool { !ids.isEmpty && !was.isEmpty }

  /// The patch without some columns.
  func without(_ columns: Column...) -> Patch {
    Patch(table, ids, was: was.filter { !columns.contains($0.key) }, now: now.filter { !columns.contains($0.key) })
  }

  /// The changed columns, in a fixed order, so that a set of columns has one prepared statement.
  var columns: [Column] { Column.allCases.filter { was[$0] != nil } }
}

enum Stored: Sendable {
  case null
  case integer(Int64)
  case text(String)
  case timeOfUndo

  init(_ moment: Milliseconds?) { self = moment.map { .integer($0.value) } ?? .null }

  init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .null: self = .null
    case .int64(let integer): self = .integer(integer)
    case .string(let text): self = .text(text)
    case .double, .blob: throw StoreError.internal("a patched column of an unforeseen type")
    }
  }

  /// NULL for ``timeOfUndo`` too, which has no value before the undo.
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
  /// Compares texts by their bytes. `String` treats canonically equivalent spellings, as of é, as equal.
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
  /// Decodes `null`, or a string whose first character is the type: `#5` an integer, `'milk` a text, `@` the time of the undo.
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
