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
  ///   - version: all that the page depends on beside the address, including its look and any data that may be written. A page that
  ///     answered an earlier request with this version at this address is sent without `make`.
  ///   - holds: whether the request still has that version. Called by strict pages only, when a page differs from the kept one.
  ///   - make: makes the page.
  public func response(
    to request: Request, in context: some RequestContext, version: PageVersion? = nil,
    holds: @Sendable () async -> Bool = { true }, _ make: @escaping @Sendable () async throws(Failure) -> Page
  ) async -> Response {
    await response(to: request.forPage(in: context), version: version, holds: holds, make)
  }
}

/// The response to a request for a page. ``page(for:version:holds:_:)`` makes the page unless the cache has it by its version;
/// ``render(_:for:keeping:)`` loads its regions.
extension Pages {
  package func response(
    to request: PageRequest, version: PageVersion? = nil, holds: @Sendable () async -> Bool = { true },
    _ make: @escaping @Sendable () async throws(Failure) -> Page
  ) async -> Response {
    do throws(Failure) {
      return try await page(for: request, version: version, holds: holds, make)
    } catch {
      return await problem(error, for: request)
    }
  }

  /// Makes and loads a page that is not kept.
  package typealias Making = @Sendable () async -> Result<Made, Failure>

  /// A page that was made and loaded.
  package enum Made: Sendable {
    case response(Response)
    /// A page that is kept up to date, for a client that takes it piece by piece; made again, one that may be so no longer.
    case live(LiveContent)
  }

  /// Answers with the page from `make`, and throws its failure.
  /// - Parameter reading: runs what makes and loads the page: where its data is read.
  package func page(
    for request: PageRequest, version: PageVersion? = nil, holds: @Sendable () async -> Bool = { true },
    within reading: @escaping @Sendable (@escaping Making) async -> Result<Made, Failure> = { await $0() },
    _ make: @escaping @Sendable () async throws(Failure) -> Page
  ) async throws(Failure) -> Response {
    @Sendable func selected() async throws(Failure) -> Page { try await make().only(request.onlyRegion) }
    @Sendable func made(keeping name: RenderCache.Name?, isAgain: Bool = false) async -> Result<Made, Failure> {
      do throws(Failure) {
        let page = try await selected()
        if page.live != nil || isAgain, request.mayStream, let content = await content(of: page, for: request) {
          return .success(.live(content))
        }
        return .success(.response(await render(page, for: request, keeping: name)))
      } catch {
        return .failure(error)
      }
    }
    func response(keeping name: RenderCache.Name?) async throws(Failure) -> Response {
      switch try await reading({ await made(keeping: name) }).get() {
      case .response(let response): return response
      case .live(let content):
        return live(content, for: request) {
          await reading { await made(keeping: nil, isAgain: true) }
        }
      }
    }
    guard let version, request.isRead, !rehearses, case .success(let catalogue) = templates.current() else {
      return try await response(keeping: nil)
    }
    let name = RenderCache.Name(version, of: catalogue, at: request.address, in: request.coding)
    guard let kept = renderCache.page(name) else { return try await response(keeping: name) }
    if isStrict {
      let check = RenderCacheCheck(pages: self, catalogue: catalogue, request: request, kept: kept)
      if let mistake = try await check.mistake(version, selected, holds) { return report(mistake, for: request) }
    }
    return .page(kept, for: request)
  }

  package func render(_ page: Page, for request: PageRequest) async -> Response {
    await render(page, for: request, keeping: nil)
  }

  /// - Parameter name: the name to keep the page by, if it may be kept.
  private func render(_ page: Page, for request: PageRequest, keeping name: RenderCache.Name?) async -> Response {
    var response = await rendered(page, for: request, keeping: page.isKept && page.isStored ? name : nil)
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

  /// The response with a page: one that is loaded, or a mistake in the templates or the app.
  private func rendered(_ page: Page, for request: PageRequest, keeping name: RenderCache.Name?) async -> Response {
    let catalogue: Catalogue
    switch templates.current() {
    case .success(let current): catalogue = current
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
    var page = rehearsed ?? page
    if let failure = page.companion?.failure {
      failure.log(in: "page beside", to: request.logger)
      page.companion?.show(problemPage(failure, request))
    }
    if let mistake = page.mistake(by: catalogue.spoken(in: page.look.language)) {
      return await problem(mistake, for: request)
    }
    if isStrict, let mistake = page.mistake(by: routes) { return report(mistake, for: request) }
    let assembly = PageAssembly(page: page, renderer: page.renderer(catalogue, request))
    return await load(assembly, for: request, keeping: name, isRehearsed: rehearsed != nil)
  }
}

extension Page {
  /// Renders its regions for a request.
  func renderer(_ catalogue: Catalogue, _ request: PageRequest) -> RegionRenderer {
    RegionRenderer(
      catalogue: catalogue.spoken(in: look.language).sending(intents), look: look, request: request.id,
      address: request.address, again: request.isRead ? .get(request.address) : nil)
  }
}
