import Foundation
import StatePages
import Tasks

/// A form that was sent after its session had ended, filled in again.
struct SavedDraftView: Piece {
  static let template = "saved-draft/form"
  static let fields: [String: Field<SavedDraftView>] = [
    "action": .address(\.action),
    "discardAction": .address(\.discardAction),
    "at": .view(\.at),
    "subject": .view(\.subject),
    "there": .flag { $0.subject?.isThere ?? true },
    "rows": .rows(\.rows),
    "hidden": .rows(\.hidden),
    "completes": .flag { $0.afterwards == .complete },
    "reopens": .flag { $0.afterwards == .reopen },
  ]
  private let action: String
  private let discardAction: String
  private let at: Moment
  private let subject: DraftSubject?
  private let rows: [Row]
  private let hidden: [HiddenField]
  /// What the button does besides saving.
  private let afterwards: FollowUpAction?

  init(_ form: SavedDraft, about subject: DraftSubject?, for look: Look) {
    action = form.path
    discardAction = TaskFlow.action(.discardKept(form.id))
    self.subject = subject
    at = Moment(Int64(form.at.timeIntervalSince1970), for: look)
    let quickDate = form.fields.last { $0.name == FormField.quick }
    rows = UnsavedForm.typed.compactMap { name in
      guard let typed = form.fields.last(where: { $0.name == name }) else { return nil }
      return Row(field: name, value: name == FormField.due ? (quickDate ?? typed).value : typed.value)
    }
    afterwards = Self.afterwards(form)
    hidden =
      form.fields.filter { !UnsavedForm.typed.contains($0.name) && !Self.pressed.contains($0.name) }
      .map { HiddenField(name: $0.name, value: $0.value) }
      + (afterwards.map { [HiddenField(name: FormField.then, value: $0.rawValue)] } ?? [])
      + [HiddenField(name: FormField.kept, value: form.id.description)]
  }

  /// What was to be done with the task once it is saved. A button that says "save" never deletes.
  private static func afterwards(_ form: SavedDraft) -> FollowUpAction? {
    guard case .task = DraftTarget(form.path) else { return nil }
    switch form.fields.last(where: { $0.name == FormField.then }).flatMap({ FollowUpAction(rawValue: $0.value) }) {
    case .complete: return .complete
    case .reopen: return .reopen
    case .delete, nil: return nil
    }
  }

  /// What a button says that was pressed then; the one that is pressed now says what it does.
  private static let pressed = [FormField.then, FormField.quick, FormField.kept]

  /// A field that can still be changed.
  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "field": .text(\.field),
      "value": .text(\.value),
      "name": .flag { $0.field == FormField.name },
      "title": .flag { $0.field == FormField.title },
      "titles": .flag { $0.field == FormField.titles },
      "notes": .flag { $0.field == FormField.notes },
      "due": .flag { $0.field == FormField.due },
      "long": .flag { $0.field == FormField.titles || $0.field == FormField.notes },
      "date": .flag { $0.field == FormField.due && ($0.value.isEmpty || Day(iso: $0.value) != nil) },
    ]
    let field: String
    let value: String
  }

  /// A field that goes along as it was.
  struct HiddenField: TemplateView {
    static let fields: [String: Field<HiddenField>] = ["name": .text(\.name), "value": .text(\.value)]
    let name: String
    let value: String
  }
}
