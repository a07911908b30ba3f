import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A task of a followed list, with all of its fields. It can only be read here.
enum FollowedTaskScreen: SourceScreen {
  static let name: ViewName = "followed-task"
  static let otherStates = [Reason.notInList(Samples.remoteList.id)]

  struct Content: Sendable {
    let copy: SourceCopy
    /// The task, on its page among the tasks of its state.
    let page: RemoteTaskPage
    let list: ListID
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "row": .view(\.row), "asOf": .view(\.asOf),
      // Overrides the caption's flag: a copy fetched just now is not from the previous address.
      "moved": .flag(\.isFormer),
      "group": .optional { $0.row?.task.group },
      "dueDay": .optional(\.due), "startDay": .optional(\.start),
      "completed": .flag { if case .done? = $0.row?.task.status { true } else { false } },
      "prioritized": .flag { $0.row.map { $0.task.priority != .none } ?? false },
    ]
    let row: RemoteRow?
    let asOf: Moment
    let isFormer: Bool
    let due, start: String?
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
      row: row, asOf: Moment(content.copy.checked, for: look),
      isFormer: content.copy.isFormer, due: row?.task.due.map(printed), start: row?.task.start.map(printed))
  }

  static var samples: [Sample<FollowedTaskScreen>] { Samples.followedTasks }
}

enum FollowedTaskPage {
  /// The page of the task with a key. The source is asked again while it loads, as on the page of the list.
  static func page(_ key: String, of id: ListID, for request: SignedInRequest) async throws(Failure) -> Page {
    let header = try await request.header(of: id)
    guard let source = header.source else { throw Failure(.notFound) }
    let list = header.list
    let loader = RemoteLoader(
      source, request, .init(size: Limits.tasksAtOnce, extent: .task(key: key, of: id)), mayFetch: request.mayFetch)
    let stored = try await loader.stored()
    let title = stored?.pages.open.rows.first?.task.title ?? ""
    var page = Page(
      request, .task, name: title.isEmpty ? list.name : title, of: id
    ) {
      FollowedTaskHead(title: title, list: list)
      loader.region(
        "task", over: stored, caption: SourceCaption(source, of: list, for: request.look),
        retry: .post(
          request.action(.list(id, .refresh)), [.init(FormField.from, TaskStep.followedTask(key, of: id).text)]),
        placement: .page
      ) { copy in
        FollowedTaskScreen.Content(copy: copy.copy, page: copy.pages.open, list: id)
      } as Region<FollowedTaskScreen>
    }
    // Known before the page begins, so it decides the status.
    if let stored, stored.pages.open.rows.isEmpty, !loader.fetches, source.trouble == nil { page.status = .gone }
    // A fetch may become due before the next write.
    page.isKept = false
    return page
  }
}

/// The head of the page of a followed task. Its heading repeats the title, which is shown with the fields.
struct FollowedTaskHead: Piece {
  static let template = "followed-task/head"
  static let fields: [String: Field<FollowedTaskHead>] = [
    "title": .optional { $0.title.isEmpty ? nil : $0.title },
    "listName": .text(\.list.name),
    "listHref": .link { .list($0.list.id) },
  ]
  /// The title in the stored copy; empty without one.
  let title: String
  let list: ListSummary
}
