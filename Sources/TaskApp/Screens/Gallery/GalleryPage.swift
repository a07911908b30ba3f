import Hummingbird
import StatePages
import StateViews
import Tasks

/// Shows every screen in every state, from fixed samples. Available only in rehearsals.
enum GalleryPage {
  /// All of them on one page.
  /// - Parameter address: the address of the page of a story.
  static func all(for request: AnonymousRequest, _ address: @escaping @Sendable (Story) -> String) -> Page {
    let stylesheet = request.app.assets.addresses.stylesheet
    return Page(request.layout(.gallery), for: Samples.look, cacheKey: nil) {
      PagePart.piece("head", GalleryHead())
      for (index, story) in Story.all(of: TaskApp.screens, gates: TaskApp.gates).enumerated() {
        PagePart.piece("entry-\(index)") { catalogue in
          GalleryEntry(
            story: story, href: address(story), stylesheet: stylesheet,
            stage: story.markup(by: catalogue, for: Samples.look))
        }
      }
    }
  }

  /// One of them as a page.
  /// - Throws: ``Failure/Kind/notFound`` where there is no such story.
  static func story(_ screen: String, _ state: String, for request: AnonymousRequest) throws(Failure) -> Page {
    let all = Story.all(of: TaskApp.screens, gates: TaskApp.gates)
    guard let story = all.first(where: { $0.screen.path == screen && $0.state == state }) else {
      throw RequestProblem.unknownAddress.failure
    }
    let layout = PageLayout(
      story.layoutKind, name: story.state, account: story.screen == SignedOutGate.name ? nil : Samples.account,
      assets: request.app.assets.addresses)
    return Page(layout, for: Samples.look, cacheKey: nil) {
      for part in story.surroundings { part }
      PagePart.region(story.region)
    }
  }
}

extension Story {
  /// The pieces around the screen, so that its page has a heading.
  fileprivate var surroundings: [PagePart] {
    let list = Samples.lists[1]
    let listHead = PagePart.piece("head", ListHead(list: list, late: 2, dueSoon: 3, mode: .using, rename: nil))
    switch screen {
    case TasksScreen.name: return [listHead, .piece("add", AddForm(list: list))]
    case ListsScreen.name, CompletedScreen.name: return [listHead]
    case RemoteScreen.name: return remote
    case PreviewScreen.name: return [.piece("head", FollowHead(step: .preview))]
    case CollectionsScreen.name: return [.piece("head", FollowHead(step: .lists))]
    case CardScreen.name, RemoteCardScreen.name:
      return [.piece("head", OverviewHead(isArranging: false, canArrange: true))]
    case TaskScreen.name, SiblingsScreen.name:
      return [.piece("head", TaskHead(list: list.id, listName: list.name, task: nil))]
    case SearchScreen.name: return [.piece("head", SearchHead()), .piece("asked", SearchForm(Samples.searched))]
    case TrashScreen.name: return [.piece("head", TrashHead())]
    case SessionsScreen.name, UsageScreen.name: return [.piece("head", SettingsHead(name: Samples.account))]
    case ActivityScreen.name: return [.piece("head", ActivityHead())]
    case HistoryScreen.name: return [.piece("head", HistoryHead(list: list))]
    case SourceLogScreen.name: return [.piece("head", HistoryHead(list: Samples.remoteList))]
    default: return []
    }
  }

  /// The pieces around a remote list.
  private var remote: [PagePart] {
    let list = Samples.remoteList
    func head(_ mode: RemoteMode) -> PagePart {
      .piece(
        "head", RemoteHead(list: list, source: Samples.sourceID, place: "\(Samples.host)/tasks.ics", mode: mode))
    }
    guard state == "content/choosing" else { return [head(.using)] }
    let copy = CopyForm(list: list.id, name: list.name, open: list.open, targets: Samples.choices, version: "41")
    return [head(.choosing), .piece("copy", copy)]
  }
}
