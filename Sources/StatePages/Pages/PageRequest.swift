import HTTPTypes
public import Hummingbird
import Logging

/// What an answer with a page needs to know of a request.
public struct PageRequest: Sendable {
  /// The request.
  public let request: Request
  private let metadata: Logger.MetadataValue?

  /// The id under which the log has what happened.
  public var id: String { metadata?.description ?? "unknown" }

  /// A request.
  public init(_ request: Request, id: String) {
    self.init(request, metadata: .string(id))
  }

  fileprivate init(_ request: Request, metadata: Logger.MetadataValue?) {
    self.request = request
    self.metadata = metadata
  }

  /// Path and query, as they were asked for.
  var address: String { request.uri.string }

  /// Whether the answer may be streamed: a browser navigates here and shows what comes.
  ///
  /// Fetch metadata tell so, and where a browser sends none (plain HTTP on a home network), its wish for secure requests does.
  /// Everybody else waits for the whole page, and a prefetch most of all.
  var mayStream: Bool {
    guard request.method == .get, !request.isPrefetch else { return false }
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
    // Not `context.id`: it stops the process where a logger keeps no metadata.
    PageRequest(self, metadata: context.logger[metadataKey: "hb.request.id"])
  }
}
