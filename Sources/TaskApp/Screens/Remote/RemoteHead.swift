import StatePages
import Tasks

/// The head of a remote list: its name and address, a refresh button, and its menu.
struct RemoteHead: Piece {
  static let template = "remote/head"
  static let fields: [String: Field<RemoteHead>] = [
    "name": .text(\.list.name), "place": .text(\.place),
    "allHref": .link { _ in .openOverview() },
    "doneHref": .link { .finish(at: .list($0.list.id)) },
    "refreshAction": .form { .list($0.list.id, .refresh) },
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
    "renameHref": .link { .rename(at: .list($0.list.id)) },
    "chooseHref": .link { .choose(at: .list($0.list.id)) },
    "historyHref": .link { .openHistory($0.list.id) },
    "addressHref": .link { .changeAddress(of: $0.source) },
    "keepAction": .form { .list($0.list.id, .keep) },
    "version": .text(\.list.revision.description),
    "deleteAction": .form { .list($0.list.id, .delete) },
  ]
  let list: ListSummary
  let source: SourceID
}

/// The form that copies selected tasks of a remote list to another list. The rows' check boxes refer to it by its id.
struct CopyForm: Piece {
  static let template = "remote/copy"
  static let fields: [String: Field<CopyForm>] = [
    "action": .form { .list($0.list, .copy) },
    "name": .text(\.name),
    "open": .number(\.open.ifAny),
    "targets": .rows { form in form.targets.map { CopyTargetOption(list: $0, isSelected: $0.id == form.chosen) } },
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

/// A list that tasks can be copied to.
struct CopyTargetOption: TemplateView {
  static let fields: [String: Field<CopyTargetOption>] = [
    "id": .text { $0.list.id.description },
    "name": .text { ShortText.of($0.list.name) },
    "open": .number(\.list.open.ifAny),
    "selected": .flag(\.isSelected),
  ]
  let list: ListChoice
  let isSelected: Bool
}
