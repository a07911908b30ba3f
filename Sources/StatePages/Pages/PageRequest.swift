import HTTPTypes
public import Hummingbird
import Logging

/// What an answer with a page needs to know of a request.
public struct PageRequest: Sendable {
  /// The request.
  public let request: Request
  /// Who asks, by any name: long pages of several readers are rendered in turn. Empty where that is not known.
  public var reader = ""
  /// Where mistakes of the app are told of, under the request's id.
  let logger: Logger

  /// The id under which the log has what happened.
  public var id: String {
    // Not `context.id`: it stops the process where a logger keeps no metadata.
    logger[metadataKey: Self.idKey]?.description ?? "unknown"
  }

  /// A request that the app makes itself.
  public init(_ request: Request, id: String) {
    var logger = Logger(label: "StatePages")
    logger[metadataKey: Self.idKey] = .string(id)
    self.init(request, logger)
  }

  init(_ request: Request, _ logger: Logger) {
    self.request = request
    self.logger = logger
  }

  private static let idKey = "hb.request.id"

  /// Path and query, as they were asked for.
  var address: String { request.uri.string }

  /// Whether the answer may be streamed: a browser navigates here, by a link or by a form, and shows what comes.
  ///
  /// Fetch metadata tell so, and where a browser sends none (plain HTTP on a home network), its wish for secure requests does.
  /// Everybody else waits for the whole page, and a prefetch most of all.
  var mayStream: Bool {
    guard request.method == .get || request.method == .post, !request.isPrefetch else { return false }
    let sendsMetadata = Self.fetchMetadata.contains { request.headers[$0] != nil }
    return sendsMetadata ? header(Self.destination) == "document" : header(Self.wishForSecurity) == "1"
  }

  /// Whether it asks for a page and changes nothing.
  var isRead: Bool { request.method == .get || request.method == .head }

  static let site = HTTPField.Name("Sec-Fetch-Site")
  private static let destination = HTTPField.Name("Sec-Fetch-Dest")
  private static let wishForSecurity = HTTPField.Name("Upgrade-Insecure-Requests")
  fileprivate static let purpose = ["Purpose", "Sec-Purpose"].compactMap { HTTPField.Name($0) }
  private static let fetchMetadata =
    ["Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-User"].compactMap { HTTPField.Name($0) }

  /// The headers by which answers differ.
  static let vary = ([.acceptEncoding, .cookie] + purpose + [wishForSecurity].compactMap { $0 } + fetchMetadata)
    .map(\.rawName).joined(separator: ", ")

  func header(_ name: HTTPField.Name?) -> String? {
    name.flatMap { request.headers[$0] }
  }
}

extension Request {
  /// Whether a browser asks ahead of a click.
  public var isPrefetch: Bool {
    PageRequest.purpose.contains { headers[$0]?.hasPrefix("prefetch") == true }
  }

  /// What an answer with a page needs to know.
  public func forPage(in context: some RequestContext) -> PageRequest {
    PageRequest(self, context.logger)
  }
}
