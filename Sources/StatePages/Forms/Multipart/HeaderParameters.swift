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
