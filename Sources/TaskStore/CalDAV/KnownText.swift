import Foundation
import GRDB
import TaskFormats
import Tasks

/// Which text of a resource a client knew when it wrote the next one.
enum KnownVersion: Equatable, Sendable {
  case current
  /// The text of a tag.
  case tagged(ObjectMoment)
  /// The last text that its app password was given, or sent itself.
  case read(TaskID, at: ChangeID)
  case unknown
}

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

  init?(_ task: EarlierTask, position: Int64?, of row: ObjectRow, at change: ChangeID, _ db: Database) throws {
    let values = task.values
    guard let draft = try TaskDraft(values) else { return nil }
    let uid = values[.uid]?.plain ?? row.values.task.uid
    // When a series goes on, the identifier of a completed date is another one.
    let named = try values[.parent]?.number.flatMap { parent in
      let then = try EarlierTask(of: TaskID(parent), at: change, db)
      return then.map { $0.values[.uid]?.plain ?? String(parent) }
    }
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
  /// The text of a resource that a client knew; nil if that is not known any more.
  func knownText(_ version: KnownVersion, of row: ObjectRow) throws -> KnownText? {
    switch version {
    case .current: return KnownText(row)
    case .unknown: return nil
    case .tagged(let moment):
      guard try mayBe(moment), let task = try EarlierTask(of: row.id, at: moment.revision, db), task.id == moment.task
      else { return nil }
      return try KnownText(task, position: moment.position, of: row, at: moment.revision, db)
    case .read(let id, let change):
      guard let task = try EarlierTask(of: id, at: change, db) else { return nil }
      return try KnownText(task, position: nil, of: row, at: change, db)
    }
  }

  /// The version that a client knows which does not tell.
  func knownVersion(of row: ObjectRow) throws -> KnownVersion {
    guard let app, let read = try db.readText(of: row.values.task.uid, by: app) else { return .unknown }
    if read.task == row.id, read.revision >= row.revision { return .current }
    return .read(read.task, at: ChangeID(read.revision))
  }

  /// Notes that the client knows a text.
  func noteRead(_ object: StoredObject) throws {
    if let app { try db.note(object, readBy: app) }
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
        && patch.columns.contains(where: \.isContent)
    }
  }
}

extension AccountStore {
  /// Notes which texts a client is given, as the base of what it will send.
  package func noteRead(_ objects: [StoredObject]) async throws(Problem) {
    guard let app else { return }
    let isNews = try await read { db in
      try objects.contains { object in
        guard let known = try db.readText(of: object.uid, by: app) else { return true }
        return known != (object.task, object.revision)
      }
    }
    guard isNews else { return }
    try await mapped { () throws(StoreError) in
      // No page shows it.
      try await store.write(by: account, concerning: []) { db, _ in
        try objects.forEach { try db.note($0, readBy: app) }
      }
    }
  }
}

extension Database {
  /// The task and the revision of the last text of an identifier that an app password was given.
  fileprivate func readText(of uid: String, by app: AppPassword) throws -> (task: TaskID, revision: Int64)? {
    try row(ReadTextQuery.read, [app.id.value, uid]) { ($0.id(0), $0[1]) }
  }

  fileprivate func note(_ object: StoredObject, readBy app: AppPassword) throws {
    try run(ReadTextQuery.note, [app.id.value, object.uid, object.task.value, object.revision])
  }
}

enum ReadTextQuery {
  static let read = "SELECT task, revision FROM read_texts WHERE app_password = ? AND uid = ?"

  /// Does nothing if the app password or the task is gone by now, or if the identifier is very long.
  static let note = """
    INSERT INTO read_texts (app_password, uid, task, revision)
    SELECT a.id, ?2, t.id, ?4 FROM app_passwords a CROSS JOIN tasks t WHERE a.id = ?1 AND t.id = ?3 AND length(?2) <= 255
    ON CONFLICT (app_password, uid) DO UPDATE SET task = excluded.task, revision = excluded.revision
    """

  /// Deletes some rows of an app password that is gone.
  static let forget = """
    WITH RECURSIVE apps (id) AS (
      SELECT min(app_password) FROM read_texts
      UNION ALL SELECT (SELECT min(app_password) FROM read_texts WHERE app_password > id) FROM apps WHERE id IS NOT NULL)
    DELETE FROM read_texts WHERE (app_password, uid) IN (
      SELECT app_password, uid FROM read_texts WHERE app_password = (
        SELECT id FROM apps WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM app_passwords a WHERE a.id = apps.id) LIMIT 1)
      LIMIT ?)
    """

  static let change = "SELECT at, inverse FROM changes WHERE id = ?"
}
