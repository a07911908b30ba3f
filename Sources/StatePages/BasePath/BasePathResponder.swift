package import HTTPTypes
package import Hummingbird
import StateViews

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
    self.base = base
    self.pages = pages
    self.paths = paths
    self.headers = headers
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
