import StatePages
import StateViews
import TaskStore
import Tasks

/// The typed text of a rejected form, shown on a page without that form so that the text is not lost.
struct UnsavedForm: Piece {
  static let template = "problem/unsaved"
  static let fields: [String: Field<UnsavedForm>] = [
    "rows": .rows(\.rows), "beforeSigningIn": .flag(\.isBeforeSigningIn), "restoring": .view(\.restoring),
  ]
  let rows: [Row]
  /// Whether it is below the sign-in form, which sends the text along; signing in discards it.
  let isBeforeSigningIn: Bool
  /// The form, sent again after what it changes was restored; nil if that is not in the trash.
  let restoring: RestoringForm?

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "name": .flag { $0.field == FormField.name },
      "titles": .flag { $0.field == FormField.titles },
      "step": .flag { $0.field == FormField.subtask },
      "steps": .flag { $0.field == FormField.subtasks }, "comment": .flag { $0.field == FormField.comment },
      "text": .flag { $0.field == FormField.text },
      "label": .view { TaskFieldLabel(of: $0.field) },
      "value": .text(\.value),
      "carried": .optional { $0.isCarried ? FormField.unsent + $0.field : nil },
    ]
    let field, value: String
    /// Whether the sign-in form sends it along, so that it is shown again if signing in fails.
    var isCarried = false

    /// The size in bytes at which a form sends it.
    fileprivate var bytes: Int {
      value.utf8.reduce(FormField.unsent.utf8.count + field.utf8.count + 2) { sum, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "):
          sum + 1
        // Sent as a carriage return and a line feed.
        case UInt8(ascii: "\n"): sum + 6
        case _: sum + 3
        }
      }
    }
  }

  /// The fields that contain text typed by the user.
  static let typed =
    [FormField.name, FormField.titles, FormField.text] + TaskField.all.filter(\.isTyped).map(\.name) + additions
  /// The fields on the page of a task that are empty unless subtasks or a comment are to be added.
  static let additions = [FormField.subtask, FormField.subtasks, FormField.comment]

  /// The largest size of a text in bytes that a sign-in form can send along: what its limit leaves beside its own fields.
  private static let carriedLimit = FormBody.signedOutLimit * 3 / 4

  /// Nil if the form contains no typed text, and no ticks that what is restored could get.
  init?(_ form: FormBody, isBeforeSigningIn: Bool = false, restoring: RestoringForm? = nil) {
    var rows = Self.rows { form[$0] }
    let ticks = form.fields.count { FormField.isTick($0.name) }
    if rows.isEmpty, ticks > 0, restoring != nil { rows = [Row(field: FormField.titles, value: String(ticks))] }
    self.init(rows: rows, isBeforeSigningIn: isBeforeSigningIn, restoring: restoring)
  }

  /// The text that a sign-in form sent along; nil if there is none. It was never stored.
  init?(carriedBy form: FormBody) {
    self.init(rows: Self.rows { form[FormField.unsent + $0] }, isBeforeSigningIn: true, restoring: nil)
  }

  private init?(rows: [Row], isBeforeSigningIn: Bool, restoring: RestoringForm?) {
    if rows.isEmpty { return nil }
    let isCarried = isBeforeSigningIn && rows.reduce(0) { $0 + $1.bytes } <= Self.carriedLimit
    self.rows = rows.map { Row(field: $0.field, value: $0.value, isCarried: isCarried) }
    self.isBeforeSigningIn = isBeforeSigningIn
    self.restoring = restoring
  }

  private static func rows(_ value: (String) -> String?) -> [Row] {
    typed.compactMap { field in value(field).flatMap { $0.isEmpty ? nil : Row(field: field, value: $0) } }
  }
}

/// A rejected form for something in the trash: its button restores that first.
struct RestoringForm: TemplateView {
  static let fields: [String: Field<RestoringForm>] = ["action": .address(\.form.path), "fields": .rows(\.form.fields)]
  private let form: FormAction

  /// Nil if the failure is another, or the form can't be repeated.
  init?(_ failure: Failure, repeating form: FormAction?) {
    guard let form, form.method == .post, let restore = failure.restore else { return nil }
    let fields = form.fields.filter { $0.name != FormField.restore }
    self.form = .post(form.path, fields + [.init(FormField.restore, restore.text)])
  }
}

extension Failure {
  fileprivate var restore: TaskCommand? {
    guard kind == .gone, case .intent(let sent)? = reason.facts[Self.restoreFact],
      case .command(let command)? = sent as? TaskIntent
    else { return nil }
    return command
  }

  /// The failure, without the button that only restores.
  var withoutRestoring: Failure {
    let reason = Reason(reason.name, reason.facts.filter { $0.key != Self.restoreFact })
    return Failure(kind, reason, retry: retry, request: request)
  }

  private static let restoreFact = "restore"
}

extension UnsavedForm {
  /// Restores the task or list without which a form could not be accepted, by the address of the form that does.
  static func restore(by address: String, _ request: SignedInRequest) async throws {
    switch TaskCommand(address) {
    case .task(let id, .restore)?: try await request.store.restoreTask(id)
    case .list(let id, .restore)?: try await request.store.restoreList(id)
    case _: throw RequestProblem.malformed
    }
  }
}
