import StatePages
import StateViews

/// The head of the gallery.
struct GalleryHead: Piece {
  static let template = "gallery/head"
  static let fields: [String: Field<GalleryHead>] = [:]
}

/// A story in the gallery: a screen held in one state.
struct GalleryEntry: Piece {
  static let template = "gallery/entry"
  static let fields: [String: Field<GalleryEntry>] = [
    "screen": .text(\.story.screen.path),
    "state": .text(\.story.state),
    "href": .address(\.href),
    "stylesheet": .address(\.stylesheet),
    "kind": .text { $0.story.layoutKind.rawValue },
    "stage": .markup(\.stage),
  ]
  let story: Story
  /// The address of the page of the story.
  let href: String
  let stylesheet: String
  let stage: Markup
}

extension Story {
  /// The kind of page that the screen belongs to.
  var layoutKind: PageLayout.Kind {
    switch screen {
    case CardScreen.name, RemoteCardScreen.name: .overview
    case TasksScreen.name, CompletedScreen.name, ListsScreen.name, RemoteScreen.name: .list
    case PreviewScreen.name, CollectionsScreen.name: .follow
    case TaskScreen.name, SiblingsScreen.name: .task
    case SearchScreen.name: .search
    case TrashScreen.name: .trash
    case HistoryScreen.name, SourceLogScreen.name: .history
    case SessionsScreen.name: .settings
    case SignedOutGate.name: .signedOut
    default: .problem
    }
  }
}
