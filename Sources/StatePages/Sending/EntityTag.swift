/// The entity tag of a response's bytes. Each coding has a form of its own, because a strong tag identifies the bytes
/// as they are sent (RFC 9110, section 8.8.3.3).
struct EntityTag: Hashable, Sendable {
  /// The common part of all forms, without quotes.
  let name: String

  /// The value of `ETag` for a coding.
  func form(in coding: ContentCoding) -> String {
    switch coding {
    case .identity: "\"\(name)\""
    case .gzip: "\"\(name)-gzip\""
    }
  }
}
