import Crypto
package import HTTPTypes
public import Hummingbird
import NetworkAddresses
public import StateViews

extension Pages {
  /// Answers with the page from `make`, or with the page of the failure that it throws.
  ///
  /// Everything that decides the status (existence, permission, access) belongs in `make`: a failure that it throws
  /// becomes a page of its own. Later failures are shown in their regions. `make` has no time limit: its reads need one, so that
  /// a reader sees a failure with a retry button, and no blank window.
  /// - Parameters:
  ///   - request: the request. Its query `?only=` and a region's name select that region as a page of its own.
  ///   - context: its context, for the request id.
  ///   - requestKey: all that the page depends on, including its look and any data that may be written. A page that answered an earlier
  ///     request with this key is sent without `make`; others are found by their cache keys, but `make` has to run for that.
  ///   - holds: whether the request still has that key. Called by strict pages only, when a page or region differs from its
  ///     cached copy.
  ///   - make: makes the page.
  public func response(
    to request: Request, in context: some RequestContext, requestKey: CacheKey? = nil,
    holds: @Sendable () async -> Bool = { true }, _ make: @Sendable () async throws(Failure) -> Page
  ) async -> Response {
    await response(to: request.forPage(in: context), requestKey: requestKey, holds: holds, make)
  }
}

/// The response to a request for a page. ``page(for:requestKey:holds:_:)`` makes the page unless the cache has it by the request's key;
/// ``render(_:for:)`` loads its regions unless the cache has it by its entity tag.
extension Pages {
  package func response(
    to request: PageRequest, requestKey: CacheKey? = nil, holds: @Sendable () async -> Bool = { true },
    _ make: @Sendable () async throws(Failure) -> Page
  ) async -> Response {
    do throws(Failure) {
      return try await page(for: request, requestKey: requestKey, holds: holds, make)
    } catch {
      return await problem(error, for: request)
    }
  }

  /// Answers with the page from `make`, and throws its failure.
  package func page(
    for request: PageRequest, requestKey: CacheKey? = nil, holds: @Sendable () async -> Bool = { true },
    _ make: @Sendable () async throws(Failure) -> Page
  ) async throws(Failure) -> Response {
    @Sendable func selected() async throws(Failure) -> Page { try await make().only(request.onlyRegion) }
    guard request.isRead, !rehearses, case .success(let catalogue) = templates.current() else {
      return await render(try await selected(), for: request)
    }
    let check = isStrict ? RenderCacheCheck(pages: self, catalogue: catalogue, request: request) : nil
    let name = requestKey.map { salt(catalogue) + $0.narrowed(to: request.onlyRegion).description }
    if let requestKey, let name, let tag = renderCache.tag(requestKey: name) {
      if let mistake = try await check?.mistake(requestKey, tag, selected, holds) {
        return report(mistake, for: request)
      }
      if let cached = cached(tag, for: request) { return cached }
    }
    let page = try await selected()
    if let mistake = try await check?.mistake(of: page, selected, holds) { return report(mistake, for: request) }
    if let name, page.isLasting, let tag = entityTag(of: page, catalogue) { renderCache.note(tag, requestKey: name) }
    return await render(page, for: request)
  }

  package func render(_ page: Page, for request: PageRequest) async -> Response {
    var response = await rendered(page, for: request)
    if !page.isStored { response.headers[.cacheControl] = "private, no-store" }
    if response.status == .unauthorized { response.headers[.wwwAuthenticate] = Self.challenge }
    // Errors on HEAD requests bypass the router's own handling of HEAD.
    return request.request.method == .head ? response.createHeadResponse() : response
  }

  /// Answers a rejected form with its page, see ``RequestProblem/init(again:_:)``; the default status is that of the failure's kind.
  package func again(
    _ failure: Failure, for request: PageRequest, status: HTTPResponse.Status? = nil,
    _ make: () async throws(Failure) -> Page
  ) async throws(Failure) -> Response {
    var page = try await make()
    page.status = page.status ?? status
    return await response(to: RequestProblem(again: page, failure), for: request)
  }

  /// Answers with the page that a problem has, or with the page for its failure.
  func response(to problem: RequestProblem, for request: PageRequest) async -> Response {
    var response =
      if let page = problem.page {
        await render(page, for: request)
      } else {
        await self.problem(problem.failure, for: request, status: problem.status)
      }
    for name in Set(problem.headers.map(\.name)) { response.headers[values: name] = problem.headers[values: name] }
    return response
  }

  /// Answers with the page for a failure; the default status is that of the failure's kind.
  package func problem(
    _ failure: Failure, for request: PageRequest, status: HTTPResponse.Status? = nil
  ) async -> Response {
    failure.log(in: "page", to: request.logger)
    var failure = failure
    failure.request = failure.request ?? request.id
    var page = problemPage(failure, request)
    // A broken problem page has no page to report it on.
    if case .success(let catalogue) = templates.current(), let mistake = page.mistake(by: catalogue) {
      return report(mistake, for: request)
    }
    page.status = page.status ?? status ?? failure.kind.status
    var response = await render(page, for: request)
    if let seconds = failure.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// The challenge that a 401 requires (RFC 9110, section 11.6.1). No scheme is registered for forms with cookies; browsers ignore
  /// unknown ones. lynx shows the page only if the scheme has a parameter.
  private static let challenge = #"Cookie realm="session""#

  /// The response with a page: one that the cache has, one that is loaded, or a mistake in the templates or the app.
  private func rendered(_ page: Page, for request: PageRequest) async -> Response {
    let catalogue: Catalogue
    switch templates.current() {
    case .success(let current): catalogue = current.spoken(in: page.look.language)
    case .failure(let problems): return problems.response
    }
    if isStrict, request.lacksMiddleware { return report(.missingMiddleware, for: request) }
    let rehearsed: Page?
    do throws(RehearsalProblem) {
      let cues = rehearses ? request.request.uri.queryParameters.get("rehearse") : nil
      rehearsed = try page.rehearsing(cues, clock: clock)
    } catch {
      return error.response
    }
    let page = rehearsed ?? page
    let tag = request.isRead ? entityTag(of: page, catalogue) : nil
    if let tag, let cached = cached(tag, for: request) { return cached }
    if let mistake = page.mistake(by: catalogue) { return await problem(mistake, for: request) }
    if isStrict, let mistake = page.mistake(by: routes) { return report(mistake, for: request) }
    let printer = RegionRenderer(
      catalogue: catalogue.sending(page.intents), look: page.look, request: request.id, address: request.address,
      again: request.isRead ? .get(request.address) : nil)
    return await load(PageAssembly(page: page, printer: printer), for: request, tag, isRehearsed: rehearsed != nil)
  }

  /// A 304 if the client has the page, or the page from the render cache; nil if neither has it.
  private func cached(_ tag: EntityTag, for request: PageRequest) -> Response? {
    if let form = request.form(known: tag) { return .unchanged(form) }
    return renderCache.page(tag, in: request.coding).map(Response.whole)
  }
}

/// Names of rendered pages and regions: build, templates and look, combined with their cache keys.
extension Pages {
  /// A short name of the build, or of this process if the build is nil.
  static func named(_ build: String?) -> String {
    SHA256.hash(data: Array((build ?? process).utf8)).prefix(6).hexadecimal
  }

  /// Identifies this process.
  private static let process = String.randomHexadecimal(bytes: 8)

  /// Identifies the build of the app and its templates; the prefix of every name.
  func salt(_ catalogue: Catalogue) -> String { build + catalogue.hash }

  /// The scope of a page's region cache keys: build, templates and look.
  func setting(of page: Page, _ catalogue: Catalogue) -> String {
    CacheKey(salt(catalogue), page.intents?.name ?? "", page.look.cacheKey).description
  }

  /// The ETag of a page, known before anything loads; nil unless all of its parts have cache keys.
  func entityTag(of page: Page, _ catalogue: Catalogue) -> EntityTag? {
    guard let cacheKey = page.cacheKey, page.status == nil else { return nil }
    var parts: [any CustomStringConvertible & Sendable] = [
      salt(catalogue), page.intents?.name ?? "", cacheKey, page.look.cacheKey, page.stylesheet,
      page.presentation.rawValue,
    ]
    for region in page.regions {
      guard let cacheKey = region.cacheKey else { return nil }
      parts.append(cacheKey)
    }
    let digest = SHA256.hash(data: Array(CacheKey(parts).description.utf8))
    return EntityTag(name: digest.prefix(12).hexadecimal)
  }
}
