import StatePages
import Tasks

/// The head of a list from elsewhere: its name and place, a button that looks for changes, and its menu.
struct RemoteHead: Piece {
  static let template = "remote/head"
  static let fields: [String: Field<RemoteHead>] = [
    "name": .text(\.list.name),
    "place": .text(\.place),
    "allHref": .address { _ in Site.lists.path },
    "doneHref": .address { Site.list($0.list.id).path },
    "refreshAction": .address { Site.listRefresh($0.list.id).path },
    "choosing": .flag { $0.mode == .choosing },
    "renaming": .flag { $0.rename != nil },
    "rename": .view(\.rename),
    "menu": .view { $0.mode == .choosing ? nil : RemoteMenu(list: $0.list, source: $0.source) },
  ]
  let list: ListSummary
  let source: SourceID
  /// What may be shown of its address: `choir.example/tasks.ics`.
  let place: String
  var mode: RemoteMode = .using
  /// Present while it is being renamed.
  var rename: RenameForm?
}

/// What the page of a list from elsewhere is used for.
enum RemoteMode: Hashable, Sendable {
  case using
  case renaming
  case choosing
}

/// The menu of a list from elsewhere.
struct RemoteMenu: TemplateView {
  static let fields: [String: Field<RemoteMenu>] = [
    "renameHref": .address { Site.list($0.list.id).address([(Query.rename, nil)]) },
    "chooseHref": .address { Site.list($0.list.id).address([(Query.choose, nil)]) },
    "historyHref": .address { Site.listHistory($0.list.id).path },
    "addressHref": .address { Site.sourceAddress($0.source).path },
    "deleteAction": .address { Site.listDelete($0.list.id).path },
  ]
  let list: ListSummary
  let source: SourceID
}
