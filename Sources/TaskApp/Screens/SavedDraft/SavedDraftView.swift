import Foundation
import StatePages
import Tasks

struct SavedDraftView: Piece {
  static let template = "saved-draft/form"
  static let fields: [String: Field<SavedDraftView>] = [
    "action": .address(\.action),
    "discardAction": .form(\.discardAction),
    "at": .view(\.at),
    "subject": .view(\.subject),
    "there": .flag { $0.subject?.isThere ?? true },
    "rows": .rows(\.rows),
    "hidden": .rows(\.hidden),
    "previews": .flag { $0.subject == .pasted },
    "completes": .flag { $0.afterwards == .complete },
    "reopens": .flag { $0.afterwards == .reopen },
  ]
  private let action: String
  private let discardAction: TaskForm
  private let at: Moment
  private let subject: DraftSubject?
  private let rows: [Row]
  private let hidden: [HiddenField]
  /// The action of the submit button in addition to saving.
  private let afterwards: FollowUpAction?

  init(_ form: SavedDraft, about subject: DraftSubject?, for look: Look) {
    action = form.path
    discardAction = .discardDraft(form.id)
    self.subject = subject
    at = Moment(Int64(form.at.timeIntervalSince1970), for: look)
    let quickDate = form.fields.last { $0.name == FormField.quick }
    rows = UnsavedForm.typed.compactMap { name in
      guard let typed = form.fields.last(where: { $0.name == name }) else { return nil }
      if typed.value.isEmpty, UnsavedForm.steps.contains(name) { return nil }
      let value = name == FormField.due ? DueWord.date((quickDate ?? typed).value, look.today) : typed.value
      return Row(field: name, value: name == FormField.title ? TaskInput.onOneLine(value) : value)
    }
    afterwards = Self.afterwards(form)
    hidden =
      form.fields.filter { !UnsavedForm.typed.contains($0.name) && !Self.pressed.contains($0.name) }
      .map { HiddenField(name: $0.name, value: $0.value) }
      + (afterwards.map { [HiddenField(name: FormField.then, value: $0.rawValue)] } ?? [])
      + [HiddenField(name: FormField.kept, value: form.id.description)]
  }

  /// The action after saving the task. Deletion is dropped, because the button's label only mentions saving.
  private static func afterwards(_ form: SavedDraft) -> FollowUpAction? {
    guard case .task? = TaskForm.draft(sentTo: form.path) else { return nil }
    switch form.fields.last(where: { $0.name == FormField.then }).flatMap({ FollowUpAction(rawValue: $0.value) }) {
    case .complete: return .complete
    case .reopen: return .reopen
    case .skip, .delete, nil: return nil
    }
  }

  /// The fields of the original submit button, which the draft's own button replaces.
  private static let pressed = [FormField.then, FormField.quick, FormField.kept]

  /// An editable field.
  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "field": .text(\.field),
      "value": .text(\.value),
      "name": .flag { $0.field == FormField.name },
      "titles": .flag { $0.field == FormField.titles },
      "step": .flag { $0.field == FormField.step },
      "steps": .flag { $0.field == FormField.steps },
      "text": .flag { $0.field == FormField.text },
      "label": .view { TaskFieldLabel(of: $0.field) },
      "long": .flag { long.contains($0.field) || $0.control == .text },
      "time": .flag { $0.control == .time && ($0.value.isEmpty || TimeOfDay($0.value) != nil) },
      "date": .flag { $0.control == .day && ($0.value.isEmpty || Day(iso: $0.value) != nil) },
    ]
    private static let long = [FormField.titles, FormField.steps, FormField.text]
    let field: String
    let value: String
    /// What enters it; nil for a field that is none of a task's.
    private var control: TaskField.Control? { TaskField(rawValue: field)?.control }
  }

  /// A hidden field, submitted unchanged.
  struct HiddenField: TemplateView {
    static let fields: [String: Field<HiddenField>] = ["name": .text(\.name), "value": .text(\.value)]
    let name: String
    let value: String
  }
}
