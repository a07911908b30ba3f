import Foundation
import StatePages
import Tasks

/// A search result from a followed list, with the age of the copy that it was found in.
struct FoundRemoteView: Piece {
  static let template = "search/found-copy"
  static let fields: [String: Field<FoundRemoteView>] = [
    "href": .link(\.href),
    "named": .flag { !$0.task.title.runs.isEmpty },
    "title": .pieces { MarkedRun.runs(of: $0.task.title) },
    "excerpt": .view { $0.task.excerpt.map(ExcerptView.init) },
    "closed": .flag { !$0.task.isOpen },
    "listName": .text { ShortText.of($0.task.listName) },
    "host": .text(\.task.host),
    "checked": .view(\.checked),
  ]
  private let task: FoundRemoteTask
  private let checked: Moment
  private let href: TaskIntent

  init(_ task: FoundRemoteTask, for look: Look) {
    self.task = task
    checked = Moment(Int64(task.checked.timeIntervalSince1970), for: look)
    let page = task.before / max(1, look.rows) + 1
    href = .openRemoteTask(
      task.list, number: task.number, rows: task.isOpen ? ListRows(page: page) : ListRows(completed: page))
  }
}
