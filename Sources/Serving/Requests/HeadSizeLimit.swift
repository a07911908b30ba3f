import HTTPTypes
import NIOCore
import NIOHTTP1

/// How much of a request's head has come that is not whole yet.
///
/// The parser holds what it has of a head until that is complete, and has limits of its own (``decoderLimits``). They
/// know neither where the request line ends nor the spaces in front of a value, so what came is counted as well.
///
/// Exact for a request that begins with what it is read from. Of several requests in one read, the later ones are
/// judged by ``HeadValidation`` and the parser alone: as strictly, but too long a line may be called too large a header.
struct HeadSizeLimit {
  private let limits: ConnectionLimits
  private var bytes = 0
  private var emptyLines = 0
  private var line: Int?

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// The parser's limits: per field, where the request's target is one, and in all.
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
    if emptyLines == bytes {  // before a request line they are none (RFC 9112, section 2.2)
      start = view.firstIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") } ?? view.endIndex
      emptyLines += start - view.startIndex
    }
    if let end = view[start...].firstIndex(of: UInt8(ascii: "\n")) {
      line = bytes + (end - view.startIndex) - emptyLines - "\r".utf8.count
    }
  }

  /// What is wrong with a head that is still to be completed after what came.
  var excess: RequestRejection? {
    let ends = 2 * "\r\n".utf8.count
    guard let line else { return bytes > limits.requestLine + ends ? overflow : nil }
    return line > limits.requestLine || bytes > limits.requestLine + limits.headers + ends ? overflow : nil
  }

  /// What is wrong with a head that the parser found too large.
  var overflow: RequestRejection {
    guard let line, line <= limits.requestLine else { return .refused(.uriTooLong) }
    return .refused(.requestHeaderFieldsTooLarge)
  }
}
