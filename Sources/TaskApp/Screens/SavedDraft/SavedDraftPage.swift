import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a saved draft: the text of a form sent after the session ended, ready to submit again.
enum SavedDraftPage {
  static func page(_ id: SavedDraftID, for request: SignedInRequest) async throws(Failure) -> Page {
    let form = try await request.store.savedDraft(id)
    let subject = try await DraftSubject(of: form, request)
    return Page(request, .savedDraft, isKept: false) {
      PagePart.piece("kept", SavedDraftView(form, about: subject, for: request.look))
    }
  }
}

struct SavedDraftView: Piece {
  static let template = "saved-draft/form"
  static let fields: [String: Field<SavedDraftView>] = [
    "action": .address(\.action), "discardAction": .form(\.discardAction), "at": .view(\.at),
    "subject": .view { $0.refusal == nil ? $0.subject : nil }, "refusal": .view(\.refusal), "app": .optional(\.app),
    "there": .flag { $0.subject?.isThere ?? true },
    "rows": .rows(\.rows), "hidden": .rows(\.hidden),
    "previews": .flag { $0.subject == .pasted },
    "completes": .flag { $0.afterwards == .complete },
    "reopens": .flag { $0.afterwards == .reopen },
  ]
  private let action: String
  private let discardAction: TaskCommand
  private let at: Moment
  private let subject: DraftSubject?
  /// Why the text was refused, and the app that sent it.
  private let refusal: FieldError?
  private let app: String?
  private let rows: [Row]
  private let hidden: [FormAction.HiddenField]
  /// The action of the submit button in addition to saving.
  private let afterwards: TaskAction?

  init(_ form: SavedDraft, about subject: DraftSubject?, for look: DisplaySettings) {
    action = form.path
    discardAction = .discardDraft(form.id)
    self.subject = subject
    refusal = form.refusal.flatMap { FieldError(.limit($0.limit), name: "") }
    app = form.refusal?.app
    at = Moment(form.at, for: look)
    let quickDate = form.fields.last { $0.name == FormField.quick }
    rows = UnsavedForm.typed.compactMap { name in
      guard let typed = form.fields.last(where: { $0.name == name }) else { return nil }
      if typed.value.isEmpty, UnsavedForm.additions.contains(name) { return nil }
      let value = name == FormField.due ? DueWord.date((quickDate ?? typed).value, look.days) : typed.value
      return Row(field: name, value: name == FormField.title ? TaskInput.onOneLine(value) : value)
    }
    afterwards = Self.afterwards(form)
    hidden =
      form.fields.filter { !UnsavedForm.typed.contains($0.name) && !Self.pressed.contains($0.name) }
      .map { .init($0.name, $0.value) } + (afterwards.map { [.init(FormField.then, $0.rawValue)] } ?? [])
      + [.init(FormField.kept, form.id.description)]
  }

  /// The action after saving the task. Deletion is dropped, because the button's label only mentions saving.
  private static func afterwards(_ form: SavedDraft) -> TaskAction? {
    guard case .command(.task)? = form.form,
      let then = form.fields.last(where: { $0.name == FormField.then })?.value
    else { return nil }
    return [TaskAction.complete, .reopen].first { $0.rawValue == then }
  }

  /// The fields of the original submit button, which the draft's own button replaces.
  private static let pressed = [FormField.then, FormField.quick, FormField.kept]

  /// An editable field.
  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "field": .text(\.field), "value": .text(\.value),
      "name": .flag { $0.field == FormField.name },
      "titles": .flag { $0.field == FormField.titles },
      "step": .flag { $0.field == FormField.subtask },
      "steps": .flag { $0.field == FormField.subtasks }, "comment": .flag { $0.field == FormField.comment },
      "text": .flag { $0.field == FormField.text },
      "label": .view { TaskFieldLabel(of: $0.field) },
      "long": .flag { long.contains($0.field) || $0.control == .text },
      "time": .flag { $0.control == .time && ($0.value.isEmpty || TimeOfDay($0.value) != nil) },
      "date": .flag { $0.control == .day && ($0.value.isEmpty || Day(iso: $0.value) != nil) },
    ]
    private static let long = [FormField.titles, FormField.subtasks, FormField.text, FormField.comment]
    let field, value: String
    /// What enters it; nil for a field that is none of a task's.
    private var control: TaskField.Control? { TaskField(rawValue: field)?.control }
  }
}

/// The list or task that a saved draft belongs to.
enum DraftSubject: TemplateView {
  case newList
  /// Renaming a list; the value is its current name.
  case renamed(String)
  /// Adding one task or several to a list; the value is its name.
  case task(newIn: String)
  case tasks(newIn: String)
  case newTask
  /// Editing a task; the value is its current title.
  case changed(String)
  case pasted
  /// The list or task no longer exists, or the reader has no access to it.
  case missingList
  case missingTask

  static let fields: [String: Field<DraftSubject>] = [
    "template": .template(among: templates, \.template), "name": .optional(\.name),
  ]

  private static let templates = [
    newList, .renamed(""), .task(newIn: ""), .tasks(newIn: ""), newTask, .changed(""), pasted, missingList, missingTask,
  ].map(\.template)

  private var template: String {
    switch self {
    case .newList: "words/common.new-list"
    case .renamed: "words/saved-draft.new-name-for"
    case .task: "words/saved-draft.new-task-in"
    case .tasks: "words/saved-draft.new-tasks-in"
    case .newTask: "words/saved-draft.new-task"
    case .changed: "words/saved-draft.your-changes-to"
    case .pasted: "words/common.pasted-tasks"
    case .missingList: "words/saved-draft.list-gone"
    case .missingTask: "words/saved-draft.task-gone"
    }
  }

  private var name: String? {
    switch self {
    case .renamed(let name), .task(let name), .tasks(let name), .changed(let name): name
    case .newList, .newTask, .pasted, .missingList, .missingTask: nil
    }
  }
}

extension DraftSubject: Equatable {
  /// Whether the draft can still be submitted.
  var isThere: Bool { self != .missingList && self != .missingTask }
}

extension DraftSubject {
  /// The subject of a saved draft; nil if no form takes its text.
  fileprivate init?(of form: SavedDraft, _ request: SignedInRequest) async throws(Failure) {
    func list(_ id: ListID) async throws(Failure) -> ListSummary? {
      try await request.store.ifThere { store in try await store.list(id) }
    }
    switch form.form {
    case .command(.createList): self = .newList
    case .command(.list(let id, .rename)): self = try await list(id).map { .renamed($0.name) } ?? .missingList
    case .command(.list(let id, _)):
      let isSeveral = form.fields.contains { $0.name == FormField.titles }
      self = try await list(id).map { isSeveral ? .tasks(newIn: $0.name) : .task(newIn: $0.name) } ?? .missingList
    case .command(.task(let id, _)):
      let task = try await request.store.ifThere { store in try await store.task(id) }
      self = task.map { .changed($0.title) } ?? .missingTask
    case .command(.comment(let id, _)):
      let comment = try await request.store.ifThere { store in try await store.comment(id) }
      guard let task = comment?.task else {
        self = .missingTask
        return
      }
      self = .changed(try await request.store.task(task).title)
    case .command(.addToday), .command(.add): self = .newTask
    case .importing: self = .pasted
    case _: return nil
    }
  }
}
