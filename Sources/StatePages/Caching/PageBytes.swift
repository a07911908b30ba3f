import Hummingbird
import NIOCore

/// The bytes of a page in one content coding, identified by its entity tag.
///
/// The other coding is a separate value, made on request. It is rarely needed, because all browsers accept gzip, and
/// without its plain bytes a page takes a seventh of the memory.
struct PageBytes: Sendable {
  let tag: EntityTag
  let requested: ContentCoding
  /// The actual coding: identity also if gzip would not be smaller.
  let coding: ContentCoding
  let bytes: ByteBuffer

  init(tag: EntityTag, plain: ByteBuffer, requested: ContentCoding) {
    self.tag = tag
    self.requested = requested
    let smaller = requested == .gzip ? Gzip.smaller(plain) : nil
    coding = smaller == nil ? .identity : .gzip
    bytes = smaller ?? plain
  }

  /// The memory that it takes, in bytes.
  var cost: Int { bytes.storageCapacity }
}

/// Text that is compared by its bytes.
///
/// Strings are equal if they are canonically equivalent: "é" may be one scalar or two, and combining marks may come in
/// either order. A cached rendering needs exactly the text that it was rendered from.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether both have the same bytes.
  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes.
  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // A terminator that never occurs in UTF-8, so no text's bytes are a prefix of another's.
    hasher.combine(UInt8.max)
  }
}
