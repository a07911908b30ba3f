package import Foundation
import GRDB
import TaskFormats
package import Tasks

/// A task as a calendar object resource (RFC 4791, section 4.1).
package struct StoredObject: Sendable {
  package let task: TaskID
  /// The last change of the task.
  let revision: Int64
  let uid: String
  /// The name of the resource in the collection of its list.
  package let href: String
  /// The strong entity tag, with its quotes. It is another one after each change of the task.
  package let tag: String
  package let text: String
  /// When the task was last changed.
  package let changed: Date

  /// The name and entity tag of the object.
  package var entry: ObjectEntry { ObjectEntry(href: href, tag: tag, task: task, revision: revision) }
}

/// The name and the entity tag of a calendar object resource, or that it is gone.
package struct ObjectEntry: Hashable, Sendable {
  package let href: String
  /// The entity tag; nil if the collection has it no more.
  package let tag: String?
  package let task: TaskID
  /// The last change of the task.
  let revision: Int64
}

/// A task as its resource is made of it.
struct ObjectRow: Equatable, Sendable {
  let id: TaskID
  let list: ListID
  let href: String
  let position, revision: Int64
  /// When its text was last changed.
  let changed: Milliseconds
  let deleted: Milliseconds?
  let sent: Int64?
  let awaits, object: String?
  let values: TodoValues
  let role: Role?

  init(_ row: Row) throws {
    id = row.id(0)
    list = row.id(1)
    href = row[2]
    (position, revision, deleted, sent) = (row[3], row[4], row.moment(5), row[6])
    (awaits, object) = (row[7], row[8])
    role = (row[15] as String?).flatMap { Role(rawValue: $0) }
    let task = PortableTask(
      uid: row[9], draft: try TaskDraft(row, at: 16), percent: row[11], created: row.date(12),
      changed: row.moment(13)?.date, completed: row.moment(14)?.date)
    changed = row.moment(13) ?? Milliseconds(row.date(12))
    values = TodoValues(task, parent: row[10] ?? row[7], order: row[3])
  }

  var stored: StoredObject { stored(as: nil) }

  /// - Parameter read: a text that may be the stored one.
  func stored(as read: ReadObject?) -> StoredObject {
    StoredObject(
      task: id, revision: revision, uid: values.task.uid, href: href, tag: tag.text, text: text(as: read),
      changed: values.task.changed ?? values.task.created ?? .distantPast)
  }

  var tag: ObjectTag { ObjectTag(changed, revision, position, id) }

  /// The text of the resource.
  var text: String { text(as: nil) }

  private func text(as read: ReadObject?) -> String {
    guard let object else { return CalendarWriter.object(values) }
    if sent == revision { return object }
    let read = read?.object.text == object ? read : ReadObject(stored: object)
    return read?.object.text(showing: values, insteadOf: read?.values) ?? object
  }
}

/// What an entity tag says of a resource at a moment.
struct ObjectMoment: Equatable, Sendable {
  let revision: ChangeID
  /// The task of the object, which may be an earlier one of its series by now.
  let task: TaskID
  /// When the text of the task was last changed.
  let changed: Milliseconds
  let position: Int64

  /// Whether a resource is as it was then, but for its position.
  func isThat(of row: ObjectRow) -> Bool {
    revision.value == row.revision && task == row.id && changed == row.changed
  }
}

/// The entity tag of a resource. Positions move without a change, when there is no room between two others, and the next task of a series
/// has the resource of the one that was completed. After a restore, numbers of changes come again, but not at the same time: the tag of
/// a discarded change is none of the current text, and an edit of it is refused. The epoch is no part of a tag, so that an edit from before a
/// restart of the server is merged, too.
struct ObjectTag {
  let text: String

  init(_ changed: Milliseconds, _ revision: Int64, _ position: Int64, _ task: TaskID) {
    text = "\"\(String(changed.value, radix: 36))-\(revision)-\(task)-\(String(position, radix: 36))\""
  }

  /// Reads a tag that a client has sent; nil if it is none.
  static func moment(_ tag: String) -> ObjectMoment? {
    let parts = tag.dropFirst().dropLast().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4 || parts.count == 5, let changed = Int64(parts[0], radix: 36),
      let revision = Int64(parts[1]),
      revision > 0, let task = Int64(parts[2]),
      let position = Int64(parts.dropFirst(3).joined(separator: "-"), radix: 36)
    else { return nil }
    return ObjectMoment(
      revision: ChangeID(revision), task: TaskID(task), changed: Milliseconds(value: changed), position: position)
  }
}

enum ObjectQuery {
  /// Lets the next task of a series know which text of it came last from a client as it is.
  static let passSent = "UPDATE tasks SET sent = (SELECT sent FROM tasks WHERE id = ?) WHERE id = ?"

  /// The name of a task's resource: as a client has given it, or from the identifier.
  static let href = "coalesce(t.href, t.uid || '.ics', t.id || '.ics')"

  static let columns = """
    t.id, t.list, \(href), t.position, t.revision, t.deleted, t.sent, t.awaits, t.object, coalesce(t.uid, t.id),
    (SELECT coalesce(p.uid, p.id) FROM tasks p WHERE p.id = t.parent), t.percent, t.created, t.changed, t.done,
    """

  static let entry = "t.id, \(href), t.revision, t.position, t.deleted IS NOT NULL, coalesce(t.changed, t.created)"

  /// A task of a list.
  static let byID = """
    SELECT \(columns) NULL, \(TaskField.columns(of: "t")) FROM tasks t WHERE t.id = ? AND t.list = ? AND t.deleted IS NULL
    """

  /// The task of a resource's name, and of the identifier that follows from it.
  static let byHref = """
    SELECT \(columns) NULL, \(TaskField.columns(of: "t")) FROM tasks t
    WHERE t.id IN (
      SELECT id FROM tasks WHERE list = ?1 AND href = ?2 AND deleted IS NULL
      UNION ALL SELECT id FROM tasks WHERE uid = ?3 AND list = ?1 AND href IS NULL AND deleted IS NULL)
    ORDER BY t.id LIMIT 1
    """

  /// The tasks of an identifier in the account's own lists, those in the trash last. Nothing is known of a purged task.
  static let byIdentifier = """
    SELECT \(columns) m.role, \(TaskField.columns(of: "t")) FROM tasks t
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    WHERE t.uid = ?2 AND t.source IS NULL AND t.withdrawn IS NULL AND l.deleted IS NULL
    ORDER BY t.deleted IS NOT NULL, t.id LIMIT 10
    """

  /// The revision of a list's collection. A followed one has the same at all times, and another time of its last copy.
  static let revision = "iif(s.id IS NULL, l.revision, 0)"

  static let state = """
    SELECT \(revision), s.fetched, s.id IS NOT NULL FROM lists l LEFT JOIN sources s ON s.list = l.id WHERE l.id = ?
    """

  private static let changed = """
    SELECT \(entry) FROM tasks t
    WHERE t.list = ?1 AND t.revision > 0 AND t.revision >= ?2 AND (t.revision, t.id) > (?2, ?3)
    """

  /// The tasks of a followed list. Each has the revision 0.
  static let entriesOfSource = """
    SELECT \(entry) FROM tasks t
    WHERE t.list = ?1 AND t.source IS NOT NULL AND t.deleted IS NULL AND (0, t.id) > (?2, ?3) ORDER BY t.id LIMIT ?4
    """

  static let entries = changed + " ORDER BY t.revision, t.id LIMIT ?4"
  static let entriesThere = changed + " AND t.deleted IS NULL ORDER BY t.revision, t.id LIMIT ?4"

  static let departures = """
    SELECT d.task, d.href, d.revision FROM departures d
    WHERE d.list = ?1 AND d.revision >= ?2 AND (d.revision, d.task) > (?2, ?3) ORDER BY d.revision, d.task LIMIT ?4
    """

  static let change = "SELECT at FROM changes WHERE id = ?"
}
