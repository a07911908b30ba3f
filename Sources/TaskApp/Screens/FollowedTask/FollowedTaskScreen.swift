import Foundation
import StatePages
import StateViews
import Tasks

/// A task of a followed list, with all of its fields. It can only be read here.
enum FollowedTaskScreen: Screen {
  typealias Caption = RemoteScreen.Caption
  static let name: ViewName = "followed-task"
  static let family: ViewName? = "source"
  static let otherStates = [Reason.notInList(Samples.remoteList.id)]
  static let failures = RemoteScreen.failures
  static let shownFailures = Array(failures.prefix(2))
  static let stages = RemoteScreen.stages

  struct Content: Sendable {
    let copy: SourceCopy
    /// The task, on its page among the tasks of its state.
    let page: RemoteTaskPage
    let list: ListID
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "row": .view(\.row),
      "asOf": .view(\.asOf),
      // Overrides the caption's flag: a copy fetched just now is not from the previous address.
      "moved": .flag(\.isFormer),
      "group": .optional { $0.row?.task.group },
      "dueDay": .optional(\.due),
      "startDay": .optional(\.start),
      "completed": .flag { if case .done? = $0.row?.task.status { true } else { false } },
      "prioritized": .flag { $0.row.map { $0.task.priority != .none } ?? false },
    ]
    let row: RemoteRow?
    let asOf: Moment
    let isFormer: Bool
    let due: String?
    let start: String?
  }

  static func view(of content: Content, for look: Look) -> View {
    let days = DayPrinter(look)
    func printed(_ time: RemoteTime) -> String {
      let clock = time.time(in: look.zone).map { " · \($0)" } ?? ""
      return days.weekdayAndDate(time.day(in: look.zone)) + clock
    }
    let row = RemoteRow.rows(
      content.page.rows.prefix(1), of: content.list, after: (content.page.number - 1) * Limits.tasksAtOnce, for: look
    ).first
    return View(
      row: row, asOf: Moment(Int64(content.copy.checked.timeIntervalSince1970), for: look),
      isFormer: content.copy.isFormer, due: row?.task.due.map(printed), start: row?.task.start.map(printed))
  }

  static var samples: [Sample<FollowedTaskScreen>] { Samples.followedTasks }
}
