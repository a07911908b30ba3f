public import HTTPTypes
public import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// What a client is told whose request, or whose connection, is refused before an app sees it.
///
/// It is sent as HTTP/1.1, with `Connection: close` and the `Content-Length` of its body, and the connection is closed.
public struct RejectionResponse: Sendable {
  /// Why: 400, 408, 414, 431 or 503.
  public var status: HTTPResponse.Status
  /// What else there is to say; `Connection` and `Content-Length` are replaced.
  public var headers: HTTPFields
  /// What a person reads; left out where the request was for a head only.
  public var body: ByteBuffer

  /// A refusal without words by default.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ByteBuffer = ByteBuffer()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Puts a refusal into words. It is called on an event loop: what it returns should be there already.
  public typealias Words = @Sendable (HTTPResponse.Status) -> RejectionResponse

  var head: HTTPResponseHead {
    var fields = headers
    fields[.connection] = "close"
    fields[.contentLength] = "\(body.readableBytes)"
    return HTTPResponseHead(HTTPResponse(status: status, headerFields: fields))
  }
}
