public import Foundation

/// A task on its way into the app or out of it, in any format.
public struct PortableTask: Hashable, Sendable {
  /// Identifies the task across imports: that of its file if the format has one, otherwise a UUID from its content, so that the same
  /// file yields the same identifiers. Printable ASCII, at most 200 bytes.
  public var uid: String
  /// The text and the dates, valid for own tasks.
  public var draft: TaskDraft
  /// The percentage that is completed, 1 to 99, of an open task; nil if nothing is, or it is not known.
  public var percent: Int?
  /// When it was created; nil if it is not known.
  public var created: Date?
  /// When it was last changed; nil if it is not known.
  public var changed: Date?
  /// When it was completed; nil while it is open.
  public var completed: Date?
  /// When it was moved to the trash; nil if it is not there.
  public var deleted: Date?
  /// The number of its ancestors, at most ``deepest``. A task follows its parent, and is at most one level deeper than the task before
  /// it.
  public var depth: Int
  /// The heading, section or bucket within its list; valid as the name of a list.
  public var section: String?

  /// The largest ``depth``.
  public static let deepest = 4

  package init(
    uid: String, draft: TaskDraft, percent: Int? = nil, created: Date? = nil, changed: Date? = nil,
    completed: Date? = nil, deleted: Date? = nil, depth: Int = 0, section: String? = nil
  ) {
    (self.uid, self.draft, self.percent, self.created, self.changed) = (uid, draft, percent, created, changed)
    (self.completed, self.deleted, self.depth, self.section) = (completed, deleted, depth, section)
  }
}
