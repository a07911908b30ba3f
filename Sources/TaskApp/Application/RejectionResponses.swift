public import HTTPTypes
import Hummingbird
public import NIOCore
import StatePages
import StateViews
import Synchronization

extension TaskApp {
  /// An answer to a request that does not reach the app, because its connection breaks a rule: the same page and the same
  /// headers as for everything else.
  public struct Refused: Sendable {
    /// Its headers; those of the connection are not among them.
    public let headers: HTTPFields
    /// The page.
    public let body: ByteBuffer
  }

  /// What whoever is refused is told, printed once.
  /// - Parameter status: 400, 408, 414, 431 or 503; any other is told like a request that can't be read.
  public func refused(_ status: HTTPResponse.Status) async throws -> Refused {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: nil, path: TaskFlow.address(after: .openedOverview())),
      body: RequestBody(buffer: ByteBuffer()))
    var response = await pages.response(
      to: PageRequest(request, id: "connection"), failed: Self.failure(refusing: status), status: status)
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

/// Takes what a body writes.
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
