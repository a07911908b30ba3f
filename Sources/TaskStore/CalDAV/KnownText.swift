import Foundation
import GRDB
import Tasks

/// The text of a resource that a client knew when it wrote the next one.
struct KnownText {
  let object: CalendarObject
  /// Whether it is that of an earlier task of the series, which is completed by now.
  var isOfEarlierTask = false

  /// The current text.
  init?(_ row: ObjectRow) {
    guard let object = CalendarObject(stored: row.text) else { return nil }
    self.object = object
  }

  init?(_ task: EarlierTask, position: Int64?, of row: ObjectRow, _ db: Database) throws {
    let values = task.values
    guard let draft = try TaskDraft(values) else { return nil }
    let uid = values[.uid]?.plain ?? row.values.task.uid
    let named = try values[.parent]?.number.flatMap { try db.row(ObjectQuery.identifier, [$0]) { $0[0] as String } }
    let shown = TodoValues(
      PortableTask(
        uid: uid, draft: draft, percent: values[.percent]?.number.map { Int($0) },
        created: row.values.task.created, completed: values[.done]?.number.map { Milliseconds(value: $0).date }),
      parent: named ?? values[.awaits]?.plain, order: position ?? values[.position]?.number)
    let text =
      CalendarObject(stored: values[.object]?.plain)?.text(showing: shown) ?? CalendarWriter.object(shown)
    guard let object = CalendarObject(stored: text) else { return nil }
    (self.object, isOfEarlierTask) = (object, task.id != row.id)
  }
}

extension Write {
  /// What a resource said when it had a tag; nil if that is not known any more.
  func knownText(of row: ObjectRow, at moment: ObjectMoment) throws -> KnownText? {
    guard try mayBe(moment), let task = try EarlierTask(of: row.id, in: row.list, at: moment.revision, db),
      task.id == moment.task
    else { return nil }
    return try KnownText(task, position: moment.position, of: row, db)
  }

  /// The newest text that a client knows which does not tell: what the app password has read of the list, or sent itself; nil if nothing is
  /// known of that.
  func knownText(of row: ObjectRow) throws -> KnownText? {
    let read = try app.flatMap { try db.row(ReadTextQuery.revision, [$0.id.value, row.list.value]) { $0[0] as Int64 } }
    let sent = try db.row(ReadTextQuery.isOwn, [row.sent, app?.name]) { $0[0] as Int64 }
    guard let revision = [read, sent].compactMap(\.self).max() else { return nil }
    if revision >= row.revision { return KnownText(row) }
    guard let task = try EarlierTask(of: row.id, in: row.list, at: ChangeID(revision), db) else { return nil }
    return try KnownText(task, position: nil, of: row, db)
  }

  /// Whether a tag can be of the change that has its number: after a restore, other changes have the numbers of discarded ones.
  private func mayBe(_ moment: ObjectMoment) throws -> Bool {
    let change = try db.row(ReadTextQuery.change, [moment.revision.value]) {
      (at: Milliseconds(value: $0[0]), inverse: $0[1] as String?)
    }
    guard let change, change.at != moment.changed else { return true }
    if change.at < moment.changed { return false }
    guard let inverse = change.inverse, let patches = Patch.stored(inverse) else { return true }
    // A change of the text has the time of the tag.
    return !patches.contains { patch in
      patch.table == .tasks && patch.ids.contains(moment.task.value)
        && patch.columns.contains { $0 != .position && $0 != .deleted }
    }
  }
}

/// Notes what clients have read, for those that don't tell it when they write.
extension AccountStore {
  /// Notes that a client has read a list up to a change.
  func noteRead(of list: ListID, upTo revision: Int64) async throws(Problem) {
    guard let app else { return }
    let isNews = try await read { db in
      try db.row(ReadTextQuery.revision, [app.id.value, list.value]) { $0[0] as Int64 } ?? 0 < revision
    }
    guard isNews else { return }
    try await write { db, _ in try db.run(ReadTextQuery.note, [app.id.value, list.value, revision]) }
  }

  /// Notes that a client has read some tasks of a list, as far as it has read all that was changed until then.
  func noteRead(_ objects: [StoredObject], of list: ListID) async throws(Problem) {
    guard let app else { return }
    let ids = objects.map(\.task).json
    let revision = try await read { db in
      try db.row(ReadTextQuery.readUpTo, [list.value, ids, app.id.value]) { $0[0] as Int64? } ?? nil
    }
    if let revision { try await noteRead(of: list, upTo: revision) }
  }
}

enum ReadTextQuery {
  static let revision = "SELECT revision FROM read_lists WHERE app_password = ? AND list = ?"

  static let note = """
    INSERT INTO read_lists (app_password, list, revision) SELECT id, ?2, ?3 FROM app_passwords WHERE id = ?1
    ON CONFLICT (app_password, list) DO UPDATE SET revision = max(revision, excluded.revision)
    """

  /// The change of a task up to which some tasks are all that was changed since the client has read the list.
  static let readUpTo = """
    WITH changed AS (
      SELECT t.id, t.revision FROM tasks t
      WHERE t.list = ?1 AND t.revision > coalesce((SELECT revision FROM read_lists WHERE app_password = ?3 AND list = ?1), 0)
        AND t.deleted IS NULL),
    given AS (SELECT value AS id FROM json_each(?2))
    SELECT max(revision) FROM changed WHERE revision < coalesce(
      (SELECT min(revision) FROM changed WHERE id NOT IN (SELECT id FROM given)), 9223372036854775807)
    """

  /// The change that stored the last text as it came, if it is of an app.
  static let isOwn = "SELECT id FROM changes WHERE id = ? AND app IS ?"

  static let change = "SELECT at, inverse FROM changes WHERE id = ?"
}
