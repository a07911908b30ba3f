import StatePages
import StateViews
import TaskStore
import Tasks

/// The tasks of some days: rows under a heading for each day, or the table of five weeks.
enum UpcomingScreen: ListScreen {
  static let name: ViewName = "upcoming"
  static let family: ViewName? = "due"
  static let emptyReasons = [Reason.nothingDue]

  struct Content: ListContent, Sendable {
    let view: UpcomingView
    let days: UpcomingDays
    let tasks: UpcomingTasks
    /// The page of the days, which the forms return to.
    let from: String
    /// The task that is being moved, which may be on another page.
    var picked: TaskDetail?
    var states = RowStates()

    /// The days are content where a task goes to one, and in a month, which leads to them.
    var count: Int {
      view.mode == .using && view.showsRows ? tasks.due.rows.count + tasks.others.count : days.weeks.count
    }
  }

  static let fields: [String: Field<ListView<UpcomingScreen>>] = [
    "days": .rows(\.rows),
    "month": .view { $0.content.view.showsRows ? nil : UpcomingMonth($0.content, for: $0.look) },
    "pages": .view(\.content.tasks.due.links),
    "cut": .flag { $0.content.tasks.others.count == UpcomingTasks.mostOthers },
    "moving": .view { view in
      view.content.picked.map { MovingBar(item: ArrangedItem($0), ends: (true, true)) }
    },
  ]

  /// Days have rows, weeks are a table.
  static func kind(of content: Content) -> ViewName? { content.view.showsRows ? nil : "month" }

  static func rows(of content: Content, for look: DisplaySettings) -> [UpcomingDay] {
    content.view.showsRows ? UpcomingDay.days(of: content, for: look) : []
  }

  static var samples: [Sample<UpcomingScreen>] {
    func content(
      _ span: UpcomingView.Span, _ mode: ArrangingMode<TaskID> = .using, page: Int = 1, of total: Int? = nil
    ) -> Content {
      let view = UpcomingView(span: span, mode: mode, page: page)
      let days = UpcomingDays(view, for: Samples.look)
      let tasks = (Samples.kitchen + Samples.world).filter { task in
        task.done == nil && task.dueTime(in: Samples.look.zone).map { days.range.contains($0.day) } ?? false
      }.sorted { ($0.due ?? .first) < ($1.due ?? .first) }.map { DueTask($0, listName: "Kitchen renovation") }
      let others = [
        PlannedTask(
          Samples.taskID(19), title: "Return the borrowed drill", in: Samples.listID(2),
          named: "Kitchen renovation", on: Samples.today.adding(days: 1))
      ]
      let counts = Dictionary(grouping: tasks) { $0.row.due ?? .first }.mapValues { $0.count * (total ?? 1) }
      var content = Content(
        view: view, days: days,
        tasks: UpcomingTasks(
          due: DueTaskPage(tasks, number: page, paging: Paging(total ?? tasks.count, of: 50)),
          counts: view.showsRows ? [:] : counts, others: others.filter { days.range.contains($0.day) }),
        from: Samples.from(view))
      if case .arranging(.some) = mode { content.picked = Samples.detail }
      return content
    }
    return [
      Sample("weeks", content: content(.weeks())),
      Sample("among-many", content: content(.weeks(), page: 2, of: 200)),
      Sample("arranging", content: content(.weeks(), .arranging())),
      Sample("picked", content: content(.weeks(), .arranging(Samples.taskID(11)))),
      Sample("day", content: content(.day(Samples.today))),
      Sample("month", content: content(.month(), of: 5)),
      Sample("month-arranging", content: content(.month(), .arranging())),
      Sample("month-picked", content: content(.month(), .arranging(Samples.taskID(12)))),
    ]
  }
}

extension UpcomingScreen.Content {
  /// The form that moves the picked task to a day; nil without one, and for the day that it has.
  func put(on day: Day, for look: DisplaySettings) -> TaskCommand? {
    guard let picked, picked.text.due.map({ DueTime($0, picked.text.time, in: look.zone).day }) != day else {
      return nil
    }
    return .task(picked.id, .schedule)
  }

  /// The form that picks a task; nil unless one is to be picked.
  func pick(_ task: TaskRow) -> TaskCommand? {
    view.mode == .arranging() && !task.isReadOnly ? .task(task.id, .pick) : nil
  }
}

struct UpcomingDay: TemplateView {
  static let fields: [String: Field<UpcomingDay>] = [
    "iso": .text(\.day.iso), "heading": .optional(\.heading), "href": .link { .showDay($0.day) },
    "today": .flag { $0.distance == 0 },
    "tomorrow": .flag { $0.distance == 1 },
    "none": .flag { $0.rows.isEmpty && $0.arranged.isEmpty && $0.others.isEmpty },
    "rows": .pieces(\.rows), "arranged": .pieces(\.arranged), "others": .rows(\.others), "put": .optionalForm(\.put),
    "inForm": .formOfRows(\.rows), "day": .text(\.name),
  ]
  private let day: Day
  /// Nil on the page of the day.
  private let heading: String?
  private let name: String
  /// The number of days from today.
  private let distance: Int
  private let rows: [TaskRowView]
  private let arranged: [ArrangedRow]
  private let others: [PlannedRow]
  private let put: TaskCommand?

  fileprivate static func days(of content: UpcomingScreen.Content, for look: DisplaySettings) -> [UpcomingDay] {
    let (printer, page) = (DayPrinter(look), content.tasks.due)
    let former = Dictionary(uniqueKeysWithValues: content.states.changed.map { ($0.row.id, $0.due?.day) })
    func day(of task: DueTask) -> Day? { former[task.row.id] ?? task.row.dueTime(in: look.zone)?.day }
    let isArranging = content.view.mode != .using
    let rows =
      isArranging
      ? [:]
      : Dictionary(
        grouping: TaskRowView.rows(
          page.rows, under: day, from: content.from, content.states, for: look), by: \.row.id)
    let tasks = Dictionary(grouping: page.rows, by: day)
    // The days of the page: to its ends only on the first and the last one.
    let first = page.number == 1 ? nil : page.rows.first.flatMap(day)
    let last = page.number == page.paging.last ? nil : page.rows.last.flatMap(day)
    let days = content.days.weeks.joined().filter { $0 >= first ?? $0 && $0 <= last ?? $0 }
    return days.map { day in
      let own = tasks[day] ?? []
      return UpcomingDay(
        day: day, heading: days.count == 1 && content.days.title != nil ? nil : printer.weekdayAndDate(day),
        name: printer.weekdayAndDate(day), distance: day.daysSince(look.today),
        rows: own.flatMap { rows[$0.row.id] ?? [] }, arranged: isArranging ? own.map { content.arranged($0.row) } : [],
        others: content.tasks.others.filter { $0.day == day }.map(PlannedRow.init),
        put: content.put(on: day, for: look))
    }
  }
}

extension UpcomingScreen.Content {
  fileprivate func arranged(_ row: TaskRow) -> ArrangedRow {
    let isPickable = picked == nil && !row.isReadOnly
    return ArrangedRow(
      item: ArrangedItem(row), offer: isPickable ? .pick : picked?.id == row.id ? .picked : .none, undo: nil,
      anchor: states.anchor(of: row.id))
  }
}

/// A task that starts on a day.
struct PlannedRow: TemplateView {
  static let fields: [String: Field<PlannedRow>] = [
    "href": .link { .openTask($0.task.id) },
    "title": .text { ShortText.ofRow($0.task.title) },
    "listName": .text { ShortText.of($0.task.listName) },
  ]
  let task: PlannedTask
}
