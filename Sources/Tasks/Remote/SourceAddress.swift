import Foundation
import NetworkAddresses

/// The address of a remote list. It may contain a password or a secret path, so only its ``place`` is displayed or logged.
package struct SourceAddress: Hashable, Sendable {
  /// The complete URL: `http` or `https`, with a host in punycode, without a fragment. Secret.
  package let url: String
  /// The host in readable form, without port: `choir.example`.
  package let host: String

  /// Validates an address from a form. A missing scheme and `webcal` mean `https`.
  /// - Throws: the problem, at ``InputField/url``.
  package init(validating typed: String) throws(InvalidInput) {
    let text = TypedText.trimmed(typed)
    guard !text.isEmpty else { throw Self.invalid(.blank) }
    guard text.utf8.count <= Limits.addressBytes else { throw Self.invalid(.tooLarge(bytes: Limits.addressBytes)) }
    guard !text.unicodeScalars.contains(where: Self.isForbidden) else { throw Self.invalid(.notAnAddress) }
    let (scheme, typedRest) = try Self.scheme(of: text)
    let rest = Self.encodingSpaces(typedRest)
    guard let parts = URLComponents(string: scheme + "://" + rest), let encoded = parts.encodedHost,
      let host = HostName.canonical(encoded), let readable = parts.host
    else { throw Self.invalid(.notAnAddress) }
    guard (1...65_535).contains(parts.port ?? 443) else { throw Self.invalid(.notAnAddress) }

    var url = URLComponents()
    url.scheme = scheme
    url.percentEncodedUser = parts.percentEncodedUser
    url.percentEncodedPassword = parts.percentEncodedPassword
    url.encodedHost = host
    url.port = parts.port == Self.usualPorts[scheme] ? nil : parts.port
    url.percentEncodedPath = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    url.percentEncodedQuery = parts.percentEncodedQuery
    guard let whole = url.string else { throw Self.invalid(.notAnAddress) }
    guard whole.utf8.count <= Limits.addressBytes else { throw Self.invalid(.tooLarge(bytes: Limits.addressBytes)) }
    self.url = whole
    self.host = readable.lowercased()
  }

  /// Validates an address from a form with separate fields for name and password, which take precedence if they are not empty.
  /// - Throws: the problem, at ``InputField/url``.
  package init(validating typed: String, user: String, password: String) throws(InvalidInput) {
    let address = try SourceAddress(validating: typed)
    let user = TypedText.trimmed(user)
    guard !user.isEmpty || !password.isEmpty else {
      self = address
      return
    }
    if let found = TypedText.controlCharacter(in: user + password, allowed: []) {
      throw Self.invalid(.controlCharacter(found))
    }
    self = try address.with(user: user.percentEncoded, password: password.percentEncoded)
  }

  /// The address that this one leads to, with the same login if it has the same origin.
  /// - Throws: the problem if `url` is not an address.
  package func leading(to url: String) throws(InvalidInput) -> SourceAddress {
    try SourceAddress(validating: url).keepingLogin(of: self)
  }

  /// A copy with the login of another address, unless it has its own or another origin. A login is for one origin only.
  package func keepingLogin(of other: SourceAddress) throws(InvalidInput) -> SourceAddress {
    guard let parts = URLComponents(string: url), let others = URLComponents(string: other.url), login == nil,
      other.login != nil, parts.scheme == others.scheme, parts.encodedHost == others.encodedHost,
      parts.port == others.port
    else { return self }
    return try with(user: others.percentEncodedUser ?? "", password: others.percentEncodedPassword ?? "")
  }

  private func with(user: String, password: String) throws(InvalidInput) -> SourceAddress {
    guard var parts = URLComponents(string: url) else { throw Self.invalid(.notAnAddress) }
    parts.percentEncodedUser = user
    parts.percentEncodedPassword = password.isEmpty ? nil : password
    guard let whole = parts.string else { throw Self.invalid(.notAnAddress) }
    guard whole.utf8.count <= Limits.addressBytes else { throw Self.invalid(.tooLarge(bytes: Limits.addressBytes)) }
    return SourceAddress(url: whole, host: host)
  }

  /// The readable host of an address; the address itself if it has none.
  package static func host(of url: String) -> String { URLComponents(string: url)?.host?.lowercased() ?? url }

  /// Creates an address from stored values.
  package init(url: String, host: String) { (self.url, self.host) = (url, host) }

  /// The displayable part: host, port if it is not the default, and path, shortened; without login and query.
  package var place: String {
    guard let parts = URLComponents(string: url) else { return host }
    let port = parts.port.map { ":\($0)" } ?? ""
    let path = parts.percentEncodedPath
    return host + port + (path == "/" ? "" : Self.shortened(Self.readable(path)))
  }

  /// The URL without login; nil if it has a query, which may be secret.
  package var shown: String? {
    guard var parts = URLComponents(string: url), parts.query == nil else { return nil }
    parts.percentEncodedUser = nil
    parts.percentEncodedPassword = nil
    return parts.string
  }

  /// The URL without the parts that are commonly secret: login and query.
  package var withoutSecrets: String {
    guard var parts = URLComponents(string: url) else { return "" }
    (parts.user, parts.password, parts.query) = (nil, nil, nil)
    return parts.string ?? ""
  }

  /// Whether it has a user name or a password.
  package var hasLogin: Bool { login != nil }

  /// The last component of the path: `todo.txt`; nil if the path is a folder.
  package var fileName: String? {
    guard let path = URLComponents(string: url)?.percentEncodedPath,
      let last = path.split(separator: "/", omittingEmptySubsequences: false).last, !last.isEmpty
    else { return nil }
    return Self.readable(String(last))
  }

  /// The user name and password, decoded; nil if it has neither. Secret.
  package var login: (user: String, password: String)? {
    guard let parts = URLComponents(string: url), parts.user != nil || parts.password != nil else { return nil }
    return (parts.user ?? "", parts.password ?? "")
  }

  private static let usualPorts = ["http": 80, "https": 443]
  private static let pathCharacters = 60

  private static func invalid(_ problem: Problem) -> InvalidInput { InvalidInput(FieldProblem(.url, problem)) }

  /// Spaces in the path and the query, as people copy them from a folder's name, are encoded.
  private static func encodingSpaces(_ rest: Substring) -> String {
    let host = rest.prefix { !"/?#".contains($0) }
    return String(host) + rest[host.endIndex...].replacing(" ", with: "%20")
  }

  /// Other white space and invisible characters are not allowed, nor are backslashes, which some parsers treat as slashes.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.isWhitespace && scalar != " ") || scalar.properties.generalCategory == .control || scalar == "\\"
  }

  /// The effective scheme, and the text after its slashes.
  private static func scheme(of text: String) throws(InvalidInput) -> (scheme: String, rest: Substring) {
    if text.hasPrefix("//") { return ("https", text.dropFirst(2)) }
    guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else { return ("https", text[...]) }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else {
      // `choir.example:8080/list` has a port.
      let port = rest.prefix { !"/?#".contains($0) }
      guard port.allSatisfy({ $0.isASCII && $0.isNumber }) else { throw invalid(.unknownScheme) }
      return ("https", text[...])
    }
    switch text[..<colon].lowercased() {
    case "http": return ("http", rest.dropFirst(2))
    case "https", "webcal", "webcals": return ("https", rest.dropFirst(2))
    case _: throw invalid(.unknownScheme)
    }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// The decoded path, unless it contains invisible characters or characters that reorder the surrounding text.
  private static func readable(_ path: String) -> String {
    guard let decoded = path.removingPercentEncoding else { return path }
    let isClear = decoded.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      if properties.isDefaultIgnorableCodePoint || properties.isBidiControl { return false }
      return properties.generalCategory != .control && (scalar == " " || !properties.isWhitespace)
    }
    return isClear ? decoded : path
  }

  private static func shortened(_ path: String) -> String {
    guard path.count > pathCharacters else { return path }
    return path.prefix(pathCharacters / 2 - 1) + "…" + path.suffix(pathCharacters / 2)
  }
}

extension SourceAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { place }
  package var debugDescription: String { place }
  /// Contains only ``place``, so that dumps of a value with an address reveal no secret.
  package var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
