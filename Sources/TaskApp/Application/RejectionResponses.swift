public import HTTPTypes
import Hummingbird
public import NIOCore
import StatePages
import StateViews
import Synchronization

extension TaskApp {
  /// The response to a request rejected at the connection level, before it reaches the app. It has the same page layout and
  /// headers as other error responses.
  public struct Refused: Sendable {
    /// The headers, without those of the connection.
    public let headers: HTTPFields
    /// The rendered page.
    public let body: ByteBuffer
  }

  /// Renders the response for a status, to be reused for every such rejection.
  /// - Parameter status: 400, 408, 414, 431 or 503; any other has the text of an unreadable request.
  public func refused(_ status: HTTPResponse.Status) async throws -> Refused {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: nil, path: TaskFlow.address(after: .openedOverview())),
      body: RequestBody(buffer: ByteBuffer()))
    var response = await pages.problem(
      Self.failure(refusing: status), for: PageRequest(request, id: "connection"), status: status)
    for field in SecurityHeaders.fields { response.headers[field.name] = field.value }
    response.headers[.contentLength] = nil
    let collected = BodyCollector()
    try await response.body.write(collected)
    return Refused(headers: response.headers, body: collected.bytes.withLock { $0 })
  }

  static func failure(refusing status: HTTPResponse.Status) -> Failure {
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
    bytes.withLock { bytes in
      var buffer = buffer
      bytes.writeBuffer(&buffer)
    }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
