import StatePages
import Tasks

/// The head of a remote list: its name and address, a refresh button, and its menu.
struct RemoteHead: Piece {
  static let template = "remote/head"
  static let fields: [String: Field<RemoteHead>] = [
    "name": .text(\.list.name), "place": .text(\.place),
    "allHref": .link { _ in .openLists() },
    "doneHref": .link { _ in .finish },
    "refreshAction": .optionalForm { $0.list.role.may(.follow) ? .list($0.list.id, .refresh) : nil },
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

enum RemoteMode: Hashable, Sendable {
  case using
  case renaming
  case choosing
}

struct RemoteMenu: TemplateView {
  static let fields: [String: Field<RemoteMenu>] = [
    "renameHref": .optionalLink { $0.list.role.may(.write) ? .rename : nil },
    "chooseHref": .link { _ in .chooseCopies },
    "historyHref": .link { .openHistory(of: $0.list.id) },
    "addressHref": .optionalLink { $0.mayFollow ? .changeAddress(of: $0.source) : nil },
    "sharingHref": .link { .openSharing(of: $0.list.id) },
    "keepAction": .optionalForm { $0.mayFollow ? .list($0.list.id, .keep) : nil },
    "version": .text(\.list.revision.description),
    "deleteAction": .optionalForm { $0.list.role.may(.delete) ? .list($0.list.id, .delete) : nil },
  ]
  let list: ListSummary
  let source: SourceID

  private var mayFollow: Bool { list.role.may(.follow) }
}

/// The form that copies selected tasks of a followed list to another list. The rows' check boxes refer to it by its id.
struct CopyForm: Piece {
  static let template = "remote/copy"
  static let fields: [String: Field<CopyForm>] = [
    "action": .form { .list($0.list, .copy) },
    "name": .text(\.name),
    "open": .number(\.open.ifAny),
    "targets": .rows { Choice.lists($0.targets, $0.chosen) },
    "version": .text(\.version), "error": .view(\.error),
  ]
  let list: ListID
  let name: String
  let open: Int
  let targets: [ListChoice]
  /// Part of the idempotency key: the list's revision.
  let version: String
  /// The selected list; nil for a new one.
  var chosen: ListID?
  var error: FieldError?
}
