/// An authentication challenge (RFC 9110, section 11.3): a scheme, and its parameters keyed by lowercased name.
struct Challenge: Hashable, Sendable {
  /// The scheme's name in lower case.
  let scheme: String
  /// The scheme's name as sent by the server.
  let name: String
  let parameters: [String: String]

  /// All challenges in the fields of one response, in order. Malformed ones are skipped.
  static func all(in fields: [String]) -> [Challenge] {
    var found: [Challenge] = []
    for field in fields where field.utf8.count <= longestField {
      var reader = Reader(field)
      found += reader.challenges()
    }
    return found
  }

  private static let longestField = 8 * 1024
}

extension Challenge {
  private struct Reader {
    private var rest: Substring

    init(_ text: String) {
      rest = text[...]
    }

    mutating func challenges() -> [Challenge] {
      var found: [Challenge] = []
      var name: String?
      var parameters: [String: String] = [:]
      func end() {
        if let name { found.append(Challenge(scheme: name.lowercased(), name: name, parameters: parameters)) }
      }
      while true {
        skip { $0 == "," || $0 == " " || $0 == "\t" }
        guard let word = token() else { break }
        let mark = rest
        skip { $0 == " " || $0 == "\t" }
        if rest.first == "=", rest.dropFirst().first != "=", name != nil {
          rest = rest.dropFirst()
          skip { $0 == " " || $0 == "\t" }
          guard let value = rest.first == "\"" ? quoted() : token() else { break }
          // Of duplicate parameters, the first wins, as in other clients.
          if parameters[word.lowercased()] == nil { parameters[word.lowercased()] = value }
        } else {
          end()
          (name, parameters) = (word, [:])
          rest = mark
          skip { $0 == " " || $0 == "\t" }
          skipToken68()
        }
      }
      end()
      return found
    }

    private mutating func skip(_ isSkipped: (Character) -> Bool) {
      rest = rest.drop(while: isSkipped)
    }

    /// A `token` (RFC 9110, section 5.6.2).
    private mutating func token() -> String? {
      let token = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
      guard !token.isEmpty else { return nil }
      rest = rest.dropFirst(token.count)
      return String(token)
    }

    /// Skips a `token68`, which some schemes have instead of parameters: `Negotiate dGhpcw==`.
    private mutating func skipToken68() {
      let token = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~+/".contains($0)) }
      let after = rest.dropFirst(token.count)
      let end = after.drop { $0 == "=" }.drop { $0 == " " }
      guard !token.isEmpty, end.isEmpty || end.first == "," else { return }
      // Up to here, a parameter such as `realm=x` looks the same.
      if end.isEmpty || after.first != "=" || after.dropFirst().first.map({ "=, ".contains($0) }) ?? true { rest = end }
    }

    private mutating func quoted() -> String? {
      var value = ""
      var isEscaped = false
      for (index, character) in zip(rest.indices, rest).dropFirst() {
        if isEscaped {
          value.append(character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          rest = rest[rest.index(after: index)...]
          return value
        } else {
          value.append(character)
        }
      }
      rest = ""
      return nil
    }
  }
}
