import Foundation
import NIOCore
import StatePages

/// Parses a body of `multipart/form-data` (RFC 7578) piece by piece, however it is divided into pieces.
///
/// It is strict: nothing may precede the first boundary or follow the last one, lines end with CRLF, and a line that begins with the
/// boundary is one. Browsers and other HTTP clients send no more than that. Its memory is bounded by the size of a piece, a part's head
/// and a boundary.
struct MultipartParser: Sendable {
  enum Event: Hashable, Sendable {
    case began(MultipartHead)
    /// The next bytes of the part.
    case content(ByteBuffer)
    case ended
  }

  private enum State: Sendable {
    /// Before the first boundary.
    case start
    case boundary
    case head
    case content
    case end
  }

  private let limits: MultipartLimits
  /// What ends a part: CRLF, two hyphens and the boundary.
  private let delimiter: [UInt8]
  private var state = State.start
  private var buffer = ByteBuffer()
  private var parts = 0

  init(_ boundary: MultipartBoundary, limits: MultipartLimits) {
    self.limits = limits
    delimiter = Array("\r\n--".utf8) + boundary.bytes
  }

  /// Parses the next piece of the body.
  /// - Returns: what is known to be in it. Some of its last bytes may be reported with the next piece.
  /// - Throws: ``RequestProblem/malformed`` if the body is invalid, or has too many parts or too large a head.
  mutating func parse(_ piece: ByteBuffer) throws(RequestProblem) -> [Event] {
    if buffer.readableBytes == 0 { buffer = piece } else { buffer.writeImmutableBuffer(piece) }
    var events: [Event] = []
    while try step(&events) {}
    buffer.discardReadBytes()
    return events
  }

  /// Ends the body.
  /// - Throws: ``RequestProblem/malformed`` if the last part is not complete.
  mutating func finish() throws(RequestProblem) {
    switch state {
    case .end where [0, 2].contains(buffer.readableBytes): break
    case .start, .boundary, .head, .content, .end: throw .malformed
    }
  }

  /// Takes one thing from the buffer; false if more bytes are needed for it.
  private mutating func step(_ events: inout [Event]) throws(RequestProblem) -> Bool {
    switch state {
    case .start: try takeFirstBoundary()
    case .boundary: try takeEndOfBoundary()
    case .head: try takeHead(&events)
    case .content: takeContent(&events)
    case .end: try takeNothing()
    }
  }

  private mutating func takeFirstBoundary() throws(RequestProblem) -> Bool {
    let first = delimiter.dropFirst(2)
    guard buffer.readableBytesView.prefix(first.count).elementsEqual(first.prefix(buffer.readableBytes)) else {
      throw .malformed
    }
    guard buffer.readableBytes >= first.count else { return false }
    buffer.moveReaderIndex(forwardBy: first.count)
    state = .boundary
    return true
  }

  private mutating func takeEndOfBoundary() throws(RequestProblem) -> Bool {
    guard buffer.readableBytes >= 2 else { return false }
    switch buffer.readBytes(length: 2) {
    case Array("\r\n".utf8)?:
      parts += 1
      guard parts <= limits.parts else { throw .malformed }
      state = .head
    case Array("--".utf8)?: state = .end
    case _: throw .malformed
    }
    return true
  }

  private mutating func takeHead(_ events: inout [Event]) throws(RequestProblem) -> Bool {
    let view = buffer.readableBytesView.prefix(limits.head)
    guard let end = Self.endOfHead(in: view) else {
      guard view.count < limits.head else { throw .malformed }
      return false
    }
    events.append(.began(try MultipartHead(parsing: view[..<end])))
    buffer.moveReaderIndex(forwardBy: end - view.startIndex + 4)
    state = .content
    return true
  }

  /// The index of the empty line and the line break before it.
  private static func endOfHead(in view: ByteBufferView) -> Int? {
    var index = view.startIndex
    while let found = view[index...].firstIndex(of: UInt8(ascii: "\r")) {
      if view[found...].prefix(4).elementsEqual("\r\n\r\n".utf8) { return found }
      index = found + 1
    }
    return nil
  }

  private mutating func takeContent(_ events: inout [Event]) -> Bool {
    let (count, isComplete) = buffer.withUnsafeReadableBytes { content(in: $0) }
    if count > 0, let content = buffer.readSlice(length: count) { events.append(.content(content)) }
    guard isComplete else { return false }
    buffer.moveReaderIndex(forwardBy: delimiter.count)
    events.append(.ended)
    state = .boundary
    return true
  }

  /// The number of bytes that certainly belong to the part, and whether the delimiter follows them.
  ///
  /// Linear in time: the delimiter begins with the only CR in it, so bytes that were compared in vain begin no other.
  private func content(in bytes: UnsafeRawBufferPointer) -> (count: Int, isComplete: Bool) {
    guard let base = bytes.baseAddress else { return (0, false) }
    var start = 0
    while start < bytes.count, let found = memchr(base + start, Int32(UInt8(ascii: "\r")), bytes.count - start) {
      let place = UnsafeRawPointer(found) - base
      let count = min(delimiter.count, bytes.count - place)
      let isAlike = delimiter.withUnsafeBytes { own in
        own.baseAddress.map { memcmp($0, base + place, count) == 0 } ?? false
      }
      if isAlike { return (place, count == delimiter.count) }
      start = place + 1
    }
    return (bytes.count, false)
  }

  /// The last line may end with a line break.
  private func takeNothing() throws(RequestProblem) -> Bool {
    let rest = buffer.readableBytesView
    guard rest.count <= 2, rest.elementsEqual("\r\n".utf8.prefix(rest.count)) else { throw .malformed }
    return false
  }
}

/// The text that separates the parts of a body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Hashable, Sendable {
  /// The maximum length, in bytes.
  static let longest = 70

  let bytes: [UInt8]

  /// The boundary that a `Content-Type` declares; nil if the type is not `multipart/form-data` with one valid boundary.
  init?(contentType: String) {
    guard let parameters = HeaderParameters(contentType), parameters.value.lowercased() == "multipart/form-data",
      let text = parameters["boundary"]
    else { return nil }
    self.init(text)
  }

  /// A boundary with these characters; nil if they are not allowed in one.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(Self.isAllowed), bytes.last != UInt8(ascii: " ")
    else { return nil }
    self.bytes = bytes
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }
}

struct MultipartLimits: Hashable, Sendable {
  /// The maximum number of parts: fields and files.
  var parts = 32
  /// The maximum size of the header fields of a part, in bytes.
  var head = 4 * 1024
  /// The maximum size of the values of all fields, in bytes. They are in memory.
  var fields = 64 * 1024
  /// The maximum size of each file, in bytes.
  var file: Int
  /// The size up to which a file without a name, such as pasted text, is a field instead, in bytes. It stays in memory, so that it can be
  /// shown again if the disk is full.
  var typed = 0

  /// Creates limits.
  /// - Parameter file: the maximum size of each file, in bytes.
  init(file: Int) { self.file = file }

  /// The size of the largest body with `count` files in bytes.
  func body(files count: Int) -> Int { count * file + fields + parts * (head + MultipartBoundary.longest + 8) }
}
