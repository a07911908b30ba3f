import HTTPTypes
public import Hummingbird
import Logging

package struct PageRequest: Sendable {
  package let request: Request
  /// An identifier of the reader: readers take turns in rendering long pages. Empty if unknown.
  package var reader = ""
  /// The log for programming errors of the app, with the request's id.
  let logger: Logger

  /// Whether the router has not determined the client, which its middleware does first.
  var lacksMiddleware = false

  package var id: String {
    // Not `context.id`, which traps if a logger has no metadata.
    logger[metadataKey: Self.idKey]?.description ?? "unknown"
  }

  package init(_ request: Request, id: String) {
    var logger = Logger(label: "StatePages")
    logger[metadataKey: Self.idKey] = .string(id)
    self.init(request, logger)
  }

  init(_ request: Request, _ logger: Logger) {
    self.request = request
    self.logger = logger
  }

  private static let idKey = "hb.request.id"

  var address: String { request.address }

  /// Whether the response may be streamed: a browser navigates, by a link or by a form.
  ///
  /// Fetch metadata shows that. Browsers that send none (plain HTTP on a home network) send
  /// `Upgrade-Insecure-Requests`. All other clients wait for the whole page, and so do prefetches.
  var mayStream: Bool {
    guard request.method == .get || request.method == .post, !request.isPrefetch else { return false }
    let sendsMetadata = Self.fetchMetadata.contains { request.headers[$0] != nil }
    return sendsMetadata ? header(Self.destination) == "document" : header(Self.wishForSecurity) == "1"
  }

  /// Whether the method is GET or HEAD.
  var isRead: Bool { request.method == .get || request.method == .head }

  static let site = HTTPField.Name("Sec-Fetch-Site")
  private static let destination = HTTPField.Name("Sec-Fetch-Dest")
  private static let wishForSecurity = HTTPField.Name("Upgrade-Insecure-Requests")
  fileprivate static let purpose = ["Purpose", "Sec-Purpose"].compactMap { HTTPField.Name($0) }
  private static let fetchMetadata =
    ["Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-User"].compactMap { HTTPField.Name($0) }

  /// The request headers that responses vary by.
  static let vary =
    ([.acceptEncoding, .acceptLanguage, .cookie] + purpose + [wishForSecurity].compactMap { $0 } + fetchMetadata)
    .map(\.rawName).joined(separator: ", ")

  func header(_ name: HTTPField.Name?) -> String? { name.flatMap { request.headers[$0] } }
}

extension Request {
  /// Whether a browser prefetches the page.
  package var isPrefetch: Bool { PageRequest.purpose.contains { headers[$0]?.hasPrefix("prefetch") == true } }

  /// Path and query, without the scheme and authority that a proxy may add.
  public var address: String { uri.query.map { "\(uri.path)?\($0)" } ?? uri.path }

  /// The properties of the request that page responses depend on.
  package func forPage(in context: some RequestContext) -> PageRequest {
    var request = PageRequest(self, context.logger)
    request.lacksMiddleware = (context as? any ClientRequestContext).map { $0.client == nil } ?? false
    return request
  }
}
