package import Foundation
package import Tasks

/// All lists and tasks of an account, the trash included, decoded from the file that `ExportText` writes.
package struct AccountExport: Decodable, Hashable, Sendable {
  /// The identifier of the format: `fourfold`.
  package let format: String
  /// The version of the format.
  package let version: Int
  /// When the file was created.
  package let exported: Date
  /// The account's name.
  package let account: String
  /// The lists in the account's order, then the lists in the trash.
  package let lists: [ExportedList]

  /// Decodes a file.
  package init(json: Data) throws(DecodingError) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      // A completion at no known time.
      if text == "done" { return .unknown }
      do {
        let seconds = try Date(text, strategy: Self.dates).timeIntervalSince1970
        return Date(timeIntervalSince1970: (seconds * 1_000).rounded() / 1_000)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a moment in ISO 8601")
      }
    }
    do {
      self = try decoder.decode(AccountExport.self, from: json)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(type(of: error))"))
    }
  }

  private enum CodingKeys: String, CodingKey {
    case format, version, account, lists
    case exported = "exported-at"
  }

  private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

/// A list in an export.
package struct ExportedList: Decodable, Hashable, Sendable {
  /// The name, as typed.
  package let name: String
  /// The account's role: `owner`, `editor` or `viewer`.
  package let role: String
  /// When it was created.
  package let created: Date
  /// When it was moved to the trash; nil if it is not there.
  package let deleted: Date?
  /// The address of the source; nil for an own list.
  package let source: String?
  /// The tasks in order, completed and deleted tasks at their positions. Empty for remote lists.
  package let tasks: [ExportedTask]

  private enum CodingKeys: String, CodingKey {
    case name, role, source, tasks
    case created = "created-at"
    case deleted = "deleted-at"
  }
}

/// A task in an export.
package struct ExportedTask: Decodable, Hashable, Sendable {
  private let values: [TaskField: String]
  /// Its UUID.
  package let uid: String?
  /// The percentage that is completed, as text.
  package let percent: String?
  /// When it was made.
  package let created: Date
  /// When it was last changed.
  package let changed: Date?
  /// When it was completed; nil while it is open.
  package let completed: Date?
  /// When it was moved to the trash; nil if it is not there.
  package let deleted: Date?

  /// Creates a task from its text and state.
  package init(
    text: TaskDraft, uid: String? = nil, percent: String? = nil, created: Date, changed: Date? = nil, completed: Date?,
    deleted: Date?
  ) {
    values = TaskField.all.reduce(into: [:]) { values, field in
      if !text[field].isEmpty { values[field] = text[field] }
    }
    self.uid = uid
    self.percent = percent
    self.created = created
    self.changed = changed
    self.completed = completed
    self.deleted = deleted
  }

  /// Reads a task. Missing fields are empty.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: TaskField.self)
    values = try TaskField.all.reduce(into: [:]) { values, field in
      values[field] = try fields.decodeIfPresent(String.self, forKey: field)
    }
    let moments = try decoder.container(keyedBy: CodingKeys.self)
    uid = try moments.decodeIfPresent(String.self, forKey: .uid)
    percent = try moments.decodeIfPresent(String.self, forKey: .percent)
    created = try moments.decode(Date.self, forKey: .created)
    changed = try moments.decodeIfPresent(Date.self, forKey: .changed)
    completed = try moments.decodeIfPresent(Date.self, forKey: .completed)
    deleted = try moments.decodeIfPresent(Date.self, forKey: .deleted)
  }

  /// The text of a field; empty means none.
  package subscript(field: TaskField) -> String { values[field] ?? "" }

  /// Its title, as typed.
  package var title: String { self[.title] }

  private enum CodingKeys: String, CodingKey {
    case uid, percent
    case created = "created-at"
    case changed = "changed-at"
    case completed = "completed-at"
    case deleted = "deleted-at"
  }
}
