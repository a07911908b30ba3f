import StatePages
import Tasks

/// The typed text of a rejected form, shown on a page without that form so that the text is not lost.
struct UnsavedForm: Piece {
  static let template = "problem/unsaved"
  static let fields: [String: Field<UnsavedForm>] = [
    "rows": .rows(\.rows), "beforeSigningIn": .flag(\.isBeforeSigningIn), "restoring": .view(\.restoring),
  ]
  let rows: [Row]
  /// Whether it is below the sign-in form; signing in discards the text.
  let isBeforeSigningIn: Bool
  /// The same form, sent again after what it changes was restored; nil if that is not in the trash.
  let restoring: RestoringForm?

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "name": .flag { $0.field == FormField.name },
      "titles": .flag { $0.field == FormField.titles },
      "step": .flag { $0.field == FormField.step },
      "steps": .flag { $0.field == FormField.steps },
      "text": .flag { $0.field == FormField.text },
      "label": .view { TaskFieldLabel(of: $0.field) },
      "value": .text(\.value),
    ]
    let field: String
    let value: String
  }

  /// The fields that contain text typed by the user.
  static let typed =
    [FormField.name, FormField.titles, FormField.text] + TaskField.all.filter(\.isTyped).map(\.name) + steps
  /// Those for steps on the page of a task, which are empty unless steps are to be added.
  static let steps = [FormField.step, FormField.steps]

  /// Nil if the form contains no typed text.
  init?(_ form: FormBody, isBeforeSigningIn: Bool = false, restoring: RestoringForm? = nil) {
    self.isBeforeSigningIn = isBeforeSigningIn
    self.restoring = restoring
    rows = Self.typed.compactMap { field in
      form[field].flatMap { $0.isEmpty ? nil : Row(field: field, value: $0) }
    }
    if rows.isEmpty { return nil }
  }
}
