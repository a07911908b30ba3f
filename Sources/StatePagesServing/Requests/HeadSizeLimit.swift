import HTTPTypes
import NIOCore
import NIOHTTP1

/// Measures the size of an incomplete request head.
///
/// The parser buffers a head until it is complete, and has limits of its own (``decoderLimits``). They know neither
/// where the request line ends nor the spaces before a value, so the raw bytes are counted as well.
///
/// Exact for a request that begins with a read. If one read has several requests, the later ones are checked by
/// ``HeadValidation`` and the parser only: as strictly, but a long request line may be reported as a large header.
struct HeadSizeLimit {
  private let limits: ConnectionLimits
  private var bytes = 0
  private var emptyLines = 0
  private var line: Int?

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// The parser's limits: per field, which includes the request's target, and in total.
  var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = max(limits.requestLine, limits.headers)
    decoder.maxHeaderListSize = limits.requestLine + limits.headers
    decoder.maxHeaderFieldCount = limits.headerFields
    return decoder
  }

  mutating func begin() {
    (bytes, emptyLines, line) = (0, 0, nil)
  }

  mutating func came(_ buffer: ByteBuffer) {
    defer { bytes += buffer.readableBytes }
    guard line == nil else { return }
    let view = buffer.readableBytesView
    var start = view.startIndex
    if emptyLines == bytes {  // empty lines before a request line are ignored (RFC 9112, section 2.2)
      start = view.firstIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") } ?? view.endIndex
      emptyLines += start - view.startIndex
    }
    if let end = view[start...].firstIndex(of: UInt8(ascii: "\n")) {
      line = bytes + (end - view.startIndex) - emptyLines - "\r".utf8.count
    }
  }

  /// The rejection of an incomplete head that is too large already; nil if it is within the limits.
  var excess: RequestRejection? {
    let ends = 2 * "\r\n".utf8.count
    guard let line else { return bytes > limits.requestLine + ends ? overflow : nil }
    return line > limits.requestLine || bytes > limits.requestLine + limits.headers + ends ? overflow : nil
  }

  /// The rejection of a head that the parser found too large.
  var overflow: RequestRejection {
    guard let line, line <= limits.requestLine else { return .refused(.uriTooLong) }
    return .refused(.requestHeaderFieldsTooLarge)
  }
}
