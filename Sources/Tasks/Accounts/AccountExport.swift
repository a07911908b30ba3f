public import Foundation

/// All lists and tasks of an account, the trash included, as they are read from the file that ``ExportText`` writes.
public struct AccountExport: Decodable, Hashable, Sendable {
  /// Tells this format from others.
  public static let format = "fourfold"
  /// The version of the format that is written, raised when an older reader would take it wrong.
  public static let version = 1

  /// Tells this format from others: `fourfold`.
  public let format: String
  /// The version of the format.
  public let version: Int
  /// When it was made.
  public let exported: Date
  /// The account's name.
  public let account: String
  /// Its lists in its order, then those in the trash.
  public let lists: [ExportedList]

  /// Reads a file.
  public init(json: Data) throws(DecodingError) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
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
public struct ExportedList: Decodable, Hashable, Sendable {
  /// Its name, as typed.
  public let name: String
  /// What the account may do with it: `owner`, `editor` or `viewer`.
  public let role: String
  /// When it was made.
  public let created: Date
  /// When it went to the trash; nil outside.
  public let deleted: Date?
  /// The address that it is fetched from; nil for a list of one's own.
  public let source: String?
  /// Its tasks in their order, those that are completed or in the trash at their places. None where they live elsewhere.
  public let tasks: [ExportedTask]

  private enum CodingKeys: String, CodingKey {
    case name, role, source, tasks
    case created = "created-at"
    case deleted = "deleted-at"
  }
}

/// A task in an export.
public struct ExportedTask: Decodable, Hashable, Sendable {
  /// Its title, as typed.
  public let title: String
  /// Its notes, as typed; nil when there are none.
  public let notes: String?
  /// The day on which it is due.
  public let due: Day?
  /// How much it matters: `none`, `low`, `medium` or `high`.
  public let priority: String
  /// When it was made.
  public let created: Date
  /// When it was completed; nil while it is open.
  public let completed: Date?
  /// When it went to the trash; nil outside.
  public let deleted: Date?

  /// A task's text and what became of it.
  public init(text: TaskDraft, created: Date, completed: Date?, deleted: Date?) {
    title = text.title
    notes = text.notes.isEmpty ? nil : text.notes
    due = text.due
    priority = text.priority.name
    self.created = created
    self.completed = completed
    self.deleted = deleted
  }

  private enum CodingKeys: String, CodingKey {
    case title, notes, due, priority
    case created = "created-at"
    case completed = "completed-at"
    case deleted = "deleted-at"
  }
}
