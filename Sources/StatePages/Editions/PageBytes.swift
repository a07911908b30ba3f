import Hummingbird
import NIOCore

/// A page as it is sent, by the tag that names it: its bytes, and their gzip form once somebody wanted it.
struct PageBytes: Sendable {
  let tag: EntityTag
  let plain: ByteBuffer
  private(set) var gzip = Form.notAsked

  /// What became of a form.
  enum Form: Sendable {
    case notAsked
    /// It would be no smaller.
    case useless
    case made(ByteBuffer)
  }

  init(tag: EntityTag, plain: ByteBuffer) {
    self.tag = tag
    self.plain = plain
  }

  /// The page with what it needs to be sent in a coding; nil if it has that already.
  func made(ready coding: ContentCoding) -> PageBytes? {
    guard coding == .gzip, case .notAsked = gzip else { return nil }
    var page = self
    page.gzip = Gzip.smaller(plain).map(Form.made) ?? .useless
    return page
  }

  /// What is sent to somebody who would like a coding.
  func bytes(in coding: ContentCoding) -> (bytes: ByteBuffer, coding: ContentCoding) {
    guard coding == .gzip, case .made(let bytes) = gzip else { return (plain, .identity) }
    return (bytes, .gzip)
  }

  /// What it takes, in bytes.
  var cost: Int {
    guard case .made(let gzip) = gzip else { return plain.storageCapacity }
    return plain.storageCapacity + gzip.storageCapacity
  }
}
