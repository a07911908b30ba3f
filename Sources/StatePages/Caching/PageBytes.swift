import Hummingbird
import NIOCore

/// The bytes of a page in one content coding, identified by its entity tag.
///
/// The other coding is a separate value, made on request. It is rarely needed, because all browsers accept gzip, and
/// without its plain bytes a page takes a seventh of the memory.
struct PageBytes: Sendable {
  let tag: EntityTag
  /// The requested coding.
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
