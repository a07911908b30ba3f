package import HTTPTypes
package import Hummingbird
import StateViews

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

  private init(path: String) { self.path = path }

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
  package func address(_ inside: String) -> String { !isRoot && Self.isOfApp(inside) ? path + inside : inside }

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

/// Serves an app below the ``BasePath`` of its templates: removes the path from requests, and adds it to the addresses in the headers
/// `Location`, `Content-Location`, `Link` and `Speculation-Rules` of responses.
///
/// It is the outermost responder, around the router. The proxy in front has to pass the path of a request on
/// unchanged. A request outside the base path is answered with 404 and the page of `pages` for an unknown address: another app may have
/// the rest of the host.
package struct BasePathResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: RequestContext {
  private let base: Base
  private let pages: Pages
  private let basePath: BasePath
  private let paths: Set<String>
  private let headers: HTTPFields

  /// Creates a responder that calls `base`. Without a base path it only does that.
  /// - Parameter paths: the paths of the app that are answered outside the base path as well, if they are requested without a query: that of
  ///     the health check, which does not come through the proxy, and those that belong to the host (RFC 8615).
  package init(_ base: Base, for pages: Pages, alsoAtRoot paths: Set<String> = [], headers: HTTPFields = [:]) {
    (self.base, self.pages, self.paths, self.headers) = (base, pages, paths, headers)
    basePath = pages.templates.basePath
  }

  /// Responds to a request.
  /// - Throws: the error of `base`.
  package func respond(to request: Request, context: Base.Context) async throws -> Response {
    guard !basePath.isRoot else { return try await base.respond(to: request, context: context) }
    guard let address = inside(request) else { return await outside(request, context) }
    var head = request.head
    head.path = address
    var response = try await base.respond(to: Request(head: head, body: request.body), context: context)
    basePath.complete(&response.headers)
    return response
  }

  private func inside(_ request: Request) -> String? {
    guard let path = request.head.path else { return nil }
    return basePath.inside(path) ?? (paths.contains(path) ? path : nil)
  }

  private func outside(_ request: Request, _ context: Base.Context) async -> Response {
    let problem = RequestProblem.unknownAddress
    var asked = request.forPage(in: context)
    // No middleware runs for it, so its headers are added here.
    asked.lacksMiddleware = false
    var response = await pages.problem(problem.failure, for: asked, status: problem.status)
    for field in headers where response.headers[field.name] == nil { response.headers.append(field) }
    return response
  }
}

extension BasePath {
  func complete(_ headers: inout HTTPFields) {
    for name in Self.addressHeaders {
      if let value = headers[name] { headers[name] = address(value) }
    }
    // In quotes or angle brackets, and possibly several.
    for (name, opening) in Self.listHeaders {
      guard headers[name] != nil else { continue }
      headers[values: name] = headers[values: name].map { completed($0, after: opening) }
    }
  }

  private func completed(_ list: String, after opening: Character) -> String {
    let parts = list.split(separator: opening, omittingEmptySubsequences: false).map(String.init)
    return ([parts[0]] + parts.dropFirst().map(address)).joined(separator: String(opening))
  }

  private static let addressHeaders: [HTTPField.Name] = [.location, .contentLocation]
  private static let listHeaders = [("Link", "<" as Character), ("Speculation-Rules", "\"")].compactMap {
    name, opening in
    HTTPField.Name(name).map { ($0, opening) }
  }
}
