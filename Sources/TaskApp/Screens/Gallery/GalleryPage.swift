import StatePages
import StateViews
import Tasks

/// The gallery shows every screen in every state, from fixed samples. Available only in rehearsals.
enum GalleryPage {
  /// The gallery, in the layouts of the app.
  static func gallery(assets: AssetAddresses) -> Gallery {
    Gallery(stories) { story, parts in
      var layout = PageLayout(story?.layoutKind ?? .gallery, assets: assets)
      if let story {
        layout.name = story.state
        layout.account = story.screen == SignedOutGate.name ? nil : Samples.account
      }
      return Page(layout, for: Samples.look) {
        for part in (story?.surroundings ?? []) + parts { part }
      }.sending(story?.intents ?? IntentAddresses())
    }
  }

  /// Made when the first page of the gallery is requested.
  private static let stories = Story.all(of: TaskApp.screens, gates: TaskApp.gates)
}

extension Story {
  /// The pieces around the screen, so that its page has a heading.
  fileprivate var surroundings: [PagePart] {
    let list = Samples.lists[1]
    let listHead = PagePart.piece("head", ListHead(list: list, late: 2, dueSoon: 3, mode: .using, rename: nil))
    switch screen {
    case TasksScreen.name where state == "content/selecting": return selecting
    case TasksScreen.name:
      return [listHead, .piece("add", AddForm(list: list, dates: Samples.addDates))]
    case SectionScreen.name where state == "content/ticking":
      var head = ListHead(list: list, late: 2, dueSoon: 3, mode: .using, rename: nil, hasSections: true)
      head.isTicking = true
      var add = AddForm(list: list, dates: Samples.addDates)
      add.ticks = true
      return [.piece("head", head), .piece("add", add), .piece("select", TickBar())]
    case SectionScreen.name:
      let mode = state.contains("pick") || state.hasSuffix("arranging") ? ListMode.arranging() : .using
      return [.piece("head", ListHead(list: list, late: 2, dueSoon: 3, mode: mode, rename: nil, hasSections: true))]
    case ArrangingScreen.name where state.hasSuffix("list") || state.hasSuffix("lists"):
      return [.piece("head", OverviewHead(isArranging: true, canArrange: true))]
    case ArrangingScreen.name:
      return [.piece("head", ListHead(list: list, late: 2, dueSoon: 3, mode: .arranging(), rename: nil))]
    case ListsScreen.name, CompletedScreen.name: return [listHead]
    case RemoteScreen.name: return remote
    case PreviewScreen.name: return [.piece("head", FollowHead(step: .preview))]
    case CollectionsScreen.name: return [.piece("head", FollowHead(step: .lists))]
    case ImportPreviewScreen.name: return [.piece("head", ImportHead(stage: .preview))]
    case ImportResultScreen.name: return [.piece("head", ImportHead(stage: .result))]
    case DueScreen.name where state == "content/selecting": return selectingToday
    case DueScreen.name:
      let isEmpty = state.hasPrefix("empty")
      return [
        .piece("head", TodayHead(Samples.look, mode: isEmpty ? .empty : .using, others: isEmpty ? .shown : .hidden))
      ]
    case UpcomingScreen.name:
      let mode = state.hasSuffix("arranging") || state.hasSuffix("picked") ? ArrangingMode<TaskID>.arranging() : .using
      let span =
        state.contains("month") ? UpcomingView.Span.month() : state.hasSuffix("day") ? .day(Samples.today) : .weeks()
      let view = UpcomingView(span: span, mode: mode)
      let filters = UpcomingFilters(
        view, lists: Samples.choices, tags: Samples.tags("garden", "kitchen").tags,
        form: .get(Samples.from(view)))
      let head = UpcomingHead(view, UpcomingDays(view, for: Samples.look), late: 2)
      return [.piece("head", head), .piece("asked", filters)]
    case CardScreen.name, RemoteCardScreen.name:
      return [.piece("head", OverviewHead(isArranging: false, canArrange: true))]
    case TaskScreen.name:
      return [.piece("head", TaskHead(title: Samples.detail.title, listName: list.name, back: .openList(list.id)))]
        + addingSubtasks
    case CommentsScreen.name:
      return [
        .piece("head", TaskHead(title: Samples.detail.title, listName: list.name, back: .openList(list.id))),
        .piece(
          "add-comment", CommentForm(task: Samples.detail.id, isEditing: false, newest: "", input: CommentInput())),
      ]
    case SubtasksScreen.name:
      return [.piece("head", TaskHead(title: Samples.outline[0].title, listName: list.name, back: .openList(list.id)))]
    case SearchScreen.name where state == "content/selecting": return selectingResults
    case SearchScreen.name:
      let form = SearchForm(
        searched, lists: Samples.choices, tags: Samples.tags("garden", "kitchen").tags, people: Samples.people,
        for: Samples.look)
      return [.piece("head", SearchHead()), .piece("asked", form)]
    case ReviewScreen.name: return [.piece("head", ReviewHead(place: reviewed(.done)))]
    case ReviewTasksScreen.name:
      let place = reviewed(state.contains("list-") ? .lists : .late)
      return [.piece("head", ReviewHead(place: place)), .piece("next", ReviewNext(place: place))]
    case EarlierScreen.name:
      let minute = LocalMinute(day: Samples.today.adding(days: -3), time: .midnight)
      return [
        .piece("head", EarlierHead(list: list, minute: minute, look: Samples.look)),
        .piece("moment", EarlierForm(list: list.id, minute: minute)),
      ]
    case TagsScreen.name: return [.piece("head", TagsHead())]
    case TrashScreen.name: return [.piece("head", TrashHead())]
    case SessionsScreen.name: return [.piece("head", SettingsTopicHead(topic: .account))]
    case UsageScreen.name: return [.piece("head", SettingsTopicHead(topic: .data))]
    case AppPasswordsScreen.name:
      var form = AppPasswordForm(address: "https://\(Samples.host)/dav/", name: Samples.account)
      if state == "content" {
        form.new = NewAppPassword(name: "Phone", password: "7-k3mf-9xq2-vb4h-tz8w-c6yn-p5rj-d2ae")
      }
      return [.piece("head", SettingsTopicHead(topic: .apps)), .piece("app-password", form)]
    case ChannelsScreen.name:
      let secret = state == "content" ? "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" : nil
      return [
        .piece("head", RemindersHead()), .piece("reminders", RemindersForm(Samples.reminders, for: Samples.look)),
        .piece("add-channel", AddChannelForm(hasMail: true, secret: secret)),
        .piece(
          "incoming",
          IncomingMailView(
            state == "content" ? Samples.incomingAddresses : [], at: Samples.incomingMail, for: Samples.look)),
      ]
    case ServerStateScreen.name, ServerAccountsScreen.name, ServerEventsScreen.name:
      return [.piece("head", ServerHead(version: "1.0.0"))]
    case ActivityScreen.name: return [.piece("head", ActivityHead())]
    case HistoryScreen.name: return [.piece("head", HistoryHead(list: list))]
    case SharingScreen.name: return [.piece("head", SharingHead(list: list.id, name: list.name))]
    case FeedsScreen.name: return [.piece("head", FeedsHead(list: nil, name: nil))]
    case SourceLogScreen.name: return [.piece("head", HistoryHead(list: Samples.remoteList))]
    default: return []
    }
  }

  /// The fields for subtasks, which belong to the form of the task.
  private var addingSubtasks: [PagePart] {
    guard screen == TaskScreen.name, state.hasPrefix("content"), !state.hasSuffix("followed") else { return [] }
    let form = AddSubtasksForm(task: Samples.detail.id, revision: Samples.lists[1].revision.description)
    return [.piece("add-subtasks", form)]
  }

  /// The pieces around a list whose tasks are being selected.
  private var selecting: [PagePart] {
    let list = Samples.lists[1]
    return [
      .piece("head", ListHead(list: list, late: 2, dueSoon: 3, mode: .selecting, rename: nil)),
      .piece("select", selectionForm(.list(list.id), all: list.open)),
    ]
  }

  /// The pieces around tasks of Today that are being selected.
  private var selectingToday: [PagePart] {
    [
      .piece("head", TodayHead(Samples.look, mode: .selecting)),
      .piece("select", selectionForm(.today(from: Samples.from(TodayPages())), all: nil)),
    ]
  }

  private func selectionForm(_ rows: SelectionForm.Rows, all: Int?) -> SelectionForm {
    let isShared = if case .list = rows { true } else { false }
    return SelectionForm(
      rows: rows, version: "1", all: all, targets: Samples.choices, tags: Samples.tags("garden", "kitchen").tags,
      members: isShared ? Samples.people : [], look: Samples.look)
  }

  /// The pieces around results that are being selected.
  private var selectingResults: [PagePart] {
    let asked = Samples.filtered
    let filters = ActiveFilter.all(of: asked, lists: Samples.choices, people: Samples.people, for: Samples.look)
    return [
      .piece("head", SearchHead(selecting: SelectingHead(asked, filters))),
      .piece("select", selectionForm(.search(asked), all: Samples.foundFiltered.paging.total)),
    ]
  }

  private var searched: SearchParameters {
    switch state {
    case "content/filtered": Samples.filtered
    case "empty/no-matches": Samples.searchedFiltered
    case "other/nothing-asked": SearchParameters()
    default: Samples.searched
    }
  }

  private func reviewed(_ part: ReviewView.Part) -> ReviewPlace {
    ReviewPlace(
      view: ReviewView(part: part, list: part == .lists ? Samples.choices.last?.id : nil), lists: Samples.choices)
  }

  /// The pieces around a remote list.
  private var remote: [PagePart] {
    let list = Samples.remoteList
    func head(_ mode: RemoteMode) -> PagePart {
      .piece("head", RemoteHead(list: list, source: Samples.sourceID, place: "\(Samples.host)/tasks.ics", mode: mode))
    }
    guard state == "content/choosing" else { return [head(.using)] }
    let copy = CopyForm(list: list.id, name: list.name, open: list.open, targets: Samples.choices, version: "41")
    return [head(.choosing), .piece("copy", copy)]
  }

  var layoutKind: PageLayout.Kind {
    switch screen {
    case DueScreen.name: .today
    case CardScreen.name, RemoteCardScreen.name: .overview
    case TasksScreen.name, SectionScreen.name, ArrangingScreen.name, CompletedScreen.name, ListsScreen.name,
      RemoteScreen.name, EarlierScreen.name:
      .list
    case ReviewTasksScreen.name: .review
    case PreviewScreen.name, CollectionsScreen.name: .follow
    case SubtasksScreen.name: .task
    case SourceLogScreen.name: .history
    case SessionsScreen.name: .settingsAccount
    case UsageScreen.name: .settingsData
    case AppPasswordsScreen.name: .settingsApps
    case ChannelsScreen.name: .reminders
    case ServerStateScreen.name, ServerAccountsScreen.name, ServerEventsScreen.name: .server
    // The screen of a page of its own has the name of its kind.
    default: PageLayout.Kind(rawValue: screen.path) ?? .problem
    }
  }
}
