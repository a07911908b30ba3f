import HTTPTypes
public import Hummingbird
import Logging

extension Router where Context: ClientRequestContext {
  /// Adds an app of pages: its middleware, its routes, and an answer to every other method.
  ///
  /// ```swift
  /// try router.addPages(pages) { router in
  ///   router.get("/books") { … }
  ///   router.addFlow(flow, for: pages) { … }
  /// }
  /// ```
  ///
  /// | Middleware, outermost first | A request |
  /// |---|---|
  /// | log | is logged at the level `debug`, with its id |
  /// | client | has its client determined, through trusted proxies only |
  /// | security headers | is answered with security headers: no scripts, no frames, no other types |
  /// | problem pages | that fails is answered with a page of `pages`, which tells the request id |
  /// | host check | for a foreign host name is refused with 421 (DNS rebinding) |
  /// | CSRF protection | that changes something, and does not show that it comes from the own site, is refused with 403: by `Sec-Fetch-Site: same-origin`, or by an `Origin` that is the scheme and host of the request. Browsers send them; scripts and tests have to |
  /// | unknown addresses | for an address without a route is answered with 404, by `unknownAddress` |
  /// | strict paths | for a path with an empty segment is answered like an unknown address |
  ///
  /// A method that an address does not accept is answered with 405, and the accepted ones in `Allow` (RFC 9110, section 15.5.6). With the
  /// router's option `autoGenerateHeadEndpoints`, HEAD is accepted wherever GET is.
  ///
  /// Every address that a template writes out, in a link or a form, has to have a route, and so have the forms of the flows. The library's
  /// own `states/failed` links to `/`.
  /// - Parameters:
  ///   - pages: answers for the failures.
  ///   - site: the host names and proxies.
  ///   - unknownAddress: the response to a request that no route matches; by default a page of `pages`.
  ///   - add: adds the routes.
  /// - Throws: the error of `add`; a line for each link or form that no route accepts.
  @discardableResult public func addPages(
    _ pages: Pages, on site: Site = Site(),
    unknownAddress: @escaping @Sendable (Request, Context) async throws -> Response = { _, _ in
      throw RequestProblem.unknownAddress
    },
    routes add: (Router<Context>) throws -> Void
  ) throws -> Self {
    addMiddleware(for: pages, on: site, unknownAddress: unknownAddress)
    try add(self)
    return try refuseOtherMethods(checking: pages, try pages.templates.current().get().texts)
  }

  /// Adds the middleware alone: before any route.
  @discardableResult package func addMiddleware(
    for pages: Pages, on site: Site = Site(),
    unknownAddress: @escaping @Sendable (Request, Context) async throws -> Response = { _, _ in
      throw RequestProblem.unknownAddress
    }
  ) -> Self {
    add(middleware: RequestLog(secretFolders: site.secretFolders))
    add(middleware: ClientMiddleware(proxies: site.proxies))
    add(middleware: SecurityHeadersMiddleware(headers: site.securityHeaders))
    add(middleware: ProblemPages(pages))
    add(middleware: HostCheck(names: site.hosts, health: site.healthPath))
    add(middleware: CSRFProtection(programFolders: site.programFolders))
    add(middleware: UnknownAddresses(respond: unknownAddress))
    add(middleware: StrictPaths(programFolders: site.programFolders))
    return self
  }

  /// Answers methods that an address does not accept with 405: after the last route is added.
  @discardableResult package func refuseOtherMethods() -> Self {
    for (path, routes) in Dictionary(grouping: routes, by: \.path.description) {
      let accepted = routes.map(\.method)
      let allowed = accepted + (accepted.contains(.get) && !accepted.contains(.head) ? [.head] : [])
      for method in Self.methods where !allowed.contains(method) {
        on(RouterPath(path), method: method) { _, _ -> Response in throw RequestProblem.wrongMethod(allowed: allowed) }
      }
    }
    return self
  }

  /// Checks the flows as well; with the texts of templates, their links and forms, and the retries of regions, too.
  package func refuseOtherMethods(
    checking pages: Pages, _ texts: [String: String] = [:]
  ) throws(TemplateProblems) -> Self {
    let accepted = AcceptedAddresses(routes.map { ($0.method, $0.path.description) })
    let problems =
      pages.timingMistakes + accepted.problems(in: texts) + pages.routes.accept(accepted, forRetries: !texts.isEmpty)
    guard problems.isEmpty else { throw TemplateProblems(problems: problems) }
    return refuseOtherMethods()
  }

  /// The methods of HTTP and of WebDAV with its extensions.
  private static var methods: [HTTPRequest.Method] {
    [
      "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE",
      "LOCK",
      "UNLOCK", "ACL", "REPORT", "SEARCH", "MKCALENDAR", "VERSION-CONTROL", "BIND", "UNBIND", "REBIND",
    ].compactMap { HTTPRequest.Method($0) }
  }
}

/// Logs each request at the level `debug`: its method and its path, without queries and without secret names of files.
private struct RequestLog<Context: RequestContext>: RouterMiddleware {
  /// The folders whose files have secret names, such as `/feeds`.
  let secretFolders: Set<String>

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    context.logger.debug(
      "Request",
      metadata: ["hb.request.path": "\(path(of: request))", "hb.request.method": "\(request.method.rawValue)"])
    return try await next(request, context)
  }

  private func path(of request: Request) -> String {
    let path = request.uri.path
    // However it is written: an address with another case or with doubled slashes may have a secret, too.
    let names = path.split(separator: "/")
    guard let folder = names.first, names.count > 1,
      secretFolders.contains(where: { $0.dropFirst().lowercased() == folder.lowercased() })
    else { return path }
    return "/\(folder)/…"
  }
}

/// Determines the client of a request, once for all later handlers.
private struct ClientMiddleware<Context: ClientRequestContext>: RouterMiddleware {
  let proxies: TrustedProxies

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.client = Client(request.head, peer: context.remoteAddress, proxies: proxies)
    return try await next(request, context)
  }
}

/// Adds the security headers to every response.
private struct SecurityHeadersMiddleware<Context: ClientRequestContext>: RouterMiddleware {
  let headers: SecurityHeaders

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    // Appended without a search for duplicates, which would dominate the cost: no other code sets these fields.
    for field in headers.fields { response.headers.append(field) }
    if context.client?.isHTTPS == true {
      response.headers[SecurityHeaders.transport.name] = SecurityHeaders.transport.value
    }
    return response
  }
}

/// Accepts requests only for the app's own host names.
///
/// Prevents DNS rebinding: another site can point its own host name at this machine, so that browsers treat the app's pages as
/// that site's. IP addresses and `localhost` cannot be rebound and are always accepted.
struct HostCheck<Context: ClientRequestContext>: RouterMiddleware {
  /// Additional accepted names, in lower case.
  let names: Set<String>
  let health: String

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let client = context.client else { throw RequestProblem.unknownHost }
    // A local health check may use any host name: the response holds no user data.
    if request.uri.path == health, client.ip?.isLoopback == true { return try await next(request, context) }
    // Browsers always send a host, so no browser is being rebound.
    guard let authority = client.host else { return try await next(request, context) }
    guard HostNames.accepts(authority, names) else { throw RequestProblem.unknownHost }
    return try await next(request, context)
  }
}

/// Answers requests that no route matches.
private struct UnknownAddresses<Context: RequestContext>: RouterMiddleware {
  let respond: @Sendable (Request, Context) async throws -> Response

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      return try await respond(request, context)
    }
  }
}

/// Answers 404 to paths with an empty segment: `//lists/1`, `/lists//1`, `/lists/`.
///
/// The router skips empty segments. A page would have many addresses, and path rules of a reverse proxy would match only one of
/// them.
struct StrictPaths<Context: RequestContext>: RouterMiddleware {
  /// See ``Site/programFolders``.
  var programFolders: Set<String> = []

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // Thrown like the router's own 404, so that the error page uses the request's layout.
    guard
      Self.isStrict(request.head.path ?? "/") || Site.isForPrograms(request.uri.path, in: programFolders)
    else { throw HTTPError(.notFound) }
    return try await next(request, context)
  }

  static func isStrict(_ target: String) -> Bool {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    guard path.count > 1 else { return true }
    return zip(path, path.dropFirst()).allSatisfy { $0 != UInt8(ascii: "/") || $1 != UInt8(ascii: "/") }
      && path.last != UInt8(ascii: "/")
  }
}
