import Hummingbird
import StatePages
import StateViews
import Tasks

/// Shows every screen in every state, from fixed samples. Available only in rehearsals.
enum GalleryPage {
  /// `GET /gallery`: all stories on one page.
  @Sendable static func show(_ request: AnonymousRequest) async -> Response {
    await request.page { () async throws(Failure) in
      let stylesheet = request.app.assets.addresses.stylesheet
      return Page(request.layout(.gallery), for: Samples.look, cacheKey: nil) {
        PagePart.piece("head", GalleryHead())
        for (index, pose) in Story.all(of: TaskApp.screens, gates: TaskApp.gates).enumerated() {
          PagePart.piece("entry-\(index)") { catalogue in
            GalleryEntry(
              pose: pose, stylesheet: stylesheet, stage: pose.markup(by: catalogue, for: Samples.look))
          }
        }
      }
    }
  }

  /// `GET /gallery/{screen}/{state…}`: one story as a page.
  @Sendable static func showOne(_ request: AnonymousRequest) async throws -> Response {
    let path = request.http.uri.path
    guard let pose = Story.all(of: TaskApp.screens, gates: TaskApp.gates).first(where: { $0.address == path }) else {
      throw RequestProblem.unknownAddress
    }
    return await request.page { () async throws(Failure) in
      let layout = PageLayout(
        pose.layoutKind, name: pose.state, account: pose.screen == SignedOutGate.name ? nil : Samples.account,
        assets: request.app.assets.addresses)
      return Page(layout, for: Samples.look, cacheKey: nil) {
        for part in pose.surroundings { part }
        PagePart.region(pose.region)
      }
    }
  }
}

extension Story {
  /// The path of the story's own page in the gallery.
  var address: String { "/gallery/\(screen.path)/\(state)" }

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
