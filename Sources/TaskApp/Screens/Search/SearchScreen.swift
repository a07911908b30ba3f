import Foundation
import StatePages
import StateViews
import Tasks

/// Search results, with the matching words highlighted.
enum SearchScreen: Screen {
  static let name: ViewName = "search"
  static let emptyReasons = [
    Reason.nothingAsked, .noWords("–?!"), Reason(ofNothingFound: Samples.searched, Samples.searched.typed),
    Reason(ofNothingFound: Samples.searchedAll, Samples.searchedAll.typed),
    Reason(ofNothingFound: Samples.searchedOlder, Samples.searchedOlder.typed),
    .stillIndexing(Samples.searched.typed, Samples.searched),
  ]
  static let failures = Failure.usual + Failure.readingStore + [.tooLongToSearch]

  struct Content: ListContent, Sendable {
    let asked: SearchParameters
    let found: SearchAnswer.Found

    /// Creates content with as many tasks as fit; the rest are on the page of older results.
    init(asked: SearchParameters, found: SearchAnswer.Found) {
      self.asked = asked
      let fitting = Portion(found.tasks.map(FoundTaskView.bytes), within: PageBudget.main).rows
      let isCut = fitting.count < found.tasks.count
      let tasks = isCut ? Array(found.tasks[fitting]) : found.tasks
      self.found = SearchAnswer.Found(
        lists: found.lists, tasks: tasks, olderThan: isCut ? tasks.last?.id : found.olderThan,
        isBehind: found.isBehind)
    }

    var count: Int { found.tasks.count + found.lists.count }
  }

  /// The maximum number of lists shown; a longer search text narrows them down.
  static let listCount = 50

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "hasLists": .flag { !$0.lists.isEmpty },
      "lists": .rows(\.lists),
      "allLists": .optional(\.allLists),
      "tasks": .rows(\.tasks),
      "count": .text { String($0.tasks.count) },
      "one": .flag { $0.tasks.count == 1 },
      "behind": .flag(\.content.found.isBehind),
      "older": .flag { $0.content.asked.before != nil },
      "newest": .flag { $0.content.found.olderThan != nil },
      "completed": .flag(\.content.asked.includesCompleted),
      "olderHref": .optionalAddress { view in
        view.content.found.olderThan.map { address(of: view.content.asked.older(than: $0)) }
      },
      "completedHref": .optionalAddress { view in
        view.content.asked.includesCompleted ? nil : address(of: view.content.asked.including(completed: true))
      },
      "openHref": .optionalAddress { view in
        view.content.asked.includesCompleted ? address(of: view.content.asked.including(completed: false)) : nil
      },
    ]
    let content: Content
    let lists: [ListView]
    /// The total number of matching lists; nil if all are shown.
    let allLists: String?
    let tasks: [FoundTaskView]

    private static func address(of asked: SearchParameters) -> String { TaskFlow.address(after: .searched(asked)) }
  }

  struct ListView: TemplateView {
    static let fields: [String: Field<ListView>] = [
      "href": .address { TaskFlow.address(after: .openedList($0.list.id)) },
      "name": .rows { MarkedRun.runs(of: $0.list.name) },
    ]
    let list: FoundList
  }

  static func view(of content: Content, for look: Look) -> View {
    let printer = DayPrinter(look)
    return View(
      content: content, lists: content.found.lists.prefix(listCount).map(ListView.init),
      allLists: content.found.lists.count > listCount ? String(content.found.lists.count) : nil,
      tasks: content.found.tasks.map { FoundTaskView($0, printer, look) })
  }

  static func rows(in content: Content) -> Int { content.count }

  static var samples: [Sample<SearchScreen>] {
    [
      Sample(
        "lists-and-tasks", caption: NoCaption(), content: Content(asked: Samples.searched, found: Samples.found)),
      Sample(
        "first-of-many", caption: NoCaption(), content: Content(asked: Samples.searchedAll, found: Samples.foundMany)),
      Sample(
        "still-indexing", caption: NoCaption(), content: Content(asked: Samples.searched, found: Samples.foundBehind)),
    ]
  }
}
