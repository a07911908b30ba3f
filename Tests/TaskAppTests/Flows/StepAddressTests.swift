import HTTPTypes
import StatePages
import TaskFormats
import Tasks
import TestSupport
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

  /// Every kind of step, in every mode and with every value that its address can contain.
  private static var samples: [TaskFlow.Step] {
    let (at, recent) = (anchor.map { TaskFlow.Step.ElementID.anchor($0) }, RecentChanges(change))
    let steps: [TaskFlow.Step] = [
      .home, .savedDraft(SavedDraftID(2)), .server(), .server(page: 2), .activity(),
      .activity(before: AccountEventID(6)), .takeAlong(list), .history(list), .history(list, before: change),
      .history(list, of: task),
      .tags(), .tags(page: 2), .tags(did: change), .tag(TagID(3)), .add(),
      .add(
        SharedText(title: "a&b\nc", text: "d", url: "https://example.org/?e=f", list: "2", due: Day(iso: "2026-12-24"))),
      .today(), .today(pages: TodayPages(late: 2, today: 3, soon: 4), did: recent), .today(at: .row(task)),
      .today(at: .section(.late)), .today(at: at, did: recent), .today(at: .section(.soon), did: recent),
      .today(pages: TodayPages(late: 2), selecting: true), .today(pages: TodayPages(whose: .all, today: 2)),
      .listOf(task), .listOf(task, at: .row(task), did: recent),
      .task(task), .task(task, did: recent), .task(task, at: .row(task)), .task(task, at: .row(task), did: recent),
      .task(task, at: at, did: recent), .task(task, at: .newSubtask, page: 3, did: recent),
      .task(task, at: .newComment, page: 3, comments: 2), .comment(CommentID(4)),
      .trash(), .trash(page: 2),
      .trash(at: .rows, page: 2, did: change),
      .follow(.address(nil)), .follow(.address(source)), .follow(.lists(source)), .follow(.preview(source)),
      .follow(.name(source)), .importing(.file), .importing(.text(UploadID(4))), .importing(.preview(UploadID(4))),
      .importing(.result(UploadID(4))), .sharing(of: list), .sharing(of: list, did: change),
      .invitation(LinkSecret()),
    ]
    let exports = ([nil] + ExportFormat.allCases).flatMap { format -> [TaskFlow.Step] in
      [.export(.list(list), as: format), .export(.search(SearchParameters(typed: "a&b", priority: .high)), as: format)]
    }
    let feeds = [nil, list].flatMap { list -> [TaskFlow.Step] in
      [.feeds(of: list), .feeds(of: list, new: FeedID(3)), .feeds(of: list, at: .feed(FeedID(3)))]
    }
    return steps + exports + feeds + reviews + upcoming + overviews + searches + settings + lists
  }

  private static var reviews: [TaskFlow.Step] {
    let views =
      ReviewView.Part.allCases.map { ReviewView(part: $0) } + [
        ReviewView(part: .lists, list: list), ReviewView(part: .lists, list: list, page: 2),
        ReviewView(part: .undated, whose: .all),
      ]
    return views.flatMap { view -> [TaskFlow.Step] in
      [
        .review(view), .review(view, at: anchor.map { .anchor($0) }, did: RecentChanges(change)),
        .review(view, at: .results),
      ]
    }
  }

  private static var upcoming: [TaskFlow.Step] {
    let spans: [UpcomingView.Span] = [.weeks(), .weeks(from: day), .month(), .month(from: day), .day(day)]
    let views = spans.flatMap { span in
      [ArrangingMode<TaskID>.using, .arranging(), .arranging(task)].flatMap { mode in
        [
          UpcomingView(span: span, mode: mode), UpcomingView(span: span, list: list, mode: mode, page: 2),
          UpcomingView(span: span, list: list, tag: Tag(stored: "Küche"), mode: mode),
          UpcomingView(span: span, mode: mode, whose: .all),
        ]
      }
    }
    return views.flatMap { view -> [TaskFlow.Step] in
      [.upcoming(view), .upcoming(view, at: .row(task), did: RecentChanges(change))]
    }
  }

  private static var overviews: [TaskFlow.Step] {
    let places: [TaskFlow.Step.ElementID?] = [nil, .newList, .card(list)]
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
    vary { $0.tags = TagFilter([Tag(stored: "Küche"), Tag(stored: "-x")], without: [Tag(stored: "a")]) }
    vary { $0.since = day }
    vary { $0.before = task }
    vary { $0.page = 2 }
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
    all += [TagFilter(isUntagged: true), TagFilter(without: [Tag(stored: "a")])].map { SearchParameters(tags: $0) }
    return all.map { .search($0) }
      + all.prefix(9).flatMap { asked -> [TaskFlow.Step] in
        [
          .search(asked, selecting: true), .search(asked, at: .results, did: RecentChanges(change)),
          .search(asked, at: .row(task)), .search(asked, at: anchor.map { .anchor($0) }, did: RecentChanges(change)),
        ]
      }
  }

  private static var settings: [TaskFlow.Step] {
    let places: [TaskFlow.Step.ElementID?] = [nil, .password, .usage]
    let pages: [TaskFlow.Step] = [
      .reminders(), .reminders(did: .settingsSaved),
      TaskFlow.Step(.reminders(did: nil, of: ReminderChannelID(3)), at: .channel(ReminderChannelID(3))),
      TaskFlow.Step(.reminders(did: nil, of: ReminderChannelID(3)), at: .channelSecret),
      .settings, .settings(.apps, at: .newAppPassword, new: AppPasswordID(3)), .settings(.data),
    ]
    return pages
      + places.flatMap { place -> [TaskFlow.Step] in
        [.settings(.account, at: place)]
          + CompletedAction.allCases.map { TaskFlow.Step.settings($0.topic, at: place, did: $0) }
      }
  }

  private static var lists: [TaskFlow.Step] {
    let modes: [ListMode] = [
      .using, .addingSeveral, .renaming, .startingAgain, .arranging(), .arranging(task), .selecting, .choosing(),
      .addingSection, .movingSection(SectionID(7)), .choosing(task),
    ]
    let places: [TaskFlow.Step.ElementID?] =
      [
        nil, .newTask, .openTasks, .completedTasks, .row(task), .heading(SectionID(7)),
      ] + [HeadingAnchor(SectionID(7), top: 407).map { .headingAnchor($0) }]
    let shown = [
      ListRows(), ListRows(section: SectionID(7), page: 2), ListRows(page: 2),
      ListRows(completed: 1), ListRows(completed: 2), ListRows(page: 3, completed: 2, showsAll: true),
    ]
    var steps: [TaskFlow.Step] = []
    for mode in modes {
      for place in places {
        for rows in shown {
          steps.append(.list(list, mode, at: place, rows: rows))
          steps.append(.list(list, mode, at: place, rows: rows, did: RecentChanges(change)))
          steps.append(.list(list, mode, at: place, rows: rows, since: change))
          let minute = LocalMinute("2026-11-19T08:05")
          steps.append(.list(list, mode, at: place, rows: rows, asOf: minute))
          let boxes = TakenBoxes(file: "1-2-3-a", tasks: [task, TaskID(18)])
          steps.append(.list(list, mode, at: place, rows: rows, taken: boxes))
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
    let paths = Set(
      printed.keys.map {
        String($0.prefix { !"?#".contains($0) }).replacing(/\/\d+/, with: "/{id}").replacing(
          /\/join\/.+/, with: "/join/{secret}")
      })
    #expect(paths == Set(TaskFlow.addresses.patterns))
  }

  @Test func `addresses are stable, because they are in bookmarks, and read as recorded`() async throws {
    let differences = try await TestRow.differences(in: "addresses") { row in
      [TaskFlow.addresses.step(at: row[0]).map { TaskFlow.addresses.address(of: $0).text } ?? "no step"]
    }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

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
