import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A page that its tag names.
  static func whole(_ page: PageBytes) -> Response {
    whole(page.bytes, in: page.coding, status: .ok, tag: page.tag)
  }

  /// A page that nothing names, compressed if it is worth it.
  static func whole(_ plain: ByteBuffer, status: HTTPResponse.Status, in coding: ContentCoding) -> Response {
    guard coding == .gzip, let smaller = Gzip.smaller(plain) else {
      return whole(plain, in: .identity, status: status, tag: nil)
    }
    return whole(smaller, in: .gzip, status: status, tag: nil)
  }

  /// A page whose bytes are in their coding already.
  static func whole(
    _ bytes: ByteBuffer, in coding: ContentCoding, status: HTTPResponse.Status, tag: EntityTag?
  ) -> Response {
    var headers = HTTPFields.page
    headers[.contentEncoding] = coding.field
    headers[.contentLength] = String(bytes.readableBytes)
    headers[.eTag] = tag?.form(in: coding)
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: bytes))
  }

  /// The reader has the page already, under this form of its tag.
  static func unchanged(_ form: String) -> Response {
    var headers = HTTPFields.page
    headers[.contentType] = nil
    headers[.eTag] = form
    var response = Response(status: .notModified, headers: headers)
    // It would be taken for the length of the page (RFC 9110, section 8.6).
    response.headers[.contentLength] = nil
    return response
  }

  /// For a reader who has left, or whom a server that ends can no longer serve, and for a browser that asks
  /// ahead for what takes its time: it asks anew once somebody wants to see it, and is told how that goes.
  static var abandoned: Response {
    Response(status: .serviceUnavailable, headers: [.cacheControl: "no-store"])
  }

  /// A page that is sent as its regions settle.
  static func streamed(_ page: StreamedPage, status: HTTPResponse.Status, coding: ContentCoding) -> Response {
    // With room for what others add: an array that grows doubles, and this one stays until the page has ended.
    var headers = HTTPFields()
    headers.reserveCapacity(16)
    headers.append(contentsOf: HTTPFields.page)
    return streamed(headers, status: status, in: coding) { writer in try await page.write(to: &writer) }
  }

  /// A page that is sent as it comes, through proxies as well.
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
  /// The headers of every page.
  static let page: HTTPFields = [
    .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache", .vary: PageRequest.vary,
  ]
}

extension Markup {
  var buffer: ByteBuffer { ByteBuffer(string: html) }
}
