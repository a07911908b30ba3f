import Hummingbird
import NIOCore

/// A page as it is sent to whoever takes a coding, by the tag that names it.
///
/// Its other form is another one, made when somebody asks for that: hardly anybody does, for browsers all take gzip, and
/// without its plain bytes a page takes a seventh.
struct PageBytes: Sendable {
  let tag: EntityTag
  /// What it was asked for in.
  let asked: ContentCoding
  /// What it is in: bare bytes also where gzip would be no smaller.
  let coding: ContentCoding
  let bytes: ByteBuffer

  init(tag: EntityTag, plain: ByteBuffer, asked: ContentCoding) {
    self.tag = tag
    self.asked = asked
    let smaller = asked == .gzip ? Gzip.smaller(plain) : nil
    coding = smaller == nil ? .identity : .gzip
    bytes = smaller ?? plain
  }

  /// What it takes, in bytes.
  var cost: Int { bytes.storageCapacity }
}
