import StatePages
import Tasks

/// The head of a remote list: its name and address, a refresh button, and its menu.
struct RemoteHead: Piece {
  static let template = "remote/head"
  static let fields: [String: Field<RemoteHead>] = [
    "name": .text(\.list.name),
    "place": .text(\.place),
    "allHref": .address { _ in TaskFlow.address(after: .openedOverview()) },
    "doneHref": .address { TaskFlow.address(after: .finished, at: .list($0.list.id)) },
    "refreshAction": .address { TaskFlow.action(.list($0.list.id, .refresh)) },
    "choosing": .flag { $0.mode == .choosing },
    "renaming": .flag { $0.rename != nil },
    "rename": .view(\.rename),
    "menu": .view { $0.mode == .choosing ? nil : RemoteMenu(list: $0.list, source: $0.source) },
  ]
  let list: ListSummary
  let source: SourceID
  /// The part of its address that is safe to show: `choir.example/tasks.ics`.
  let place: String
  var mode: RemoteMode = .using
  /// The form that renames it; nil unless the list is being renamed.
  var rename: RenameForm?
}

/// The mode of a remote list's page.
enum RemoteMode: Hashable, Sendable {
  case using
  case renaming
  case choosing
}

/// The menu of a remote list.
struct RemoteMenu: TemplateView {
  static let fields: [String: Field<RemoteMenu>] = [
    "renameHref": .address { TaskFlow.address(after: .startedRenaming, at: .list($0.list.id)) },
    "chooseHref": .address { TaskFlow.address(after: .startedChoosing, at: .list($0.list.id)) },
    "historyHref": .address { TaskFlow.address(after: .openedHistory($0.list.id)) },
    "addressHref": .address { TaskFlow.address(after: .startedChangingAddress(of: $0.source)) },
    "keepAction": .address { TaskFlow.action(.list($0.list.id, .keep)) },
    "version": .text(\.list.revision.description),
    "deleteAction": .address { TaskFlow.action(.list($0.list.id, .delete)) },
  ]
  let list: ListSummary
  let source: SourceID
}
