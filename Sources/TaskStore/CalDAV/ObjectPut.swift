import Foundation
import GRDB
import TaskFormats
import Tasks

/// A resource that a client sends.
struct ObjectPut {
  private let sent: ReadObject
  private let href: String
  private let list: WritableList
  private let zone: TimeZone
  private let write: Write

  init(_ sent: ReadObject, _ href: String, _ list: WritableList, _ zone: String, _ write: Write) {
    (self.href, self.list, self.write) = (href, list, write)
    self.sent = ReadObject(object: sent.object, values: sent.values.inTime(write.now.date))
    self.zone = TimeZone(identifier: zone) ?? .gmt
  }

  /// What becomes of a resource.
  private enum Target {
    case refused(ObjectOutcome)
    case update(ObjectRow, since: KnownVersion)
    case add
  }

  private func target(_ condition: ObjectCondition) throws -> Target {
    if let found = try write.db.object(href, in: list.id) {
      if found.values.task.uid != sent.object.uid { return .refused(.conflict(href: found.href)) }
      switch condition.holds(for: found) {
      case .failed: return .refused(.preconditionFailed)
      case .current: return .update(found, since: .current)
      case .unknown: return .update(found, since: try write.knownVersion(of: found))
      case .earlier(let moment): return .update(found, since: .tagged(moment))
      }
    }
    if condition.match != nil { return .refused(.preconditionFailed) }
    let known = try write.db.rows(ObjectQuery.byIdentifier, [write.account.value, sent.object.uid], ObjectRow.init)
    if let other = known.first(where: { $0.list == list.id && $0.deleted == nil }) {
      return .refused(.conflict(href: other.href))
    }
    // A move between lists comes as a deletion and a new resource, in any order.
    if let other = known.first(where: { $0.role?.may(.write) == true }) {
      return .update(other, since: try write.knownVersion(of: other))
    }
    return .add
  }

  /// Works out what the text becomes: nothing is written. A long text takes a third of a second.
  func prepare(_ condition: ObjectCondition) throws -> PreparedMerge? {
    guard case .update(let row, let version) = try target(condition) else { return nil }
    return try PreparedMerge(of: sent.object, with: row, since: version, write)
  }

  /// - Parameter prepared: what ``prepare(_:)`` has returned.
  /// - Returns: nil if the resource was changed since. Nothing is written then.
  func outcome(_ condition: ObjectCondition, _ prepared: PreparedMerge?) throws -> ObjectOutcome? {
    switch try target(condition) {
    case .refused(let outcome): return outcome
    case .add: return try add()
    case .update(let row, let version):
      guard let prepared, prepared.row == row, prepared.version == version else { return nil }
      return try update(prepared)
    }
  }
}

extension ObjectPut {
  private func add() throws -> ObjectOutcome {
    var values = sent.values
    values.task.draft = try write.spelled(values.task.draft.localized(in: zone))
    try list.requireRoom(for: 1)
    try write.requireRoom(for: values.task.draft.tags)
    try values.task.draft.tags.tags.forEach(write.register)
    try write.requireQuota(
      for: Usage(adding: [values.task.draft]) + Usage(bytes: sent.object.text.utf8.count), in: list.id)
    let (parent, awaits) = try parent(values.parent, of: nil)
    var position = try Order(of: list.id, write.db).positions(for: 1, at: list.adds).first
    if let wanted = values.order { position = try place(wanted, 0) }
    let change = try write.nextChange()
    let task = values.task
    let created = task.created.map { min(Milliseconds($0.bounded), write.now) } ?? write.now
    let new = NewTask(
      draft: task.draft, done: task.completed.map { Milliseconds($0) }, percent: task.percent,
      parent: parent.map { .task($0) },
      imported: NewTask.Imported(uid: sent.object.uid, created: created, changed: write.now, deleted: nil))
    let ids = try write.insert([(new, at: position)], into: list.id, change)
    try write.run(PutQuery.keep, [href, change.value, awaits, sent.object.text, ids[0].value])
    try write.record(
      ChangeEntry(kind: .taskAdded, list: list.id, task: ids[0], name: task.draft.title), as: change,
      inverse: Patch.json(ofAdded: ids))
    let settled = try write.settle(ids, in: [list.id], change)
    if !settled.isEmpty { try write.setInverse([.added(.tasks, [ids[0].value])] + settled, of: change) }
    return try stored(ids[0], isNew: true, as: sent)
  }

  /// Stores a merged text, and the task that is read from it.
  private func update(_ prepared: PreparedMerge) throws -> ObjectOutcome {
    guard let merged = prepared.merged else { return .preconditionFailed }
    let (row, text) = (prepared.row, merged.object.text)
    let isMoved = row.list != list.id || row.deleted != nil
    var now = prepared.values
    now.task.draft = try write.spelled(now.task.draft.localized(in: zone))
    // An object says nothing of it: an ATTENDEE needs a mail address (RFC 5545, section 3.8.4.1).
    now.task.draft.assignee = row.values.task.draft.assignee
    let isAsSent = text.utf8.elementsEqual(sent.object.text.utf8)
    if !isMoved, now == row.values, isAsSent ? row.object == text : prepared.saysTheSame {
      return try stored(row.id, isNew: false, as: merged)
    }
    try write.requireRoom(for: now.task.draft.tags)
    try now.task.draft.tags.tags.forEach(write.register)
    try write.requireQuota(
      for: Usage(
        changing: 2 * (now.task.draft.bytes + text.utf8.count) + row.values.task.draft.bytes
          + (row.object?.utf8.count ?? 0)), in: list.id)
    try apply(now, text, to: row)
    return try stored(row.id, isNew: isMoved, as: merged)
  }

  private func apply(_ merged: TodoValues, _ text: String, to row: ObjectRow) throws {
    let (was, now) = (row.values, merged)
    let stored = try write.anyTask(row.id)
    var fields = Patch(TaskField.all, of: row.id, from: was.task.draft, to: now.task.draft)
    if was.task.percent != now.task.percent, now.task.completed == nil {
      fields.set(
        .percent, from: was.task.percent.map { .integer(Int64($0)) }, to: now.task.percent.map { .integer(Int64($0)) })
    }
    let isMoved = row.list != list.id
    let (parent, awaits) =
      now.parent == was.parent && !isMoved ? (stored.parent, row.awaits) : try self.parent(now.parent, of: row.id)
    fields.set(.parent, from: stored.parent.map { .integer($0.value) }, to: parent.map { .integer($0.value) })
    fields.set(.awaits, from: row.awaits.map { .text($0) }, to: awaits.map { .text($0) })
    if isMoved {
      try write.requireRoom(in: list.id, for: 1)
      fields.set(.list, from: .integer(row.list.value), to: .integer(list.id.value))
      let position = try Order(of: list.id, write.db).positions(for: 1, at: list.adds).first
      fields.set(.position, from: .integer(row.position), to: .integer(position))
    } else if let order = now.order, order != row.position {
      fields.set(.position, from: .integer(row.position), to: .integer(try place(order, row.id.value)))
    }
    if let deleted = row.deleted {
      try write.requireRoom(in: list.id, for: 1)
      fields.set(.deleted, from: .integer(deleted.value), to: .null)
    }
    var kept = Patch(.tasks, [row.id.value], was: [:], now: [:])
    kept.set(.object, from: row.object.map { .text($0) }, to: .text(text))
    kept.set(.href, from: (try write.values(of: [.href], .tasks, row.id.value))?[.href], to: .text(href))
    try record(fields, kept, stored, row, now)
  }

  /// Records what has changed: the status apart from the rest, in a batch.
  private func record(
    _ fields: Patch, _ kept: Patch, _ stored: StoredTask, _ row: ObjectRow, _ now: TodoValues
  ) throws {
    let done = now.task.completed.map { Milliseconds($0) }
    let isStatus = (done == nil) != (stored.done == nil)
    var first: ChangeID?
    let patch = isStatus ? fields : fields.joined(with: kept)
    // What the client left out may be all that differs from what it sent.
    if !patch.was.isEmpty {
      let kind: ChangeKind = row.deleted != nil ? .taskRestored : row.list == list.id ? .taskEdited : .taskTransferred
      let change = try write.record(
        ChangeEntry(
          kind: kind, list: row.list, other: row.list == list.id ? nil : (list.id, list.name), task: row.id,
          name: now.task.draft.title))
      try write.apply(patch.now, .tasks, row.id.value, change)
      let isBack = row.list != list.id || row.deleted != nil
      let restored = try isBack ? restoreSubtasks(of: row, change) : []
      let lists = Set([row.list, list.id])
      let settled =
        patch.columns.contains(where: \.concernsSubtasks)
        ? try write.settle([row.id], leaving: [patch].formerParents, in: lists, change) : []
      try write.setInverse([patch] + restored + settled, of: change)
      try write.forgetUnused(row.values.task.draft.tags.tags.filter { !now.task.draft.tags.contains($0) })
      first = change
    }
    guard isStatus else { return }
    let task = try write.task(row.id)
    let change: ChangeID?
    if done != nil, task.text.repeats != nil {
      change = try write.complete(task, on: Day(of: write.now.date, in: zone), and: [kept]).change
    } else {
      let patch = Patch(.tasks, [row.id.value], was: [.done: Stored(task.done)], now: [.done: Stored(done)])
      change = try write.set(patch, of: task, done == nil ? .taskReopened : .taskCompleted, and: [kept]).change
    }
    if let first, let change {
      try write.run("UPDATE changes SET batch = ?1 WHERE id IN (?1, ?2)", [first.value, change.value])
    }
  }

  /// The resource as it is now. If its text is the one that was sent, that is noted: it is not read again, and the client knows it.
  /// - Parameter read: the text that was stored.
  private func stored(_ task: TaskID, isNew: Bool, as read: ReadObject) throws -> ObjectOutcome {
    let isOf = "SELECT id FROM tasks WHERE list = ? AND id = ?"
    let id = try write.db.row(isOf, [list.id.value, task.value]) { $0.id(0) as TaskID }
    // A completed series goes on under its name.
    guard id != nil, let row = try write.db.object(href, in: list.id) else { return .notFound }
    let object = row.stored(as: read)
    let isAsSent = object.text.utf8.elementsEqual(sent.object.text.utf8)
    if isAsSent {
      try write.noteRead(object)
      if row.object != nil { try write.run("UPDATE tasks SET sent = revision WHERE id = ?", [row.id.value]) }
    }
    return .stored(object, isNew: isNew, isAsSent: isAsSent)
  }

  /// A free position, as near to the wanted one as can be.
  private func place(_ wanted: Int64, _ task: Int64) throws -> Int64 {
    let order = Order(of: list.id, write.db)
    return try order.isTaken(wanted, except: task) ? order.free(after: wanted) : wanted
  }
}

/// Parents, which may come after their subtasks.
extension ObjectPut {
  /// Restores the subtasks that went to the trash with a task: a client that moves a task deletes it, and sends it again.
  private func restoreSubtasks(of row: ObjectRow, _ change: ChangeID) throws -> [Patch] {
    guard let deleted = row.deleted, write.now < deleted + .seconds(86_400) else { return [] }
    let subtasks = try write.subtasks(below: row.id, in: [row.list]).filter { $0.deleted == deleted.value }
    if subtasks.isEmpty { return [] }
    try write.requireRoom(in: list.id, for: subtasks.count)
    let patch = Patch(
      .tasks, subtasks.map(\.id.value), was: [.deleted: .integer(deleted.value)], now: [.deleted: .null])
    return try write.apply([patch], change)
  }

  /// The task that an identifier names, or the identifier itself while there is none.
  private func parent(_ uid: String?, of task: TaskID?) throws -> (parent: TaskID?, awaits: String?) {
    guard let uid else { return (nil, nil) }
    let known = try write.db.rows(ObjectQuery.byIdentifier, [write.account.value, uid], ObjectRow.init)
    guard let found = known.first(where: { $0.list == list.id && $0.deleted == nil }) else { return (nil, uid) }
    return try write.mayBeSubtask(task, of: found.id) ? (found.id, nil) : (nil, uid)
  }
}

enum PutQuery {
  static let keep = "UPDATE tasks SET href = ?, sent = ?, awaits = ?, object = ? WHERE id = ?"
}

extension Patch {
  fileprivate mutating func set(_ column: Column, from was: Stored?, to now: Stored?) {
    guard was ?? .null != now ?? .null else { return }
    (self.was[column], self.now[column]) = (was ?? .null, now ?? .null)
  }

  fileprivate func joined(with other: Patch) -> Patch {
    Patch(
      table, ids, was: was.merging(other.was) { first, _ in first }, now: now.merging(other.now) { _, last in last })
  }
}

extension Date {
  /// A moment that fits a column.
  var bounded: Date {
    min(max(self, Date(timeIntervalSince1970: 0)), Date(timeIntervalSince1970: 253_402_300_799))
  }
}
