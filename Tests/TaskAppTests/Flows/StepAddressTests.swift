import HTTPTypes
import StatePages
import Tasks
import Testing

@testable import TaskApp

/// The address of every step, formatted and parsed.
struct StepAddressTests {
  private static let list = ListID(5)
  private static let task = TaskID(17)
  private static let source = SourceID(8)
  private static let change = ChangeID(3)
  private static let anchor = RowAnchor(task, top: 407)
  private static let day = Day(iso: "2026-11-20") ?? .first
  private static let early = Day(iso: "2026-11-01") ?? .first

  /// Every kind of step, in every mode and with every value that its address can contain.
  private static var samples: [TaskFlow.Step] {
    let (at, recent) = (anchor.map { TaskFlow.Step.Place.anchor($0) }, RecentChanges(change))
    let steps: [TaskFlow.Step] = [
      .home, .review, .savedDraft(SavedDraftID(2)), .server(), .server(page: 2), .activity(),
      .activity(before: AccountEventID(6)), .history(list), .history(list, before: change), .history(list, of: task),
      .followedTask("a/b", of: list),
      .tags(), .tags(page: 2), .tags(did: change), .tag(TagID(3)), .add(),
      .add(
        SharedText(title: "a&b\nc", text: "d", url: "https://example.org/?e=f", list: "2", due: Day(iso: "2026-12-24"))),
      .today(), .today(pages: TodayPages(late: 2, today: 3, soon: 4), did: recent), .today(at: .row(task)),
      .today(at: .section(.late)), .today(at: at, did: recent), .today(at: .section(.soon), did: recent),
      .today(pages: TodayPages(late: 2), selecting: true),
      .task(task), .task(task, did: recent), .task(task, at: .row(task)), .task(task, at: .row(task), did: recent),
      .task(task, at: at, did: recent), .task(task, at: .newSubtask, page: 3, did: recent),
      .trash(), .trash(page: PageQuery(page: 2)), .trash(page: PageQuery(page: 2, part: 3)),
      .trash(at: .rows, page: PageQuery(part: 2), did: change),
      .follow(.address(nil)), .follow(.address(source)), .follow(.lists(source)), .follow(.preview(source)),
      .follow(.name(source)), .importing(.file), .importing(.text(UploadID(4))), .importing(.preview(UploadID(4))),
      .importing(.result(UploadID(4))),
    ]
    let exports = ([nil] + ExportFormat.allCases).flatMap { format -> [TaskFlow.Step] in
      [.export(.list(list), as: format), .export(.search(SearchParameters(typed: "a&b", priority: .high)), as: format)]
    }
    let feeds = [nil, list].flatMap { list -> [TaskFlow.Step] in
      [.feeds(of: list), .feeds(of: list, new: FeedID(3)), .feeds(of: list, at: .feed(FeedID(3)))]
    }
    return steps + exports + feeds + upcoming + overviews + searches + settings + lists
  }

  private static var upcoming: [TaskFlow.Step] {
    let spans: [UpcomingView.Span] = [.weeks(), .weeks(from: day), .month(), .month(from: day), .day(day)]
    let views = spans.flatMap { span in
      [ArrangingMode<TaskID>.using, .arranging(), .arranging(task)].flatMap { mode in
        [
          UpcomingView(span: span, mode: mode), UpcomingView(span: span, list: list, mode: mode, page: 2),
          UpcomingView(span: span, list: list, tag: Tag(stored: "Küche"), mode: mode),
        ]
      }
    }
    return views.flatMap { view -> [TaskFlow.Step] in
      [.upcoming(view), .upcoming(view, at: .row(task), did: RecentChanges(change))]
    }
  }

  private static var overviews: [TaskFlow.Step] {
    let places: [TaskFlow.Step.Place?] = [nil, .newList, .card(list)]
    var steps: [TaskFlow.Step] = []
    for place in places {
      for page in [1, 2] {
        for mode in [OverviewMode.using, .arranging(), .arranging(list)] {
          steps.append(.overview(mode, at: place, page: page))
          steps.append(.overview(mode, at: place, page: page, did: change))
        }
      }
    }
    return steps
  }

  private static var searches: [TaskFlow.Step] {
    var all = ["", "a", "a+b & ü = ?#%", " "].map { SearchParameters(typed: $0) }
    func vary(_ change: (inout SearchParameters) -> Void) {
      all += all.map { asked in
        var asked = asked
        change(&asked)
        return asked
      }
    }
    vary { $0.list = list }
    vary { $0.priority = .high }
    vary { $0.repeats = true }
    vary { $0.tag = Tag(stored: "Küche") }
    vary { $0.since = day }
    vary { $0.before = task }
    vary { $0.page = PageQuery(page: 2, part: 3) }
    all += all.prefix(3).map { $0.changing(list) }
    all = all.flatMap { asked in
      TaskStatus.allCases.flatMap { status in
        ([nil] + SearchOrder.allCases.map(Optional.some)).map { order in
          var asked = asked
          (asked.status, asked.order) = (status, order)
          return asked
        }
      }
    }
    let dues: [SearchParameters.DueChoice] = [
      .late, .today, .week, .undated, .range(from: day, to: nil), .range(from: nil, to: day),
      .range(from: day, to: day),
    ]
    all += dues.map { SearchParameters(typed: "x", due: $0) }
    return all.map { .search($0) }
      + all.prefix(9).flatMap { asked -> [TaskFlow.Step] in
        [
          .search(asked, selecting: true), .search(asked, at: .results, did: RecentChanges(change)),
          .search(asked, at: .row(task)), .search(asked, at: anchor.map { .anchor($0) }, did: RecentChanges(change)),
        ]
      }
  }

  private static var settings: [TaskFlow.Step] {
    let places: [TaskFlow.Step.Place?] = [nil, .password, .usage]
    return places.flatMap { place -> [TaskFlow.Step] in
      [.settings(at: place)] + CompletedAction.allCases.map { TaskFlow.Step.settings(at: place, did: $0) }
    }
  }

  private static var lists: [TaskFlow.Step] {
    let modes: [ListMode] = [
      .using, .addingSeveral, .renaming, .startingAgain, .arranging(), .arranging(task), .selecting, .choosing(),
      .addingSection, .movingSection(SectionID(7)), .choosing("é/&=+ %"), .choosing(""),
    ]
    let places: [TaskFlow.Step.Place?] =
      [
        nil, .newTask, .openTasks, .completedTasks, .row(task), .remote(4), .heading(SectionID(7)),
      ] + [HeadingAnchor(SectionID(7), top: 407).map { .headingAnchor($0) }]
    let shown = [
      ListRows(), ListRows(section: SectionID(7), page: 2), ListRows(page: 2), ListRows(page: 2, part: 3),
      ListRows(completed: 1), ListRows(completed: 2, part: 2), ListRows(page: 3, completed: 2, part: 2, showsAll: true),
    ]
    var steps: [TaskFlow.Step] = []
    for mode in modes {
      for place in places {
        for rows in shown {
          steps.append(.list(list, mode, at: place, rows: rows))
          steps.append(.list(list, mode, at: place, rows: rows, did: RecentChanges(change)))
        }
      }
    }
    return steps
  }

  @Test func `every step has an address of its own, which parses to that step`() {
    var printed: [String: TaskFlow.Step] = [:]
    for step in Self.samples {
      let address = TaskFlow.addresses.address(of: step).text
      #expect(TaskFlow.addresses.step(at: address) == step, "\(address)")
      #expect(printed.updateValue(step, forKey: address) == nil, "\(address)")
    }
    // Every path is the address of one of these.
    let paths = Set(printed.keys.map { String($0.prefix { !"?#".contains($0) }).replacing(/\/\d+/, with: "/{id}") })
    #expect(paths == Set(TaskFlow.addresses.patterns))
  }

  @Test(arguments: [
    (TaskFlow.Step.overview(), "/lists"),
    (.overview(did: change), "/lists?did=3"),
    (.overview(.arranging(list), at: .card(list), did: change), "/lists?picked=5&did=3#list-5"),
    (.today(pages: TodayPages(late: 2), selecting: true), "/today?late=2&select"),
    (.upcoming(), "/upcoming"),
    (.upcoming(UpcomingView(span: .month(from: day))), "/upcoming?view=month&from=2026-11-20"),
    (
      .upcoming(UpcomingView(span: .day(day), list: list, mode: .arranging(task)), at: .row(task)),
      "/upcoming?day=2026-11-20&list=5&picked=17#task-17"
    ),
    (.list(list), "/lists/5"),
    (.list(list, at: .newTask, did: RecentChanges(change)), "/lists/5?did=3#new-task"),
    (.list(list, at: .row(task)), "/lists/5#task-17"),
    (.list(list, .arranging(), at: .row(task)), "/lists/5?arrange#task-17"),
    (.list(list, rows: ListRows(section: SectionID(7))), "/lists/5?section=7"),
    (.list(list, .movingSection(SectionID(7)), at: .heading(SectionID(7))), "/lists/5?picked-section=7#section-7"),
    (.list(list, .selecting, rows: ListRows(page: 2)), "/lists/5?select&page=2"),
    (.list(list, .choosing("a b"), at: .remote(4), rows: ListRows(page: 2)), "/lists/5?choose=a%20b&page=2#remote-4"),
    (.list(list, at: .completedTasks, rows: ListRows(completed: 1, part: 2)), "/lists/5?done=1&part=2#done-tasks"),
    (.history(list, before: change), "/lists/5/history?before=3"),
    (.followedTask("a/b c", of: list), "/lists/5/task?key=a%2Fb%20c"),
    (.task(task, did: RecentChanges(change)), "/tasks/17?did=3"),
    (.task(task, at: .row(task)), "/tasks/17#task-17"),
    (.task(task, at: .newSubtask, page: 2), "/tasks/17?page=2#new-step"),
    (.search(SearchParameters(typed: "a&b", status: .all, before: task)), "/search?q=a%26b&show=all&before=17"),
    (.search(SearchParameters(due: .range(from: day, to: nil), order: .list)), "/search?from=2026-11-20&sort=list"),
    (.search(SearchParameters(list: list, due: .undated, priority: .low)), "/search?list=5&due=none&priority=low"),
    (.review, "/review"),
    (.search(SearchParameters(repeats: true)), "/search?repeats=on"),
    (.tags(page: 2), "/tags?page=2"),
    (.search(SearchParameters(tag: Tag(stored: "Küche"))), "/search?tag=K%C3%BCche"),
    (.trash(), "/trash"),
    (.trash(at: .rows, page: PageQuery(page: 2), did: change), "/trash?page=2&did=3#rows"),
    (.settings(at: .password, did: .settingsSaved), "/settings?did=settings-saved#change-password"),
    (.activity(before: AccountEventID(6)), "/settings/activity?before=6"),
    (.export(.list(list)), "/lists/5/export"),
    (.export(.list(list), as: .todoTxt), "/lists/5/export?format=todo.txt"),
    (.export(.search(SearchParameters(typed: "a")), as: .table), "/search/export?q=a&format=csv"),
    (.feeds(), "/settings/feeds"),
    (.feeds(of: list, new: FeedID(3), at: .feed(FeedID(3))), "/lists/5/feeds?new=3#feed-3"),
    (.settings(at: .newAppPassword, new: AppPasswordID(3)), "/settings?new=3#app-password"),
    (.settings(at: .appPassword(AppPasswordID(3))), "/settings#app-3"),
    (.server(page: 2), "/operator?page=2"),
    (.add(), "/add"), (.tag(TagID(6)), "/tags/6"),
    (
      .add(SharedText(title: "Milk & eggs", url: "https://choir.example", list: "5", due: day)),
      "/add?title=Milk%20%26%20eggs&url=https%3A%2F%2Fchoir.example&list=5&due=2026-11-20"
    ),
    (.savedDraft(SavedDraftID(2)), "/kept/2"),
    (.follow(.address(nil)), "/remote/new"),
    (.follow(.address(source)), "/remote/8/address"),
    (.follow(.preview(source)), "/remote/8"),
    (.follow(.lists(source)), "/remote/8/lists"),
    (.follow(.name(source)), "/remote/8/name"),
    (.importing(.file), "/import"),
    (.importing(.text(UploadID(4))), "/import/4/text"),
    (.importing(.preview(UploadID(4))), "/import/4"),
    (.importing(.result(UploadID(4))), "/import/4/result"),
  ])
  func `addresses are stable, because they are in bookmarks`(step: TaskFlow.Step, address: String) {
    #expect(TaskFlow.addresses.address(of: step).text == address)
  }

  @Test(arguments: [
    ("/search?q=a&completed=on", SearchParameters(typed: "a", status: .all)),
    ("/search?q=&list=&show=&due=&from=&to=&priority=&since=&sort=", SearchParameters()),
    ("/search?from=0026-11-20&since=0026-11-01", SearchParameters(due: .range(from: day, to: nil), since: early)),
    ("/search?due=range&from=2026-11-20&to=2026-11-01", SearchParameters(due: .range(from: early, to: day))),
    ("/search?due=late&from=2026-11-20", SearchParameters(due: .late)),
    ("/search?due=range", SearchParameters()),
    ("/search?due=soon&from=2026-02-30&priority=none&show=none&sort=x&list=x&since=now", SearchParameters()),
  ])
  func `older addresses of a search, and what its form sends, parse to a search`(
    address: String, asked: SearchParameters
  ) { #expect(TaskFlow.addresses.step(at: address) == .search(asked)) }

  @Test func `an address of no step is not found`() async throws {
    let world = try await World()
    for pattern in TaskFlow.addresses.patterns {
      let address = pattern.replacing("{id}", with: "5")
      for wrong in ["/\(address)", "\(address)/", "\(address)/nowhere", pattern.replacing("{id}", with: "05")]
      where wrong != pattern {
        #expect(TaskFlow.addresses.step(at: wrong) == nil, "\(wrong)")
        #expect(try await world.get(wrong).status == .notFound, "\(wrong)")
      }
    }
  }
}
