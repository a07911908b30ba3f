/// What names the bytes of an answer. Each coding of them has a form of its own, for a strong tag names bytes as they are sent
/// (RFC 9110, section 8.8.3.3).
struct EntityTag: Hashable, Sendable {
  /// What the tag says in all its forms, without quotes.
  let name: String

  /// The value of `ETag` for what is sent in a coding.
  func form(in coding: ContentCoding) -> String {
    switch coding {
    case .identity: "\"\(name)\""
    case .gzip: "\"\(name)-gzip\""
    }
  }
}
