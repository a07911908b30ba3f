import StatePages
import StateViews
import TaskStore

/// A rejected form for something in the trash: its button restores that first.
struct RestoringForm: TemplateView {
  static let fields: [String: Field<RestoringForm>] = [
    "action": .address(\.form.path), "fields": .rows(\.form.fields),
  ]
  private let form: FormAction

  /// Nil if the failure is another, or the form can't be repeated.
  init?(_ failure: Failure, repeating form: FormAction?) {
    guard let form, form.method == .post, let restore = failure.restore else { return nil }
    let fields = form.fields.filter { $0.name != FormField.restore }
    self.form = .post(form.path, fields + [.init(FormField.restore, restore.text)])
  }
}

extension Failure {
  fileprivate var restore: TaskForm? {
    guard kind == .gone, case .intent(let sent)? = reason.facts[Self.restoreFact],
      case .form(let form)? = sent.intent as? TaskIntent
    else { return nil }
    return form
  }

  /// The same failure, without the button that only restores.
  var withoutRestoring: Failure {
    let reason = Reason(reason.name, reason.facts.filter { $0.key != Self.restoreFact })
    return Failure(kind, reason, retry: retry, request: request)
  }

  private static let restoreFact = "restore"
}

extension SignedInRequest {
  func restore(_ form: FormBody) async throws {
    guard let address = form[FormField.restore] else { return }
    switch TaskForm(address) {
    case .task(let id, .restore)?: try await store.restoreTask(id)
    case .list(let id, .restore)?: try await store.restoreList(id)
    case _: throw RequestProblem.malformed
    }
  }
}
