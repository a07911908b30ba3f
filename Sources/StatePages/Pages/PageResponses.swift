import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A page, or 304 if the client has it already.
  static func page(_ page: PageBytes, for request: PageRequest) -> Response {
    if let form = request.form(known: page.tag) { return unchanged(form) }
    return whole(page.bytes, in: page.coding, status: .ok, tag: page.tag)
  }

  /// A page without an entity tag, compressed if that pays off.
  static func whole(_ plain: ByteBuffer, status: HTTPResponse.Status, in coding: ContentCoding) -> Response {
    guard coding == .gzip, let smaller = Gzip.smaller(plain) else {
      return whole(plain, in: .identity, status: status, tag: nil)
    }
    return whole(smaller, in: .gzip, status: status, tag: nil)
  }

  static func whole(
    _ bytes: ByteBuffer, in coding: ContentCoding, status: HTTPResponse.Status, tag: EntityTag?
  ) -> Response {
    var headers = HTTPFields.page
    headers[.contentEncoding] = coding.field
    headers[.contentLength] = String(bytes.readableBytes)
    headers[.eTag] = tag?.form(in: coding)
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: bytes))
  }

  /// 304: the client has the page, under this form of its tag.
  static func unchanged(_ form: String) -> Response {
    var headers = HTTPFields.page
    headers[.contentType] = nil
    headers[.eTag] = form
    var response = Response(status: .notModified, headers: headers)
    // A Content-Length would be read as the length of the page (RFC 9110, section 8.6).
    response.headers[.contentLength] = nil
    return response
  }

  /// 503 without a body: for a client that has disconnected, for a server that is shutting down, and for a prefetch of
  /// a slow page, which the browser then requests again on navigation.
  static var abandoned: Response { Response(status: .serviceUnavailable, headers: [.cacheControl: "no-store"]) }

  static func streamed(_ page: StreamedPage, status: HTTPResponse.Status, coding: ContentCoding) -> Response {
    // Reserves room for the headers of middleware: a growing array doubles, and this one lives until the page has
    // ended.
    var headers = HTTPFields()
    headers.reserveCapacity(16)
    headers.append(contentsOf: HTTPFields.page)
    return streamed(headers, status: status, in: coding) { writer in try await page.write(to: &writer) }
  }

  /// A response that is sent piece by piece, unbuffered by proxies.
  static func streamed(
    _ headers: HTTPFields, status: HTTPResponse.Status = .ok, in coding: ContentCoding,
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    var headers = headers
    if let unbuffered = HTTPField.Name("X-Accel-Buffering") { headers[unbuffered] = "no" }
    return .written(headers, status: status, in: coding, write)
  }
}

extension HTTPFields {
  static let page: HTTPFields = [
    .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache", .vary: PageRequest.vary,
  ]
}

extension Markup {
  var buffer: ByteBuffer { ByteBuffer(string: html) }
}
