import Foundation
import HTTPTypes
import Hummingbird
import Notifications
import RemoteLists
import TaskStore
import Tasks

/// WebDAV-Push (https://github.com/bitfireAT/webdav-push, draft of 1 May 2026), with Web Push as its transport.
extension DavRequest {
  var offersPush: Bool { signedIn.app.settings.pushSender != nil }

  /// POST of a `push-register`: the subscription to a list, or to the lists of the account.
  func subscribe() async throws -> Response {
    let (_, resource) = try await resource()
    // Browsers send a form of another site with the name and the password that they know, but no XML.
    let type = http.headers[.contentType]?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard type == "application/xml" || type == "text/xml" else { throw DavProblem(.unsupportedMediaType) }
    guard let body = try await body(), body.name == .push("push-register") else { throw DavProblem(.badRequest) }
    guard let triggers = resource.pushTriggers, let sender = signedIn.app.settings.pushSender else {
      throw DavProblem(.forbidden, .push("push-not-available"))
    }
    guard let endpoint = PushEndpoint(body), let destination = PushDestination(endpoint) else {
      throw DavProblem(.forbidden, .push("invalid-subscription"))
    }
    do { try sender.check(destination) } catch { throw DavProblem(.forbidden, .push("invalid-subscription")) }
    let wanted = PushSubscription.Triggers(body).intersection(triggers)
    if wanted.isEmpty { throw DavProblem(.forbidden, .push("no-supported-trigger")) }
    let origin = signedIn.anonymous.client.origin
    let subscription = PushSubscription(
      to: endpoint, of: wanted, from: origin, until: body.first(.push("expires")).flatMap { DavHeader.moment($0.text) })
    guard let made = try await store.subscribe(subscription, to: resource.list) else {
      throw DavProblem(.insufficientStorage, .dav("quota-not-exceeded"))
    }
    var headers: HTTPFields = [.location: origin + address(DavAddress.path(of: made.id))]
    headers[.expires] = DavHeader.date(made.until)
    return Response(status: .noContent, headers: headers)
  }

  /// The subscriptions whose programs know what the request changes, because it comes from them.
  var informed: InformedSubscriptions {
    guard let field = HTTPField.Name("Push-Dont-Notify").flatMap({ http.headers[$0] }) else { return .none }
    if field.filter({ $0 != " " }) == "*" { return .all }
    // Each second part is in quotes. An address has none in it.
    let addresses = field.split(separator: "\"", maxSplits: Self.mostParts, omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }
    return .some(
      Set(
        addresses.compactMap { address in
          guard case .subscription(let id)? = davAddress(of: String(address.element)) else { return nil }
          return id
        }))
  }

  private static let mostParts = 2 * Limits.pushSubscriptions
}

extension DavResource {
  /// The changes of which programs can be told; nil if there are none.
  var pushTriggers: PushSubscription.Triggers? {
    switch self {
    case .collection: [.content, .properties]
    case .home: .content
    case .root, .principals, .principal, .object: nil
    }
  }

  /// The list of a collection.
  var list: ListID? { if case .collection(let collection) = self { collection.list } else { nil } }
}

extension DavProperties {
  static let push: [XMLName] = ["transports", "topic", "supported-triggers"].map { .push($0) }

  /// The value of one of these properties (WebDAV-Push, "Push Properties").
  func pushValue(_ name: XMLName, of resource: DavResource) -> String? {
    guard request.offersPush, let triggers = resource.pushTriggers else { return nil }
    let app = request.signedIn.app
    switch name {
    case .push("transports"):
      let key = DavXML.element(.push("vapid-public-key"), app.pushKey.publicKey, " type=\"p256ecdsa\"")
      return DavXML.element(.push("web-push"), key)
    case .push("topic"): return app.pushTopic(of: resource.list, for: request.account.id)
    case .push("supported-triggers"):
      func depth(_ number: Int) -> String { DavXML.element(.dav("depth"), "\(number)") }
      let properties = triggers.contains(.properties) ? DavXML.element(.push("property-update"), depth(0)) : ""
      return DavXML.element(.push("content-update"), depth(1)) + properties
    default: return nil
    }
  }
}

extension PushEndpoint {
  /// The address and the keys in the body of a `push-register`; nil if it has not one of each, in forms that this server can use.
  fileprivate init?(_ body: XMLElement) {
    let subscriptions = body.children(.push("subscription")).flatMap { $0.children(.push("web-push-subscription")) }
    guard subscriptions.count == 1, let web = subscriptions.first,
      let resource = web.first(.push("push-resource")), let key = web.first(.push("subscription-public-key")),
      let secret = web.first(.push("auth-secret")), key.attributes["type"] == "p256dh",
      web.first(.push("content-encoding")).map({ $0.trimmed == "aes128gcm" }) ?? false
    else { return nil }
    guard let keyBytes = Base64.urlBytes(of: key.trimmed), let secretBytes = Base64.urlBytes(of: secret.trimmed) else {
      return nil
    }
    self.init(resource: resource.trimmed, publicKey: Data(keyBytes), authSecret: Data(secretBytes))
  }
}

extension PushSubscription.Triggers {
  /// What the body of a `push-register` asks for. A depth that the server doesn't have is another one.
  fileprivate init(_ body: XMLElement) {
    self = []
    guard let trigger = body.first(.push("trigger")) else { return }
    if trigger.first(.push("content-update")) != nil { insert(.content) }
    if trigger.first(.push("property-update")) != nil { insert(.properties) }
  }
}

extension XMLElement {
  /// The text without white space.
  fileprivate var trimmed: String { text.filter { !$0.isWhitespace } }
}
