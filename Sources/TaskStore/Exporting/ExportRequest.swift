public import Foundation
public import Tasks

/// What an export has, and how it is written.
public struct ExportRequest: Sendable {
  /// The exported lists and tasks.
  public enum Scope: Hashable, Sendable {
    /// All lists with their tasks. A complete format also gets the trash, saved filters and the addresses of followed lists.
    case everything
    case list(ListID)
    /// The tasks that a search finds, in their lists. Without a text, those that the filter covers.
    case matches(text: String?, in: TaskFilter)
  }

  /// Whether addresses of sources have user names, passwords and queries.
  public enum Secrets: Hashable, Sendable {
    case included
    /// The addresses are exported without them.
    case leftOut
  }

  /// The exported lists and tasks.
  public var scope: Scope
  /// The format of the file.
  public var format: ExportFormat
  /// Whether addresses of sources have secrets.
  public var secrets: Secrets
  /// The time zone of days of creation and completion, in formats that have only days.
  public var zone: TimeZone
  /// The name of one list that stands for all, without the trash; nil to export each list.
  public var joined: String?

  package init(
    _ scope: Scope = .everything, as format: ExportFormat = .json, secrets: Secrets = .leftOut,
    in zone: TimeZone = .gmt,
    joinedAs joined: String? = nil
  ) {
    self.scope = scope
    self.format = format
    self.secrets = secrets
    self.zone = zone
    self.joined = joined
  }
}
