import Foundation
import GRDB
import TaskFormats
import Tasks

/// A text that a client sends, merged with the one that stands here.
struct PreparedMerge: Sendable {
  /// The task with the text that stands here, and what the client knew of it.
  let row: ObjectRow
  let version: KnownVersion
  /// The merged text; nil if the text of the client's tag is not known any more.
  let merged: ReadObject?
  /// What the task has by the merged text.
  let values: TodoValues
  /// Whether the merged text says what stands here already.
  let saysTheSame: Bool

  init(of sent: CalendarObject, with row: ObjectRow, since version: KnownVersion, _ write: Write) throws {
    (self.row, self.version) = (row, version)
    guard let here = ReadObject(stored: row.text) else {
      throw StoreError.internal("a stored object that can't be read")
    }
    let known = try write.knownText(version, of: row)
    if known == nil, case .tagged = version {
      (merged, values, saysTheSame) = (nil, row.values, false)
      return
    }
    let sent = CalendarObject(stored: sent.keepingUnknown(of: here.object)) ?? sent
    let text = sent.merged(
      since: known?.object, with: here.object, keepsStatus: known?.isOfEarlierTask ?? false)
    guard let merged = ReadObject(stored: text) else { throw StoreError.internal("a merged object that can't be read") }
    self.merged = merged
    var now = merged.values.inTime(write.now.date)
    now.task.draft.restoreSeries(of: row.values.task.draft, sentAs: merged.object)
    // What the text can't say, such as a date without its zone, stays as the task has it.
    values = now.merged(since: here.values.inTime(write.now.date), into: row.values)
    saysTheSame = merged.object.saysTheSame(as: here.object)
  }
}

extension TodoValues {
  /// A completion in the future, or at an unknown time, is now.
  func inTime(_ now: Date) -> TodoValues {
    var values = self
    values.task.completed = task.completed.map { min($0.bounded, now) }
    return values
  }
}
