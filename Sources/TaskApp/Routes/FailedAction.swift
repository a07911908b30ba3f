import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews

/// A form without typed text that failed. The page of its button shows the failure and a retry.
struct FailedAction: Sendable {
  let failure: Failure
  /// The form that repeats the request; nil if that is not offered.
  let retry: FormAction?

  /// The response of a page that can't be made. It is replaced before it is sent.
  static var missingPage: Response { Response(status: .notFound) }
}

extension SignedInRequest {
  /// Responds to a form that failed. A form without typed text, if its failure may pass, gets the page of its button with a notice.
  /// Any other form gets a page for the failure, with the typed text.
  /// - Parameter sent: the form. Its step's page is used if the browser sends no `Referer`.
  func refuse(_ failure: Failure, _ form: FormBody, of sent: TaskFlow.Form?) async -> Response {
    guard Notice.refusals.contains(failure.reason.name), UnsavedForm(form) == nil else {
      return await problem(failure, form: form)
    }
    var told = failure
    told.request = failure.request ?? http.forPage(in: context).id
    let refusal = FailedAction(failure: told, retry: retry(form))
    let ownPage = sent.map { TaskFlow.addresses.address(of: $0.step).text }
    for address in [origin, ownPage].compactMap(\.self) {
      if let response = await show(address, refusal) { return response }
    }
    return await problem(failure, form: form)
  }

  /// The page at an address with the notice; nil if there is no page, or it redirects.
  private func show(_ address: String, _ refusal: FailedAction) async -> Response? {
    guard TaskFlow.addresses.step(at: address) != nil else { return nil }
    var context = context
    context.refusal = refusal
    var head = http.head
    head.path = address
    let anonymous = AnonymousRequest(
      app: app, http: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
    do {
      let response = try await SignedInRequest(anonymous: anonymous, reader: reader).stepPage()
      return response.status == refusal.failure.status ? response : nil
    } catch {
      return nil
    }
  }

  /// Path and query of the page with the form, from `Referer`. CSRF protection has verified its origin.
  private var origin: String? {
    guard let referrer = HTTPField.Name("Referer").flatMap({ http.headers[$0] }),
      let scheme = referrer.firstRange(of: "://")
    else { return nil }
    let path = referrer[scheme.upperBound...].drop { $0 != "/" }
    guard !path.isEmpty, path.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
    return app.basePath.inside(String(path))
  }
}
