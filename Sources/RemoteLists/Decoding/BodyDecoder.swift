import Tasks

/// Decodes a body as it comes (RFC 9110, section 8.4.1).
enum BodyDecoder {
  case identity([UInt8], limit: Int)
  case inflate(Inflater)

  /// - Parameters:
  ///   - codings: the content codings, in lower case.
  ///   - limit: the most bytes, decoded.
  /// - Throws: ``SourceFailure/malformed`` for a coding that is not asked for, and for more than one.
  init(_ codings: [String], _ limit: Int) throws(SourceFailure) {
    guard codings.count <= 1 else { throw .malformed }
    switch codings.first ?? "" {
    case "", "identity": self = .identity([], limit: limit)
    case "gzip", "x-gzip": self = .inflate(try Inflater(.gzip, limit: limit))
    case "deflate": self = .inflate(try Inflater(.deflate, limit: limit))
    case _: throw .malformed
    }
  }

  /// Takes the next bytes, as they were sent.
  /// - Throws: ``SourceFailure/tooLarge`` beyond the limit, ``SourceFailure/malformed``.
  mutating func feed(_ bytes: [UInt8]) throws(SourceFailure) {
    switch self {
    case .identity(var all, let limit):
      guard all.count + bytes.count <= limit else { throw .tooLarge }
      // Not to be copied for each chunk.
      self = .identity([], limit: limit)
      all += bytes
      self = .identity(all, limit: limit)
    case .inflate(let inflater): try inflater.feed(bytes)
    }
  }

  /// All of it.
  /// - Throws: ``SourceFailure/cutOff`` where more should have come.
  func end() throws(SourceFailure) -> [UInt8] {
    switch self {
    case .identity(let all, _): all
    case .inflate(let inflater): try inflater.end()
    }
  }
}
