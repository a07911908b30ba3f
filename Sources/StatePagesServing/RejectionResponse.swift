public import HTTPTypes
public import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The response to a request or a connection that is refused before it reaches the app.
///
/// It is sent as HTTP/1.1, with `Connection: close` and the `Content-Length` of its body, and the connection is closed.
public struct RejectionResponse: Sendable {
  /// The status: 400, 408, 414, 431 or 503.
  public var status: HTTPResponse.Status
  /// Further headers; `Connection` and `Content-Length` are replaced.
  public var headers: HTTPFields
  /// The body; omitted in response to HEAD.
  public var body: ByteBuffer

  /// Creates a refusal, by default without a body.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ByteBuffer = ByteBuffer()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes the response for a status. Called on an event loop, so its bodies should be made in advance.
  public typealias Words = @Sendable (HTTPResponse.Status) -> RejectionResponse

  var head: HTTPResponseHead {
    var fields = headers
    fields[.connection] = "close"
    fields[.contentLength] = "\(body.readableBytes)"
    return HTTPResponseHead(HTTPResponse(status: status, headerFields: fields))
  }
}
