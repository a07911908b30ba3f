public import HTTPTypes
public import Hummingbird
import ServiceLifecycle
public import StateViews

/// Answers requests with pages: whole within the grace, streamed after it, 304 if the client has the page already.
///
/// In a service of a `ServiceGroup`, such as every Hummingbird application, a graceful shutdown fails each region that
/// is still loading as ``StateViews/Failure/stopping``, which ends every page.
///
/// A page's loads end with the task that answers its request. Hummingbird does not cancel that task when the client
/// disconnects; the target `Serving` of this package has a server that does.
public struct Pages: Sendable {
  /// The time limits of pages.
  public struct Patience: Hashable, Sendable {
    /// How long a page waits for its regions before it is streamed with placeholders.
    public var grace: Duration
    /// How long it may take to decide whether a page exists, who may see it and what its parts are. After that, a
    /// browser that navigates receives the page's shell, with 200, and the page or its failure inside it: so a reader
    /// sees the app even while the disk or another process blocks reads. Other clients wait for the true status.
    public var decision: Duration
    /// How long a region may load before it fails as timed out, and how long a page may take to be decided.
    public var deadline: Duration
    /// How long a load may be silent before its placeholder reports that it is still working.
    public var silence: Duration

    /// Creates time limits.
    public init(
      grace: Duration = .milliseconds(150), decision: Duration = .milliseconds(800), deadline: Duration = .seconds(30),
      silence: Duration = .seconds(5)
    ) {
      self.grace = grace
      self.decision = decision
      self.deadline = deadline
      self.silence = silence
    }
  }

  /// Makes the page for a failure of the whole page.
  public typealias ProblemPage = @Sendable (Failure) -> Page

  /// Makes the shell for an address if the page is not decided in time: a layout and one region named `page`, of which
  /// only the placeholder is shown.
  public typealias Shell = @Sendable (_ address: String) -> Page

  /// The source of the templates.
  public let templates: Templates
  let patience: Patience
  let clock: any Clock<Duration>
  let rehearses: Bool
  /// The cache of rendered pages and regions.
  public let renderCache: RenderCache
  /// Whether programming errors are shown in the response, and cached pages are rendered again and compared.
  let isStrict: Bool
  let problem: ProblemPage
  let shell: Shell?
  let held = PageSlots()
  /// A hash of the app's build; a prefix of every name in the cache.
  let build: String
  let renderPool = RenderPool()

  /// Creates pages from templates.
  /// - Parameters:
  ///   - templates: the source of the templates.
  ///   - patience: the time limits.
  ///   - clock: the clock of the time limits.
  ///   - rehearses: whether the query `?rehearse=` holds regions in states.
  ///   - renderCache: the cache of rendered pages and regions.
  ///   - shell: the shell of pages that are not decided in time; nil if every client waits for the page. Requires
  ///     ``TransientResponder/init(_:promptly:headers:)``.
  ///   - build: identifies the app's build and settings. If given, a page from before a restart may be answered with
  ///     304: then cache keys must contain nothing that restarts with the process, such as a counter. If nil, every
  ///     start of the process is a build of its own.
  ///   - isStrict: whether a programming error of the app, such as an unregistered screen or an incomplete cache key,
  ///     is shown in place of the page. Everything found by its cache key is then rendered again and compared.
  ///     Otherwise an error is logged, and its region or page fails.
  ///   - problem: the page for a failure that is not a region's.
  public init(
    _ templates: Templates, patience: Patience = Patience(), clock: any Clock<Duration> = TimerWheel.shared,
    rehearses: Bool = false, renderCache: RenderCache = RenderCache(), shell: Shell? = nil,
    build: String? = nil, isStrict: Bool = Pages.isDebugBuild, problem: @escaping ProblemPage
  ) {
    self.templates = templates
    self.patience = patience
    self.clock = clock
    self.rehearses = rehearses
    self.renderCache = renderCache
    self.shell = shell
    self.build = Self.named(build)
    self.isStrict = isStrict
    self.problem = problem
  }

  /// Whether this is a debug build.
  public static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Answers with the page from `make`, or with the page that answered an earlier request with the same key.
  ///
  /// - Parameters:
  ///   - requestKey: all that the page depends on, including its look and any data that may be written. Other pages are
  ///     found by their cache keys, but `make` has to run for that.
  ///   - holds: whether the request still has that key. Called by strict pages only, when a page differs from its
  ///     cached copy.
  /// - Throws: the error of `make`.
  public func response(
    to request: PageRequest, requestKey: CacheKey?, holds: @Sendable () async -> Bool = { true },
    _ make: @Sendable () async throws(Failure) -> Page
  ) async throws(Failure) -> Response {
    guard let requestKey, request.isRead, !rehearses, case .success(let catalogue) = templates.current() else {
      return try await response(to: request, made: make)
    }
    let name = salt(catalogue) + requestKey.description
    if let tag = renderCache.tag(asked: name) {
      if isStrict {
        let check = RenderCacheCheck(pages: self, catalogue: catalogue, request: request)
        if let mistake = try await check.mistake(requestKey, tag, make, holds) { return told(mistake, to: request) }
      }
      if let known = known(tag, by: request), PageDecision.isInTime { return known }
    }
    return try await response(to: request, made: make) { page in
      if page.isLasting, let tag = entityTag(of: page, catalogue) { renderCache.note(tag, asked: name) }
    }
  }

  /// A 304, or the page from the render cache.
  private func known(_ tag: EntityTag, by request: PageRequest) -> Response? {
    if let form = request.form(known: tag) { return .unchanged(form) }
    return renderCache.page(tag, in: request.coding).map(Response.whole)
  }

  /// Answers with the page from `make`.
  ///
  /// Everything that decides the status (existence, permission, access) belongs in `make`: a failure that it throws
  /// becomes a page of its own. Later failures are shown in their regions. If `make` takes longer than
  /// ``Patience/decision``, the shell has been sent, and the page or failure follows inside it.
  public func response(
    to request: PageRequest, _ make: @Sendable () async throws(Failure) -> Page
  ) async -> Response {
    do throws(Failure) {
      return try await response(to: request, made: make)
    } catch {
      return await response(to: request, failed: error)
    }
  }

  private func response(
    to request: PageRequest, made make: @Sendable () async throws(Failure) -> Page, _ note: (Page) -> Void = { _ in }
  ) async throws(Failure) -> Response {
    let page = try await make()
    if isStrict, request.isRead, page.status == nil, !rehearses, case .success(let catalogue) = templates.current(),
      page.mistake(by: catalogue) == nil, page.unregistered(in: catalogue).isEmpty
    {
      let check = RenderCacheCheck(pages: self, catalogue: catalogue, request: request)
      let tag = entityTag(of: page, catalogue)
      if let mistake = try await check.mistake(of: page, tag, make) { return told(mistake, to: request) }
    }
    note(page)
    return await response(to: request, with: page)
  }

  /// Answers with the page for a failure; the default status is that of the failure's kind.
  public func response(
    to request: PageRequest, failed failure: Failure, status: HTTPResponse.Status? = nil
  ) async -> Response {
    var failure = failure
    failure.request = failure.request ?? request.id
    var page = problem(failure)
    // A broken problem page has no page to report it on.
    if case .success(let catalogue) = templates.current(), let mistake = page.mistake(by: catalogue) {
      return told(mistake, to: request)
    }
    page.status = page.status ?? status ?? failure.kind.status
    var response = await response(to: request, with: page)
    if let seconds = failure.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  private func response(to request: PageRequest, with page: Page) async -> Response {
    var response = await response(toGet: request, with: page)
    if !page.isStored { response.headers[.cacheControl] = "private, no-store" }
    // Errors on HEAD requests bypass the router's own handling of HEAD.
    return request.request.method == .head ? response.createHeadResponse() : response
  }

  private func response(toGet request: PageRequest, with page: Page) async -> Response {
    let catalogue: Catalogue
    switch templates.current() {
    case .success(let current): catalogue = current
    case .failure(let problems): return problems.response
    }
    let rehearsal: Rehearsal?
    var page = page
    do throws(RehearsalProblem) {
      rehearsal = rehearses ? try Rehearsal(request.request.uri.queryParameters.get("rehearse"), of: page) : nil
      if let rehearsal { page = try page.rehearsing(rehearsal, clock: clock) }
    } catch {
      return error.response
    }
    if !PageDecision.isInTime, let decision = PageDecision.current {
      if let inside = await inside(page, for: request) { decision.put(inside: inside) }
      return .abandoned
    }
    let tag = rehearsal == nil && request.isRead ? entityTag(of: page, catalogue) : nil
    if let tag, let known = known(tag, by: request) { return known }
    if let mistake = page.mistake(by: catalogue) { return await response(to: request, for: mistake) }
    let unregistered = page.unregistered(in: catalogue)
    if isStrict, let mistake = unregistered.first?.mistake { return told(mistake, to: request) }
    for (_, mistake) in unregistered { log(mistake, of: request) }
    let shown = unregistered.isEmpty ? page : page.refusing(unregistered.map(\.region.name))
    let printer = RegionRenderer(catalogue: catalogue, look: page.look, request: request.id, address: request.address)
    return await response(
      to: request, with: PageAssembly(page: shown, printer: printer), tag, isRehearsed: rehearsal != nil)
  }

  /// Answers with a page that has to be rendered, at least in part.
  private func response(
    to request: PageRequest, with stage: PageAssembly, _ tag: EntityTag?, isRehearsed: Bool
  ) async -> Response {
    let page = stage.page
    let setting = setting(of: page, stage.printer.catalogue)
    // The response to a form may contain form input in any region, so its regions are not cached.
    let names = page.regions.map { request.isRead && page.status == nil ? $0.cacheKey : nil }
    let known = names.map { name in name.flatMap { renderCache.region($0, in: setting) } }
    var gathering = PageSnapshot(page.regions, known: known)
    if !gathering.isSettled {
      let timing = Timing(
        delay: patience.grace,
        deadline: isRehearsed ? Rehearsal.limit + patience.deadline : patience.deadline)
      let load = PageLoad(
        gathering.pending(of: page.regions), timing: timing, patience: patience.silence, clock: clock)
      let streams = request.mayStream
      // Already finished: needs no slot.
      let place = streams && load.pending > 0 ? held.enter(load) : nil
      await withTaskCancellationHandler {
        await withGracefulShutdownHandler {
          await gathering.gather(load.events, stoppingAtPlaceholders: streams || request.request.isPrefetch)
        } onGracefulShutdown: {
          load.stop()
        }
      } onCancel: {
        load.cancel()
      }
      if let place { held.leave(place) }
      if !gathering.isSettled {
        guard streams, !Task.isCancelled else {
          load.cancel()
          return .abandoned
        }
        let streamed = StreamedPage(stage: stage, load: load, gathered: gathering)
        return .streamed(streamed, status: page.status ?? .ok, coding: request.coding)
      }
    }
    let states = gathering.states
    let render = { @Sendable in
      let elements = states.map { $0.print.element(stage.printer) }
      for (index, name) in names.enumerated() where known[index] == nil && states[index].isComplete {
        if let name { renderCache.keep(elements[index], as: name, in: setting) }
      }
      return whole(stage, elements, states, tag, for: request)
    }
    let isLong = RenderPool.areLong(rows: states.map(\.rows), rendered: known)
    return isLong ? await renderPool.run(for: request.reader, render) : render()
  }

  private func whole(
    _ stage: PageAssembly, _ elements: [Markup], _ states: [RegionState], _ tag: EntityTag?, for request: PageRequest
  ) -> Response {
    let page = stage.page
    let failure = zip(page.regions, states).lazy
      .filter { region, _ in region.weight == .main }
      .compactMap { _, state in state.failure }
      .first
    let status = page.status ?? failure?.kind.status ?? .ok
    let plain = stage.whole(elements).buffer
    // Only complete results are stored under a tag: else a later 304 would confirm an incomplete page.
    if let tag, states.allSatisfy(\.isComplete) {
      let page = PageBytes(tag: tag, plain: plain, asked: request.coding)
      renderCache.keep(page)
      return .whole(page)
    }
    var response = Response.whole(plain, status: status, in: request.coding)
    if let seconds = failure?.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }
}
