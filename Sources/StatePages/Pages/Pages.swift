public import HTTPTypes
public import Hummingbird
import ServiceLifecycle
public import StateViews

/// Answers requests with pages: whole within the grace, streamed beyond it, 304 where the reader has it already.
///
/// Where it runs as a service of a `ServiceGroup`, as every Hummingbird application does, a graceful shutdown ends each region that
/// is still loading as ``StateViews/Failure/stopping``, and every page with it.
///
/// A page's loads end with the task that answers its request. Hummingbird does not cancel that task when the reader leaves; a
/// server whose connections do (the target `Serving` of this package has one) stops loading for nobody.
public struct Pages: Sendable {
  /// How long things may take.
  public struct Patience: Hashable, Sendable {
    /// How long a page is held back for its regions before it is streamed with placeholders.
    public var grace: Duration
    /// How long it may take to find out whether a page exists, who may see it and what it is made of. Then a browser that shows what
    /// comes gets the page's shell, with 200, and is told the rest inside it: where the disk or another process holds reads up,
    /// its reader sees that the app is there. All else waits for the true status.
    public var decision: Duration
    /// How long a region may load before it fails as timed out; also how long a page may take to be decided at all.
    public var deadline: Duration
    /// After how much silence a placeholder says that work goes on.
    public var silence: Duration

    /// Durations of the app's choice.
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

  /// Makes the page that tells of a failure which is the whole page's.
  public typealias ProblemPage = @Sendable (Failure) -> Page

  /// Makes the shell that is sent where the page at an address is not decided in time: a layout, and one region of the name `page`, of which nothing but
  /// the placeholder is shown.
  public typealias Shell = @Sendable (_ address: String) -> Page

  /// Where the templates come from.
  public let templates: Templates
  let patience: Patience
  let clock: any Clock<Duration>
  let rehearses: Bool
  /// What was rendered already.
  public let renderCache: RenderCache
  /// Whether mistakes of the app are the answer, and what was found by its name is made once more and compared.
  let isStrict: Bool
  let problem: ProblemPage
  let shell: Shell?
  let held = PageSlots()
  /// What names what was rendered, beside its cache key: the build of the app.
  let build: String
  let renderPool = RenderPool()

  /// Pages made of the templates.
  /// - Parameters:
  ///   - templates: where the templates come from.
  ///   - patience: how long things may take.
  ///   - clock: the clock by which that is measured.
  ///   - rehearses: whether the query `?rehearse=` holds regions in states.
  ///   - cache keys: where what was rendered is kept.
  ///   - shell: the shell of pages that are not decided in time; nil where everybody waits for the page. It needs
  ///     ``TransientResponder/init(_:promptly:headers:)``.
  ///   - build: what names the build of the app and its settings. Where it is told, a browser that has a page from before a restart
  ///     may be told that nothing has changed: then cache keys must hold nothing that begins anew with the process, such as a
  ///     counter. Where it is nil, every start of the process is a build of its own.
  ///   - isStrict: whether a mistake of the app, such as a screen that is not registered or a cache key that forgets something, is
  ///     shown in the place of the page. For that, whatever was found by its cache key is made once more. Elsewhere a mistake goes
  ///     into the log, and its region or page has failed.
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

  /// Whether this was built for debugging.
  public static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Answers with the page that `make` makes, or with the one that was the answer to a request of the same key before.
  ///
  /// - Parameters:
  ///   - requestKey: all that the page depends on, its look and whatever may be written meanwhile included. Other pages
  ///     are found by their cache keys, but those have to be made for that.
  ///   - holds: whether the request still has that key. Only strict pages ask, where something differs
  ///     from what it was.
  /// - Throws: what `make` throws.
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

  /// The answer with a page that the reader has, or that is kept as it was rendered.
  private func known(_ tag: EntityTag, by request: PageRequest) -> Response? {
    if let form = request.form(known: tag) { return .unchanged(form) }
    return renderCache.page(tag, in: request.coding).map(Response.whole)
  }

  /// Answers with the page that `make` makes.
  ///
  /// Whatever decides the status (existence, permission, access) belongs into `make`: a failure that it throws becomes a page
  /// of its own. What fails later fails in its region. Where `make` takes longer than ``Patience/decision``, the shell has been sent, and
  /// page or failure are told inside it.
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

  /// Answers with the page that tells of a failure; its status is that of the failure's kind unless told.
  public func response(
    to request: PageRequest, failed failure: Failure, status: HTTPResponse.Status? = nil
  ) async -> Response {
    var failure = failure
    failure.request = failure.request ?? request.id
    var page = problem(failure)
    // A problem page that cannot be shown has no page to tell of it.
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
    // Whoever asks for the head of a page may get here past a router's own care for that: by an error.
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

  /// Answers with a page of which some or all is to be rendered.
  private func response(
    to request: PageRequest, with stage: PageAssembly, _ tag: EntityTag?, isRehearsed: Bool
  ) async -> Response {
    let page = stage.page
    let setting = setting(of: page, stage.printer.catalogue)
    // What answers a form may tell of the form in any of its regions.
    let names = page.regions.map { request.isRead && page.status == nil ? $0.cacheKey : nil }
    let known = names.map { name in name.flatMap { renderCache.region($0, in: setting) } }
    var gathering = PageSnapshot(page.regions, known: known)
    if !gathering.isSettled {
      let timing = Timing(
        delay: patience.grace, minimumDisplay: .zero,
        deadline: isRehearsed ? Rehearsal.limit + patience.deadline : patience.deadline)
      let load = PageLoad(
        gathering.pending(of: page.regions), timing: timing, patience: patience.silence, clock: clock)
      let streams = request.mayStream
      // What was there at once is not held back.
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
    // What a tag names was loaded in full: a reader who came back with less would be told that nothing has changed.
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
