import HTTPTypes
public import Hummingbird
import Logging

/// What an answer with a page needs to know of a request.
public struct PageRequest: Sendable {
  /// The request.
  public let request: Request
  /// The id under which the log has what happened.
  public let id: String

  /// A request.
  public init(_ request: Request, id: String) {
    self.request = request
    self.id = id
  }

  /// Path and query, as they were asked for.
  var address: String { request.uri.string }

  /// Whether the answer may be streamed: a browser navigates here and shows what comes.
  ///
  /// Fetch metadata tell so, and where a browser sends none (plain HTTP on a home network), its wish for secure requests does.
  /// Everybody else waits for the whole page, and a prefetch most of all.
  var mayStream: Bool {
    guard request.method == .get, !isPrefetch else { return false }
    let fetch = Self.fetchMetadata.compactMap(header)
    return fetch.isEmpty ? header("Upgrade-Insecure-Requests") == "1" : header("Sec-Fetch-Dest") == "document"
  }

  /// Whether the browser asks ahead of a click.
  public var isPrefetch: Bool {
    ["Sec-Purpose", "Purpose"].compactMap(header).contains { $0.hasPrefix("prefetch") }
  }

  /// Whether it asks for a page and changes nothing.
  var isRead: Bool { request.method == .get || request.method == .head }

  private static let fetchMetadata = ["Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-User"]

  /// The headers by which answers differ.
  static let vary = (["Cookie", "Purpose", "Sec-Purpose", "Upgrade-Insecure-Requests"] + fetchMetadata)
    .joined(separator: ", ")

  /// Whether the reader has a page of this tag.
  func has(_ tag: String) -> Bool {
    guard let tags = request.headers[.ifNoneMatch] else { return false }
    return tags == "*"
      || tags.split(separator: ",").contains { known in
        let known = known.drop { $0 == " " }.prefix { $0 != " " }
        return known == tag || known == "W/\(tag)"
      }
  }

  private func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { request.headers[$0] }
  }
}

extension Request {
  /// What an answer with a page needs to know.
  public func forPage(in context: some RequestContext) -> PageRequest {
    // Not `context.id`: it stops the process where a logger keeps no metadata.
    PageRequest(self, id: context.logger[metadataKey: "hb.request.id"]?.description ?? "unknown")
  }
}
