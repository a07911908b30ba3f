import StatePages
import Tasks

extension Story {
  /// Where the links of its screen and of the pieces around that lead.
  var intents: IntentAddresses { TaskFlow().intents(at: step) }

  /// The step that a reader of its screen is at, on which depends what its links lead to.
  private var step: TaskStep {
    let list = Samples.listID(2)
    let item = state.split(separator: "/").last.map(String.init) ?? ""
    switch screen {
    case TasksScreen.name where item == "selecting": return .list(list, .selecting)
    case TasksScreen.name where item == "full-menu":
      return .list(list, at: .anchor(RowAnchor(menuOf: Samples.detail.id)))
    case TasksScreen.name, CompletedScreen.name, ListsScreen.name: return .list(list)
    case SectionScreen.name: return .list(list, Self.arranging(item, Samples.kitchen[2].id))
    case ArrangingScreen.name where item.hasSuffix("lists"): return .overview(.arranging())
    case ArrangingScreen.name where item == "picked-list": return .overview(.arranging(Samples.lists[1].id))
    case ArrangingScreen.name where item == "picked-step": return .list(list, .arranging(Samples.outline[3].id))
    case ArrangingScreen.name where item == "picked-on-another-page":
      return .list(list, .arranging(Samples.outline[7].id))
    case ArrangingScreen.name where item == "picked": return .list(list, .arranging(Samples.kitchen[2].id))
    case ArrangingScreen.name: return .list(list, .arranging())
    case RemoteScreen.name: return .list(Samples.remoteList.id, item == "choosing" ? .choosing() : .using)
    case DueScreen.name:
      return .today(pages: TodayPages(late: item == "late-among-many" ? 2 : 1), selecting: item == "selecting")
    case UpcomingScreen.name:
      let span =
        item.contains("month") ? UpcomingView.Span.month() : item == "day" ? .day(Samples.today) : .weeks()
      return .upcoming(UpcomingView(span: span, mode: Self.moving(item), page: item == "among-many" ? 2 : 1))
    case SearchScreen.name:
      let asked =
        switch item {
        case "filtered", "selecting": Samples.filtered
        case "first-of-many": Samples.searchedAll
        case _: Samples.searched
        }
      return .search(asked, selecting: item == "selecting")
    case TaskScreen.name, SubtasksScreen.name, CommentsScreen.name: return .task(Samples.detail.id)
    case ReviewTasksScreen.name where item == "list-among-many":
      return .review(ReviewView(part: .lists, list: list, page: 2))
    case ReviewTasksScreen.name: return .review()
    case TagsScreen.name: return .tags()
    case TrashScreen.name: return .trash()
    case HistoryScreen.name, SourceLogScreen.name: return .history(list)
    case ServerAccountsScreen.name: return .server()
    case ActivityScreen.name: return .activity()
    case _: return .overview()
    }
  }

  private static func arranging(_ item: String, _ task: TaskID) -> ListMode {
    switch item {
    case "picked-section": .movingSection(SectionID(4))
    case "picked", "picked-for-empty": .arranging(task)
    case "arranging": .arranging()
    case _: .using
    }
  }

  private static func moving(_ item: String) -> ArrangingMode<TaskID> {
    switch item {
    case "picked": .arranging(Samples.taskID(11))
    case "month-picked": .arranging(Samples.taskID(12))
    case "arranging", "month-arranging": .arranging()
    case _: .using
    }
  }
}
