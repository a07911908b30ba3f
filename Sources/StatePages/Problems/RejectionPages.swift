public import HTTPTypes
import Hummingbird
public import NIOCore
import StateViews
import Synchronization

/// The pages for requests that are rejected at the connection, before they reach the app. Rendered once, at start, for a server that
/// answers such requests on its event loop, such as `StatePagesServing`'s.
public struct RejectionPages: Sendable {
  /// A rendered page.
  public struct RenderedPage: Sendable {
    /// The headers, without those of the connection.
    public let headers: HTTPFields
    /// The page.
    public let body: ByteBuffer
  }

  private let pages: [HTTPResponse.Status: RenderedPage]

  /// Renders the pages, with the layout and headers of other pages for failures.
  /// - Throws: the error of a response that can't be rendered.
  public init(_ pages: Pages, securityHeaders: SecurityHeaders = SecurityHeaders()) async throws {
    var rendered: [HTTPResponse.Status: RenderedPage] = [:]
    for status in RequestProblem.rejectionStatuses {
      rendered[status] = try await Self.page(of: status, pages, securityHeaders)
    }
    self.pages = rendered
  }

  /// The page for a status; nil for one that no connection is rejected with.
  public subscript(status: HTTPResponse.Status) -> RenderedPage? { pages[status] }

  private static func page(
    of status: HTTPResponse.Status, _ pages: Pages, _ securityHeaders: SecurityHeaders
  ) async throws -> RenderedPage {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: nil, path: "/"),
      body: RequestBody(buffer: ByteBuffer()))
    var response = await pages.problem(
      RequestProblem.rejection(status).failure, for: PageRequest(request, id: "connection"), status: status)
    for field in securityHeaders.fields { response.headers[field.name] = field.value }
    response.headers[.contentLength] = nil
    let collected = BodyCollector()
    try await response.body.write(collected)
    return RenderedPage(headers: response.headers, body: collected.bytes.withLock { $0 })
  }
}

extension RequestProblem {
  /// The statuses that a request can be rejected with at the connection.
  static let rejectionStatuses: [HTTPResponse.Status] = [
    .badRequest, .requestTimeout, .uriTooLong, .requestHeaderFieldsTooLarge, .serviceUnavailable,
  ]

  /// The problem of a request that is rejected at the connection: 400 unreadable, 408 too slow, 414 address too long, 431 headers
  /// too large, 503 too many connections. Any other status is told as unreadable.
  public static func rejection(_ status: HTTPResponse.Status) -> RequestProblem {
    RequestProblem(rejectionFailure(status), status: status)
  }

  private static func rejectionFailure(_ status: HTTPResponse.Status) -> Failure {
    switch status {
    case .requestTimeout: Failure(.invalid, "too-slow")
    case .uriTooLong: Failure(.invalid, "address-too-long")
    case .requestHeaderFieldsTooLarge: Failure(.invalid, "headers-too-large")
    case .serviceUnavailable: Failure(.unavailable, "too-many-connections", retry: .after(.seconds(5)))
    default: Failure(.invalid, "request-unreadable")
    }
  }
}

/// Collects the bytes of a response body.
private final class BodyCollector: ResponseBodyWriter, Sendable {
  let bytes = Mutex(ByteBuffer())

  func write(_ buffer: ByteBuffer) async throws {
    bytes.withLock { bytes in _ = bytes.writeImmutableBuffer(buffer) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
