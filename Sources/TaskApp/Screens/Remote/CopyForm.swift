import StatePages
import Tasks

/// The form that copies selected tasks of a remote list to another list. The rows' check boxes refer to it by its id.
struct CopyForm: Piece {
  static let template = "remote/copy"
  static let fields: [String: Field<CopyForm>] = [
    "action": .form { .list($0.list, .copy) },
    "name": .text(\.name),
    "open": .number { $0.open > 0 ? $0.open : nil },
    "targets": .rows { form in
      form.targets.map { CopyTargetOption(list: $0, isSelected: $0.id == form.chosen) }
    },
    "version": .text(\.version),
    "error": .view(\.error),
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
    "open": .number { $0.list.open > 0 ? $0.list.open : nil },
    "selected": .flag(\.isSelected),
  ]
  let list: ListChoice
  let isSelected: Bool
}
