import StatePages

/// The name of a part, and that of its file (RFC 7578, section 4.2).
struct MultipartHead: Hashable, Sendable {
  let name: String
  /// The name of the file, as the client sends it; nil for a field without one. It is empty if no file was chosen.
  let fileName: String?

  init(name: String, fileName: String? = nil) {
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

/// The value of a header field with its parameters, such as `form-data; name="file"; filename="a.txt"` (RFC 9110, section 5.6.6).
struct HeaderParameters: Hashable, Sendable {
  /// The value before the parameters.
  let value: String
  private var parameters: [String: String] = [:]

  /// Nil if it is malformed, or a parameter is repeated.
  init?(_ text: String) {
    var rest = text[...]
    value = String(rest.prefix { $0 != ";" }).trimmed
    guard !value.isEmpty, !value.contains("\"") else { return nil }
    rest = rest.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop(while: \.isBlank)
      // A semicolon at the end.
      if rest.isEmpty { return }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=", name.isToken else { return nil }
      rest = rest.dropFirst()
      guard let found = Self.value(at: &rest) else { return nil }
      guard parameters.updateValue(found, forKey: name.lowercased()) == nil else { return nil }
      rest = rest.drop(while: \.isBlank)
    }
    guard rest.isEmpty else { return nil }
  }

  subscript(name: String) -> String? { parameters[name] }

  private static func value(at rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" && !$0.isBlank }
      rest = rest.dropFirst(token.count)
      return token.isToken ? String(token) : nil
    }
    rest = rest.dropFirst()
    var value = ""
    while let next = rest.popFirst() {
      switch next {
      case "\"": return value
      // A browser sends the backslash of a file's name as it is, other clients one before a quotation mark.
      case "\\" where rest.first == "\"" && !rest.dropFirst().endsParameter:
        rest = rest.dropFirst()
        value.append("\"")
      default: value.append(next)
      }
    }
    return nil
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension StringProtocol {
  /// The text without spaces and tabs around it.
  var trimmed: String {
    let start = drop(while: \.isBlank)
    return String(String(start).reversed().drop(while: \.isBlank).reversed())
  }

  /// Whether the parameter is complete before this text.
  fileprivate var endsParameter: Bool {
    let rest = drop(while: \.isBlank)
    return rest.isEmpty || rest.first == ";"
  }

  /// Whether it is a token (RFC 9110, section 5.6.2).
  var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
