import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews
import TaskStore
import Tasks

/// A form without typed text that failed. The page of its button shows the failure and a retry.
struct RefusedForm: Sendable {
  let failure: Failure
  /// The form that repeats the request; nil if that is not offered.
  let retry: FormAction?

  /// The response of a page that can't be made. It is replaced before it is sent.
  static var missingPage: Response { Response(status: .notFound) }
}

extension SignedInRequest {
  /// Responds to a form that failed. A form without typed text, if its failure may pass, gets the page of its button with a notice.
  /// Any other form gets a page for the failure, with the typed text.
  /// - Parameter sent: the form. It names the page if `Referer` does not, as on a page that shows such a failure already.
  func refuse(_ failure: Failure, _ form: FormBody, of sent: TaskForm?) async -> Response {
    guard Notice.refusals.contains(failure.reason.name), UnsavedForm(form) == nil else {
      return await problem(failure, form: form)
    }
    var reported = failure
    reported.request = failure.request ?? http.forPage(in: context).id
    let refusal = RefusedForm(failure: reported, retry: retry(form))
    func show(_ step: TaskStep?) async -> Response? {
      guard let step else { return nil }
      return await self.show(sent?.rowTask.map { step.showing($0).holdingRow(at: form.rowTop) } ?? step, refusal)
    }
    if let response = await show(pageOfButton) { return response }
    if let response = await show(form.origin) { return response }
    // Read only now: the disk may be slow.
    if let response = await show(listOfRow(of: sent)) { return response }
    if let response = await show(sent?.step) { return response }
    return await problem(failure, form: form)
  }

  /// The list of the task whose row has the form; nil for a form outside of rows, or if the task can't be read.
  private func listOfRow(of sent: TaskForm?) async -> TaskStep? {
    guard let sent, let task = sent.rowTask else { return nil }
    do {
      let list = try await store.task(task).list
      if case .command(.task(let task, .move)) = sent {
        return await onPage(.list(list, .arranging(task), at: .row(task)))
      }
      return await onPage(.list(list, at: .row(task)))
    } catch {
      return nil
    }
  }

  /// The page of a step with the notice; nil if there is no page, or it redirects.
  private func show(_ step: TaskStep, _ refusal: RefusedForm) async -> Response? {
    var context = context
    context.refusal = refusal
    var head = http.head
    head.path = String(TaskFlow.addresses.address(of: step).text.prefix { $0 != "#" })
    let anonymous = AnonymousRequest(
      app: app, http: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
    do {
      let response = try await SignedInRequest(anonymous: anonymous, reader: reader).page(at: step)
      return response.status == refusal.failure.status ? response : nil
    } catch {
      return nil
    }
  }

  /// The step of the page with the form, from `Referer`. CSRF protection has verified its origin.
  var pageOfButton: TaskStep? {
    guard let referrer = http.headers[.referer],
      let scheme = referrer.firstRange(of: "://")
    else { return nil }
    let path = referrer[scheme.upperBound...].drop { $0 != "/" }
    guard !path.isEmpty, path.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
    return app.basePath.inside(String(path)).flatMap { TaskFlow.addresses.step(at: $0) }.flatMap {
      $0.form == nil ? $0 : nil
    }
  }
}

extension TaskForm {
  fileprivate var rowTask: TaskID? {
    switch self {
    case .command(.task(_, .edit)), .command(.task(_, .restore)), .command(.task(_, .addSubtasks)): nil
    case .command(.task(let task, _)): task
    case _: nil
    }
  }
}
