import Tasks

/// Decodes a response body incrementally (RFC 9110, section 8.4.1).
enum BodyDecoder {
  case identity([UInt8], limit: Int)
  case inflate(Inflater)

  /// - Parameters:
  ///   - codings: the content codings, in lower case.
  ///   - limit: the maximum number of decoded bytes.
  /// - Throws: ``SourceFailure/malformed`` for an unsupported coding, and for more than one.
  init(_ codings: [String], _ limit: Int) throws(SourceFailure) {
    guard codings.count <= 1 else { throw .malformed }
    switch codings.first ?? "" {
    case "", "identity": self = .identity([], limit: limit)
    case "gzip", "x-gzip": self = .inflate(try Inflater(.gzip, limit: limit))
    case "deflate": self = .inflate(try Inflater(.deflate, limit: limit))
    case _: throw .malformed
    }
  }

  /// Decodes the next chunk of the body.
  /// - Throws: ``SourceFailure/tooLarge`` beyond the limit; ``SourceFailure/malformed`` for invalid compressed data.
  mutating func feed(_ bytes: [UInt8]) throws(SourceFailure) {
    switch self {
    case .identity(var all, let limit):
      guard all.count + bytes.count <= limit else { throw .tooLarge }
      // Releases the other reference to the array, so that appending does not copy it.
      self = .identity([], limit: limit)
      all += bytes
      self = .identity(all, limit: limit)
    case .inflate(let inflater): try inflater.feed(bytes)
    }
  }

  /// Returns the decoded body.
  /// - Throws: ``SourceFailure/cutOff`` if the compressed data is truncated.
  func end() throws(SourceFailure) -> [UInt8] {
    switch self {
    case .identity(let all, _): all
    case .inflate(let inflater): try inflater.end()
    }
  }
}
