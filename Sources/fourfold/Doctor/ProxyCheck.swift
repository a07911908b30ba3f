import Foundation
import StatePages

/// What the server saw of a request that was sent to its public address.
struct MarkedRequest: Hashable, Sendable {
  /// The other end of the connection: the client, or the last proxy.
  let peer: String
  /// Whether that is a trusted proxy.
  let isTrusted: Bool
  let client, scheme, host: String
  let headers: Set<String>

  /// Parses the line of `/health`; nil if the body has none.
  init?(body: String) {
    guard let line = body.split(separator: "\n").first(where: { $0.hasPrefix(Self.prefix) }) else { return nil }
    let pairs = line.dropFirst(Self.prefix.count).split(separator: " ").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    let values = Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
    guard let peer = values["peer"], let client = values["client"], let scheme = values["scheme"] else { return nil }
    (self.peer, self.client, self.scheme) = (peer, client, scheme)
    isTrusted = values["trusted"] == "true"
    host = values["host"] ?? ""
    headers = Set((values["headers"] ?? "").split(separator: ",").map(String.init))
  }

  private static let prefix = "marked: "
}

/// Tells whether a proxy passes on who asks, and how.
enum ProxyCheck {
  private static let subject = "proxy"

  /// Whether the address of browsers and the base path of the server differ; nil if they don't.
  static func path(_ url: PublicURL, _ basePath: BasePath) -> Finding? {
    guard url.path != basePath.path else { return nil }
    return .problem(
      subject, "browsers use \(url.text), and the server expects the path \(basePath)",
      do: url.path.isEmpty
        ? "Name the whole address: --url \(url.text)\(basePath.path)" : "Start the server with --base-path \(url.path)")
  }

  static func findings(_ seen: MarkedRequest, _ url: PublicURL, allowed: Set<String>) -> [Finding] {
    var findings: [Finding] = []
    let isForwarded = !seen.headers.isEmpty
    if isForwarded, !seen.isTrusted {
      return [
        .problem(
          subject, "\(seen.peer) sends \(seen.headers.sorted().joined(separator: ", ")), but is not trusted",
          do: "Start the server with --trusted-proxies \(seen.peer)")
      ]
    }
    if url.scheme != seen.scheme {
      findings.append(
        .problem(
          subject, "\(url.text) arrives as \(seen.scheme), so browsers can't sign in",
          do: seen.isTrusted
            ? "Let the proxy set X-Forwarded-Proto to the scheme of the request."
            : "Let the proxy at \(seen.peer) set X-Forwarded-For and -Proto, and name it with --trusted-proxies."))
    } else {
      findings.append(.ok(subject, "the scheme \(seen.scheme) arrives"))
    }
    if seen.isTrusted, !seen.headers.contains("X-Forwarded-For") {
      findings.append(
        .problem(
          subject,
          "the client's address does not arrive: all seem to come from \(seen.peer), and share one limit of tries",
          do: "Let the proxy set X-Forwarded-For to the address of its client."))
    } else {
      findings.append(.ok(subject, "the client's address arrives as \(seen.client)"))
    }
    let name = seen.host.split(separator: ":").first.map(String.init)?.lowercased() ?? ""
    if name != url.host {
      findings.append(
        .warning(
          subject, "the host \(url.host) arrives as \(name.isEmpty ? "none" : name)",
          do: "Let the proxy pass the header Host on, or set X-Forwarded-Host."))
    } else if !url.isAddress, name != "localhost", !allowed.contains(name) {
      findings.append(
        .problem(subject, "the host \(name) is refused", do: "Start the server with --allowed-hosts \(name)"))
    }
    return findings
  }
}

/// The address under which browsers reach the server.
struct PublicURL: Hashable, Sendable {
  /// Without a slash at its end.
  let text: String
  let scheme: String
  /// In lower case, without the port.
  let host: String
  /// Without a slash at its end.
  let path: String

  /// Nil if the text is no address of a web site.
  init?(_ typed: String) {
    guard let parts = URLComponents(string: typed), let scheme = parts.scheme?.lowercased(), let host = parts.host,
      ["http", "https"].contains(scheme), !host.isEmpty, parts.query == nil, parts.fragment == nil
    else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    text = Self.withoutSlash(typed)
    path = Self.withoutSlash(parts.percentEncodedPath)
  }

  private static func withoutSlash(_ text: String) -> String { String(text.reversed().drop { $0 == "/" }.reversed()) }

  /// Whether the host is an IP address, which needs no permission.
  var isAddress: Bool { host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." } }
}
