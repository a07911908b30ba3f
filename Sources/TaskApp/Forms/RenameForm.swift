import StatePages
import Tasks

/// The form that renames a list.
struct RenameForm: TemplateView {
  static let fields: [String: Field<RenameForm>] = [
    "action": .form { .list($0.list, .rename) },
    "version": .text { $0.version.description },
    "value": .text(\.value),
    "focus": .flag { _ in true },
    "error": .view(\.error),
  ]
  let list: ListID
  /// The change that last edited the name.
  let version: ChangeID
  let value: String
  var error: FieldError?
}
