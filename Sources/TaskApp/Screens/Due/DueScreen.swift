import StatePages
import StateViews
import TaskStore
import Tasks

/// A section of Today: the tasks of all own lists that are late, due today, or due in the next seven days.
enum DueScreen: ListScreen {
  static let name: ViewName = "due"
  static let emptyReasons = [
    Reason.nothingDue, .nothingDueToday, .nothingDue(next: "Tax", Samples.taskID(61), on: "4 Dec"), .noDates,
    .noTasks(version: ChangeID(41)),
  ]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "id": .text { "\($0.section.rawValue)-tasks" },
      "late": .flag { $0.section == .late },
      "today": .flag { $0.section == .today },
      "soon": .flag { $0.section == .soon },
      "count": .number(upTo: DueCounts.most - 1, \.count.ifAny),
    ]
    let section: DueSection
    let count: Int
  }

  struct Content: ListContent, Sendable {
    let section: DueSection
    let page: DueTaskPage
    /// The page of Today, which the forms return to.
    let from: String
    var states = RowStates()

    var count: Int { page.rows.count }
  }

  static let fields: [String: Field<ListView<DueScreen>>] = [
    "days": .rows(\.rows), "pages": .view(\.content.links),
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [DueDay] { DueDay.days(of: content, for: look) }

  static var samples: [Sample<DueScreen>] {
    func content(_ section: DueSection, page: Int = 1, of total: Int? = nil) -> Content {
      let times = section.times(at: Samples.look.dueNow.time)
      let tasks = Samples.kitchen.filter { $0.dueTime(in: Samples.look.zone).map { times.contains($0) } ?? false }
        .sorted { ($0.due ?? .first) < ($1.due ?? .first) }
        .map { DueTask($0, listName: "Kitchen renovation") }
      return Content(
        section: section,
        page: DueTaskPage(tasks, number: page, paging: Paging(total ?? tasks.count, of: 50)),
        from: Samples.from(TodayPages(late: page)))
    }
    var selecting = content(.late)
    selecting.states.selected = Set(selecting.page.rows.prefix(1).map(\.row.id))
    return [
      Sample("late", caption: Caption(section: .late, count: 2), content: content(.late)),
      Sample(
        "late-among-many", caption: Caption(section: .late, count: 1_000),
        content: content(.late, page: 2, of: 1_000)),
      Sample("selecting", caption: Caption(section: .late, count: 2), content: selecting),
      Sample("today", caption: Caption(section: .today, count: 2), content: content(.today)),
      Sample("soon", caption: Caption(section: .soon, count: 2), content: content(.soon)),
    ]
  }
}

extension DueScreen.Content {
  fileprivate var links: PageLinks? {
    PageLinks(page.number, of: page.paging) { [section] in .turnSection(section, to: $0) }
  }
}

struct DueDay: TemplateView {
  static let fields: [String: Field<DueDay>] = [
    "heading": .optional(\.heading), "tomorrow": .flag(\.isTomorrow),
    "iso": .text { $0.day?.iso ?? "" },
    "rows": .pieces(\.rows), "inForm": .formOfRows(\.rows),
  ]
  /// The day; nil for late tasks, and for those of today.
  let day: Day?
  let heading: String?
  let isTomorrow: Bool
  private(set) var rows: [TaskRowView]

  /// The tasks of a section: a day each in the next seven days, otherwise all together.
  fileprivate static func days(of content: DueScreen.Content, for look: DisplaySettings) -> [DueDay] {
    let printer = DayPrinter(look)
    let former = Dictionary(uniqueKeysWithValues: content.states.changed.map { ($0.row.id, $0.due?.day) })
    func day(of task: DueTask) -> Day? {
      switch content.section {
      case .late: nil
      case .today: look.today
      case .soon: former[task.row.id] ?? task.row.dueTime(in: look.zone)?.day
      }
    }
    let rows = TaskRowView.rows(
      content.page.rows, under: day, from: content.from, content.states, for: look)
    guard content.section == .soon else { return [DueDay(day: nil, heading: nil, isTomorrow: false, rows: rows)] }
    return zip(content.page.rows, rows).reduce(into: []) { days, next in
      let (task, row) = next
      let day = day(of: task)
      if let last = days.indices.last, days[last].day == day {
        days[last].rows.append(row)
      } else {
        days.append(
          DueDay(
            day: day, heading: day.map(printer.weekdayAndDate),
            isTomorrow: day == look.today.adding(days: 1), rows: [row]))
      }
    }
  }
}

extension Reason {
  static let nothingDue: Reason = "nothing-due"
  /// Nothing is due today, but in the next days.
  static let nothingDueToday: Reason = "nothing-due-today"
  static let noDates = Reason("no-dates", ["lists": .link(.openLists())])

  /// The account has no tasks.
  /// - Parameter version: part of the idempotency key of the form that adds a sample: the account's revision.
  static func noTasks(version: ChangeID?) -> Reason {
    Reason("no-tasks", ["sample": .form(.createSampleList), "version": .text(version?.description ?? "")])
  }

  /// Nothing is due now; the next task that will be.
  /// - Parameter day: its day, formatted.
  static func nothingDue(next title: String, _ task: TaskID, on day: String) -> Reason {
    Reason("nothing-due-yet", ["title": .text(ShortText.of(title)), "day": .text(day), "task": .link(.openTask(task))])
  }
}
