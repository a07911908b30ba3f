public import Foundation

/// A list and what is told about it beside its tasks. Lists in the trash have none.
public struct ListSummary: Hashable, Sendable {
  /// Its number.
  public let id: ListID
  /// Its name, as typed.
  public let name: String
  /// What the reader may do with it.
  public let role: Role
  /// Where it is fetched from; nil for a list of one's own.
  public let source: SourceID?
  /// Whether its counts mean anything: nothing is known yet of a list from elsewhere that was never fetched.
  public let isKnown: Bool
  /// Its place among the reader's lists; lower comes first. Only the order means something.
  public let position: Int64
  /// How many tasks are open.
  public let open: Int
  /// How many tasks are completed.
  public let completed: Int
  /// When the last of its completed tasks was completed.
  public let lastCompleted: Date?
  /// The last change in it: names what is cached of it, and is the `version` that additions and moves send.
  public let revision: ChangeID
  /// The change that last edited its name: the `version` that renaming sends.
  public let version: ChangeID
  /// When it was made.
  public let created: Date

  /// A list as it is stored.
  public init(
    id: ListID, name: String, role: Role, source: SourceID? = nil, isKnown: Bool = true,
    position: Int64, open: Int, completed: Int,
    lastCompleted: Date?,
    revision: ChangeID, version: ChangeID, created: Date
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.source = source
    self.isKnown = isKnown
    self.position = position
    self.open = open
    self.completed = completed
    self.lastCompleted = lastCompleted
    self.revision = revision
    self.version = version
    self.created = created
  }
}
