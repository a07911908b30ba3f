/// The path below which an app is served, such as `/tasks`, if a reverse proxy gives it only a part of a host; otherwise ``root``.
///
/// Within the app no address has it: routes, steps, form fields and stored addresses are the same below every base path. It is removed
/// from requests by ``BasePathResponder``, and added where an address leaves the app: by the templates that were loaded for it, and by
/// that responder in the headers of responses. Code that writes addresses elsewhere, such as the path of a cookie or an absolute
/// address, adds it with ``address(_:)``.
package struct BasePath: Hashable, Sendable {
  /// None: the app has the whole host.
  package static let root = BasePath(path: "")

  /// The path without a slash at its end; empty for ``root``.
  package let path: String

  private init(path: String) {
    self.path = path
  }

  /// Creates a base path: `/tasks` or `/team/tasks`. An empty text and a single slash are ``root``.
  /// - Throws: ``ConfigurationProblem`` if the text does not begin with a slash, ends with one, or has an empty segment, a segment of dots,
  ///   or a character that is not unreserved (RFC 3986, section 2.3).
  package init(_ text: String) throws(ConfigurationProblem) {
    guard !text.isEmpty, text != "/" else {
      self = .root
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { throw Self.problem(text, "it begins with a slash") }
    guard text.utf8.last != UInt8(ascii: "/") else { throw Self.problem(text, "it has no slash at its end") }
    let segments = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard segments.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }) else {
      throw Self.problem(text, "none of its segments is empty or a dot")
    }
    guard segments.joined().allSatisfy(PageAddress.isUnreserved) else {
      throw Self.problem(text, "it has letters, digits, hyphens, dots, underscores and tildes")
    }
    self.init(path: text)
  }

  private static func problem(_ text: String, _ rule: String) -> ConfigurationProblem {
    ConfigurationProblem("\(text) is no base path such as /tasks: \(rule).")
  }

  package var isRoot: Bool { path.isEmpty }

  /// The address for a browser: an address of the app, which begins with a single slash, with this path in front. Any other is
  /// unchanged: one relative to the page, a fragment, and one of another host.
  package func address(_ inside: String) -> String {
    !isRoot && Self.isOfApp(inside) ? path + inside : inside
  }

  /// The address within the app, from the path and query that a client has sent; nil if it is not below this path. The base path
  /// itself, without a slash, is the app's first page.
  package func inside(_ address: String) -> String? {
    guard !isRoot else { return address }
    let bytes = address.utf8
    guard bytes.starts(with: path.utf8) else { return nil }
    let rest = bytes.dropFirst(path.utf8.count)
    switch rest.first {
    case nil: return "/"
    case UInt8(ascii: "/"): return String(Substring(rest))
    case UInt8(ascii: "?"): return "/" + String(Substring(rest))
    default: return nil
    }
  }

  /// Whether an address is a path of this host. Browsers take one that begins with two slashes, or a slash and a backslash, for
  /// another host.
  static func isOfApp(_ address: String) -> Bool {
    var bytes = address.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "/") else { return false }
    let second = bytes.next()
    return second != UInt8(ascii: "/") && second != UInt8(ascii: "\\")
  }
}

extension BasePath: CustomStringConvertible {
  /// The path; a slash for ``root``.
  package var description: String { isRoot ? "/" : path }
}
