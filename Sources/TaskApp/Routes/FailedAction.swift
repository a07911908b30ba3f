import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews

/// A button's form that could not be saved: the page where the button stands tells it, with the button still there.
struct FailedAction: Sendable {
  let failure: Failure
  /// Sends the same again.
  let retry: FormAction?

  /// Stands for a page that can't be made; no client gets it.
  static var missingPage: Response { Response(status: .notFound) }
}

extension SignedInRequest {
  /// Answers a form that was not taken. One in which nothing was typed, and which may be saved the next time, is answered by the
  /// page where its button stands; any other by a page of its own, with what was typed.
  /// - Parameter sent: what was sent; its step has the page where the browser doesn't tell on which one the button stands.
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

  /// The page with the notice; nil where the address has none, or leads elsewhere.
  private func show(_ address: String, _ refusal: FailedAction) async -> Response? {
    guard TaskFlow.addresses.step(at: address) != nil else { return nil }
    var context = context
    context.refusal = refusal
    var head = http.head
    head.path = address
    let anonymous = AnonymousRequest(
      app: app, http: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
    do {
      let response = try await SignedInRequest(anonymous: anonymous, reader: reader).page()
      return response.status == refusal.failure.status ? response : nil
    } catch {
      return nil
    }
  }

  /// Path and query of the page that the form was sent from. The request is known to come from a page of ours.
  private var origin: String? {
    guard let referrer = HTTPField.Name("Referer").flatMap({ http.headers[$0] }),
      let scheme = referrer.firstRange(of: "://")
    else { return nil }
    let path = referrer[scheme.upperBound...].drop { $0 != "/" }
    return path.isEmpty || !path.utf8.allSatisfy { (0x21..<0x7F).contains($0) } ? nil : String(path)
  }
}
