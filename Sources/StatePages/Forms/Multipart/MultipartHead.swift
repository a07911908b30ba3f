/// The name of a part, and that of its file (RFC 7578, section 4.2).
public struct MultipartHead: Hashable, Sendable {
  /// The name of the field.
  public let name: String
  /// The name of the file, as the client sends it; nil for a field without one. It is empty if no file was chosen.
  public let fileName: String?

  /// Creates a head.
  public init(name: String, fileName: String? = nil) {
    self.name = name
    self.fileName = fileName
  }

  /// Parses header lines that end with CRLF.
  /// - Throws: ``RequestProblem/malformed`` unless there is one `Content-Disposition` of a form's field, and no encoding.
  init(parsing bytes: some Collection<UInt8>) throws(RequestProblem) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    var disposition: HeaderParameters?
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: true) {
      let name = line.prefix { $0 != ":" }
      // Neither folded lines nor bare line breaks, and no other control characters.
      guard name.isToken, name.count < line.count, line.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }) else {
        throw .malformed
      }
      let value = line.dropFirst(name.count + 1).trimmed
      switch name.lowercased() {
      case "content-disposition":
        guard disposition == nil, let parsed = HeaderParameters(value) else { throw .malformed }
        disposition = parsed
      case "content-transfer-encoding":
        // Deprecated (RFC 7578, section 4.7). These change nothing.
        guard ["binary", "8bit", "7bit"].contains(value.lowercased()) else { throw .malformed }
      case _: break
      }
    }
    guard let disposition, disposition.value.lowercased() == "form-data", let name = disposition["name"] else {
      throw .malformed
    }
    // `filename*` must not be used (RFC 7578, section 4.2).
    self.init(name: Self.unescaped(name), fileName: disposition["filename"].map(Self.unescaped))
  }

  /// Browsers escape these three, and no others (WHATWG HTML Standard, section 4.10.22.8).
  private static func unescaped(_ text: String) -> String {
    text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}
