import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A page that is sent whole.
  static func whole(_ page: Markup, status: HTTPResponse.Status, tag: String?) -> Response {
    var headers = HTTPFields.page
    headers[.contentLength] = String(page.html.utf8.count)
    headers[.eTag] = tag
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: page.buffer))
  }

  /// The reader has the page already.
  static func unchanged(_ tag: String) -> Response {
    var headers = HTTPFields.page
    headers[.contentType] = nil
    headers[.eTag] = tag
    var response = Response(status: .notModified, headers: headers)
    // It would be taken for the length of the page (RFC 9110, section 8.6).
    response.headers[.contentLength] = nil
    return response
  }

  /// For a reader who has left, or whom a server that ends can no longer serve.
  static var abandoned: Response {
    Response(status: .serviceUnavailable, headers: [.cacheControl: "no-store"])
  }

  /// A page that is sent as its regions settle.
  static func streamed(_ page: StreamedPage, status: HTTPResponse.Status) -> Response {
    var headers = HTTPFields.page
    if let unbuffered = HTTPField.Name("X-Accel-Buffering") { headers[unbuffered] = "no" }
    let body = ResponseBody { writer in
      try await page.write(to: &writer)
      try await writer.finish(nil)
    }
    return Response(status: status, headers: headers, body: body)
  }
}

extension HTTPFields {
  /// The headers of every page.
  static var page: HTTPFields {
    var headers = HTTPFields()
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "private, no-cache"
    headers[.vary] = PageRequest.vary
    return headers
  }
}

extension Markup {
  var buffer: ByteBuffer { ByteBuffer(string: html) }
}
