import GRDB
import Tasks

extension Database {
  /// Puts a task that was just changed where it was among the matches before. It may match no more, or have another place.
  func keep(_ changed: ChangedRow, in matches: inout Matches, of search: Search) throws {
    guard let former = try formerKey(of: changed, in: matches, search) else { return }
    matches.keys.removeAll { $0.id == former.id }
    let place = matches.keys.firstIndex { search.order.isBefore(former, $0) } ?? matches.keys.endIndex
    matches.keys.insert(former, at: place)
    // The task of its next date would push it down as the newest one.
    for successor in changed.successors {
      if let next = matches.keys.firstIndex(where: { $0.id == successor.value }), next < place {
        matches.keys.insert(matches.keys.remove(at: next), at: place)
      }
    }
  }

  /// The key by which a task was sorted before its change; nil if it was not among the matches.
  private func formerKey(of changed: ChangedRow, in matches: Matches, _ search: Search) throws -> FoundKey? {
    let id = changed.row.id
    let position = try row(KeptQuery.list, [search.account.value, changed.list.value]) { $0[0] as Int64 }
    guard let position, search.before.map({ id < $0 }) ?? true else { return nil }
    // A row that was kept among open tasks while it was completed stood where it is as an open one.
    let done: Int64? =
      switch search.filter.status {
      case .open: nil
      case .all: changed.done
      case .done: changed.done ?? changed.row.done.map { Milliseconds($0).value }
      }
    var key = FoundKey(
      id: id.value, due: changed.due?.description, done: done,
      list: Place(position: position, id: changed.list.value), position: changed.place.position)
    let isMatch = matches.keys.contains { $0.id == id.value }
    if let words = matches.words {
      key.isInTitle = words.areIn(changed.row.title)
      if !isMatch, !key.isInTitle {
        let notes = try row(KeptQuery.notes, [id.value]) { $0[0] as String? } ?? nil
        guard words.areIn(changed.row.title, notes, changed.row.tags.text) else { return nil }
      }
    }
    if isMatch { return key }
    // Beyond the last one are matches that are not collected.
    let isCut = matches.olderThan != nil || matches.bound != nil
    if isCut, let last = matches.keys.last, search.order.isBefore(last, key) { return nil }
    return search.filter.covered(changed) ? key : nil
  }
}

extension FoundKey {
  fileprivate init(id: Int64, due: String?, done: Int64?, list: Place, position: Int64) {
    (self.id, self.due, self.done, self.list, self.position) = (id, due, done, list, position)
  }
}

extension TaskFilter {
  /// Whether it covered a task before its change, by what the change of a row can have changed.
  fileprivate func covered(_ changed: ChangedRow) -> Bool {
    if let list, list != changed.list { return false }
    if let priority, priority != changed.priority { return false }
    let hasDate =
      switch due {
      case .between(let times): changed.due.map { times.contains($0) } ?? false
      case .undated: changed.due == nil
      case nil: true
      }
    let hasStatus =
      switch status {
      case .open: changed.done == nil
      case .done: changed.done != nil
      case .all: true
      }
    return hasDate && hasStatus
  }
}

private enum KeptQuery {
  static let list = "SELECT position FROM memberships WHERE account = ? AND list = ?"
  static let notes = "SELECT notes FROM tasks WHERE id = ?"
}
