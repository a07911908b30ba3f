import StatePages

/// What was typed into a form that could not be taken, on a page that has no such form: so that nothing typed is lost.
struct UnsavedForm: Piece {
  static let template = "problem/unsaved"
  static let fields: [String: Field<UnsavedForm>] = [
    "rows": .rows(\.rows), "beforeSigningIn": .flag(\.isBeforeSigningIn),
  ]
  let rows: [Row]
  /// Whether it stands below the form to sign in with: once that is sent, the text is gone.
  let isBeforeSigningIn: Bool

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "name": .flag { $0.field == FormField.name },
      "title": .flag { $0.field == FormField.title },
      "titles": .flag { $0.field == FormField.titles },
      "notes": .flag { $0.field == FormField.notes },
      "due": .flag { $0.field == FormField.due },
      "value": .text(\.value),
    ]
    let field: String
    let value: String
  }

  /// The fields that hold text of a person's own.
  static let typed = [FormField.name, FormField.title, FormField.titles, FormField.notes, FormField.due]

  /// Nil if nothing was typed into it.
  init?(_ form: FormBody, isBeforeSigningIn: Bool = false) {
    self.isBeforeSigningIn = isBeforeSigningIn
    rows = Self.typed.compactMap { field in
      form[field].flatMap { $0.isEmpty ? nil : Row(field: field, value: $0) }
    }
    if rows.isEmpty { return nil }
  }
}
