import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews

/// A button's form that could not be saved: the page where the button stands tells it, with the button still there.
struct Refusal: Sendable {
  let failure: Failure
  /// Sends the same again.
  let retry: FormAction?
  /// The answer where that page can't be made.
  let otherwise: @Sendable () async -> Response
}

extension Visit {
  /// Answers a form that was not taken. One in which nothing was typed, and which may be saved the next time, is answered by the
  /// page where its button stands; any other by a page of its own, with what was typed.
  /// - Parameters:
  ///   - page: the page that the form belongs to, where the browser doesn't tell on which one it stands.
  ///   - routes: all there are.
  func refuse(
    _ failure: Failure, _ form: FormBody, of page: RouteTable.PageOfForm?, among routes: [RouteTable.Route]
  ) async -> Response {
    let otherwise: @Sendable () async -> Response = { await problem(failure, form: form) }
    guard Notice.refusals.contains(failure.reason.name), UnsentForm(form) == nil else { return await otherwise() }
    var told = failure
    told.request = failure.request ?? request.forPage(in: context).id
    let refusal = Refusal(failure: told, retry: retry(form), otherwise: otherwise)
    for address in [origin, ownPage(page)].compactMap(\.self) {
      if let response = await show(address, refusal, among: routes) { return response }
    }
    return await otherwise()
  }

  /// The page with the notice; nil where the address has none, or leads elsewhere.
  private func show(_ address: String, _ refusal: Refusal, among routes: [RouteTable.Route]) async -> Response? {
    var context = context
    context.refusal = refusal
    for route in routes where route.method == .get {
      guard case .page(let handler) = route.answer, let parameters = route.parameters(in: address) else { continue }
      context.coreContext.parameters = parameters
      var head = request.head
      head.path = address
      let arrival = Arrival(
        app: app, request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
      do {
        let response = try await handler(Visit(arrival: arrival, reader: reader))
        return response.status == refusal.failure.status ? response : nil
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Path and query of the page that the form was sent from. The request is known to come from a page of ours.
  private var origin: String? {
    guard let referrer = HTTPField.Name("Referer").flatMap({ request.headers[$0] }),
      let scheme = referrer.firstRange(of: "://")
    else { return nil }
    let path = referrer[scheme.upperBound...].drop { $0 != "/" }
    return path.isEmpty || !path.utf8.allSatisfy { (0x21..<0x7F).contains($0) } ? nil : String(path)
  }

  private func ownPage(_ page: RouteTable.PageOfForm?) -> String? {
    do { return try page?(self).path } catch { return nil }
  }
}

extension RouteTable.Route {
  /// The parts that the pattern leaves open, if the address fits it.
  fileprivate func parameters(in address: String) -> Parameters? {
    let open = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let parts = address.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    guard open.count == parts.count else { return nil }
    var parameters = Parameters()
    for (name, part) in zip(open, parts) {
      if name.hasPrefix("{"), name.hasSuffix("}"), !part.isEmpty {
        parameters[name.dropFirst().dropLast()] = part
      } else if name != part {
        return nil
      }
    }
    return parameters
  }
}
