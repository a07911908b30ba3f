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
    self.form = .post(form.path, fields + [.init(FormField.restore, restore)])
  }
}

extension Failure {
  /// The address of the form that restores what is in the trash.
  fileprivate var restore: String? {
    if kind == .gone, case .address(let address)? = reason.facts[Self.restoreFact] { address } else { nil }
  }

  /// The same failure, without the button that only restores.
  var withoutRestoring: Failure {
    let reason = Reason(reason.name, reason.facts.filter { $0.key != Self.restoreFact })
    return Failure(kind, reason, retry: retry, request: request)
  }

  private static let restoreFact = "restore"
}

extension SignedInRequest {
  /// Restores what a rejected form is for, if the form asks for that.
  func restore(_ form: FormBody) async throws {
    guard let address = form[FormField.restore] else { return }
    switch TaskFlow.forms.step(at: address) {
    case .task(let id, .restore)?: try await store.restoreTask(id)
    case .list(let id, .restore)?: try await store.restoreList(id)
    case _: throw RequestProblem.malformed
    }
  }
}
