import Crypto
import Foundation
import NetworkAddresses

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

    init(_ text: String) { rest = text[...] }

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
          // The first of duplicate parameters wins, as in other clients.
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

    private mutating func skip(_ isSkipped: (Character) -> Bool) { rest = rest.drop(while: isSkipped) }

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

/// A supported Digest challenge (RFC 7616): with MD5 or SHA-256, and `qop=auth` or no `qop`.
struct DigestChallenge: Hashable, Sendable {
  enum Hash: Hashable, Sendable {
    case md5, sha256
  }

  let hash: Hash
  /// The algorithm as sent by the server; nil if it sent none.
  private let algorithm: String?
  private let isSession: Bool
  private let realm, nonce: String
  private let opaque: String?
  private let hasQuality, hashesName, isUTF8: Bool
  /// Whether the previous request was rejected only because its nonce had expired.
  let isStale: Bool

  /// Nil for another scheme, and for unsupported parameters.
  init?(_ challenge: Challenge) {
    let parameters = challenge.parameters
    guard challenge.scheme == "digest", let realm = parameters["realm"], let nonce = parameters["nonce"] else {
      return nil
    }
    switch parameters["algorithm"]?.lowercased() {
    case nil, "md5": (hash, isSession) = (.md5, false)
    case "md5-sess": (hash, isSession) = (.md5, true)
    case "sha-256": (hash, isSession) = (.sha256, false)
    case "sha-256-sess": (hash, isSession) = (.sha256, true)
    case _?: return nil
    }
    let qualities = parameters["qop"]?.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    if let qualities, !qualities.contains("auth") { return nil }
    hasQuality = qualities != nil
    algorithm = parameters["algorithm"]
    self.realm = realm
    self.nonce = nonce
    opaque = parameters["opaque"]
    hashesName = parameters["userhash"]?.lowercased() == "true"
    isUTF8 = parameters["charset"]?.lowercased() == "utf-8"
    isStale = parameters["stale"]?.lowercased() == "true"
  }

  /// The value of `Authorization`.
  /// - Parameters:
  ///   - count: the number of requests sent with this nonce, including this one.
  ///   - clientNonce: an unpredictable text.
  func answer(
    of login: Login, to method: String, _ uri: String, count: Int, clientNonce: String
  ) -> String {
    let number = String(count, radix: 16)
    let uses = String(repeating: "0", count: max(0, 8 - number.count)) + number
    var secret = digest("\(login.user):\(realm):\(login.password)")
    if isSession { secret = digest("\(secret):\(nonce):\(clientNonce)") }
    let request = digest("\(method):\(uri)")
    let response =
      hasQuality
      ? digest("\(secret):\(nonce):\(uses):\(clientNonce):auth:\(request)") : digest("\(secret):\(nonce):\(request)")
    var parts = [user(login.user), "realm=\(quoted(realm))", "nonce=\(quoted(nonce))", "uri=\(quoted(uri))"]
    parts.append("response=\"\(response)\"")
    if let algorithm { parts.append("algorithm=\(algorithm)") }
    if hasQuality || isSession { parts.append("cnonce=\"\(clientNonce)\"") }
    if hasQuality { parts += ["qop=auth", "nc=\(uses)"] }
    if let opaque { parts.append("opaque=\(quoted(opaque))") }
    if hashesName { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }

  private func user(_ name: String) -> String {
    if hashesName { return "username=\"\(digest("\(name):\(realm)"))\"" }
    guard isUTF8, !name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "username=\(quoted(name))" }
    // RFC 8187
    return "username*=UTF-8''\(name.percentEncoded)"
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func digest(_ text: String) -> String {
    let bytes = Data(text.utf8)
    return switch hash {
    case .md5: Insecure.MD5.hash(data: bytes).hexadecimal
    case .sha256: SHA256.hash(data: bytes).hexadecimal
    }
  }
}
