import Crypto
public import HTTPTypes
public import Hummingbird
public import StateViews

/// Answers requests with pages: whole within the grace, streamed beyond it, 304 where the reader has it already.
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

  /// Makes the shell that is sent where a page is not decided in time: a layout, and one region of the name `page`, of which nothing but
  /// the placeholder is shown.
  public typealias Shell = @Sendable () -> Page

  /// Where the templates come from.
  public let templates: Templates
  let patience: Patience
  let clock: any Clock<Duration>
  let rehearses: Bool
  /// What was rendered already.
  public let editions: Editions
  let problem: ProblemPage
  let shell: Shell?
  let held = HeldPages()

  /// Pages made of the templates.
  /// - Parameters:
  ///   - templates: where the templates come from.
  ///   - patience: how long things may take.
  ///   - clock: the clock by which that is measured.
  ///   - rehearses: whether the query `?rehearse=` holds regions in states.
  ///   - editions: where what was rendered is kept.
  ///   - shell: the shell of pages that are not decided in time; nil where everybody waits for the page. It needs
  ///     ``TransientResponder/init(_:promptly:headers:)``.
  ///   - problem: the page for a failure that is not a region's.
  public init(
    _ templates: Templates, patience: Patience = Patience(), clock: any Clock<Duration> = CoarseClock.shared,
    rehearses: Bool = false, editions: Editions = Editions(), shell: Shell? = nil, problem: @escaping ProblemPage
  ) {
    self.templates = templates
    self.patience = patience
    self.clock = clock
    self.rehearses = rehearses
    self.editions = editions
    self.shell = shell
    self.problem = problem
  }

  /// Answers with the page that `make` makes, or with the one that was the answer to the same question before.
  ///
  /// - Parameter question: all that the page depends on, its look and whatever may be written meanwhile included. Other pages
  ///   are found by their editions, but those have to be made for that.
  /// - Throws: what `make` throws.
  public func response(
    to request: PageRequest, question: Edition?, _ make: @Sendable () async throws(Failure) -> Page
  ) async throws(Failure) -> Response {
    guard let question, request.isRead, !rehearses, case .success(let catalogue) = templates.current() else {
      return await response(to: request, with: try await make())
    }
    let name = catalogue.hash + question.description
    if let tag = editions.tag(asked: name), let known = known(tag, by: request), PageDecision.isInTime { return known }
    let page = try await make()
    if page.isLasting, let tag = entityTag(of: page, catalogue) { editions.note(tag, asked: name) }
    return await response(to: request, with: page)
  }

  /// The answer with a page that the reader has, or that is kept as it was rendered.
  private func known(_ tag: EntityTag, by request: PageRequest) -> Response? {
    if let form = request.form(known: tag) { return .unchanged(form) }
    return editions.page(tag, in: request.coding).map(Response.whole)
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
      return await response(to: request, with: try await make())
    } catch {
      return await response(to: request, failed: error)
    }
  }

  /// Answers with the page that tells of a failure; its status is that of the failure's kind unless told.
  public func response(
    to request: PageRequest, failed failure: Failure, status: HTTPResponse.Status? = nil
  ) async -> Response {
    var failure = failure
    failure.request = failure.request ?? request.id
    var page = problem(failure)
    page.status = page.status ?? status ?? failure.kind.status
    var response = await response(to: request, with: page)
    if let seconds = failure.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  private func response(to request: PageRequest, with page: Page) async -> Response {
    let response = await response(toGet: request, with: page)
    // Whoever asks for the head of a page may get here past a router's own care for that: by an error.
    return request.request.method == .head ? response.createHeadResponse() : response
  }

  private func response(toGet request: PageRequest, with page: Page) async -> Response {
    let catalogue: Catalogue
    switch templates.current() {
    case .success(let current): catalogue = current
    case .failure(let problems): return problems.response
    }
    let rehearsal = rehearses ? Rehearsal(request.request.uri.queryParameters.get("rehearse")) : nil
    let page = rehearsal.map { page.rehearsing($0, clock: clock) } ?? page
    if !PageDecision.isInTime, let decision = PageDecision.current {
      if let inside = await inside(page, for: request) { decision.put(inside: inside) }
      return .abandoned
    }
    let tag = rehearsal == nil && request.isRead ? entityTag(of: page, catalogue) : nil
    if let tag, let known = known(tag, by: request) { return known }
    let printer = Printer(catalogue: catalogue, look: page.look, request: request.id, address: request.address)
    return await response(to: request, with: Stage(page: page, printer: printer), tag, isRehearsed: rehearsal != nil)
  }

  /// Answers with a page of which some or all is to be rendered.
  private func response(
    to request: PageRequest, with stage: Stage, _ tag: EntityTag?, isRehearsed: Bool
  ) async -> Response {
    let page = stage.page
    let setting = Edition(stage.printer.catalogue.hash, page.look.edition).description
    // What answers a form may tell of the form in any of its regions.
    let names = page.regions.map { request.isRead && page.status == nil ? $0.edition : nil }
    let known = names.map { name in name.flatMap { editions.region($0, in: setting) } }
    var gathering = Gathering(page.regions, known: known)
    if !gathering.isSettled {
      let timing = Timing(
        delay: patience.grace, minimumDisplay: .zero, deadline: isRehearsed ? nil : patience.deadline)
      let load = PageLoad(
        gathering.pending(of: page.regions), timing: timing, patience: patience.silence, clock: clock)
      let streams = request.mayStream
      // What was there at once is not held back.
      let place = streams && load.pending > 0 ? held.enter(load) : nil
      await withTaskCancellationHandler {
        await gathering.gather(load.events, stoppingAtPlaceholders: streams || request.request.isPrefetch)
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
    let elements = gathering.states.map { $0.print.element(stage.printer) }
    for (index, name) in names.enumerated() where known[index] == nil && gathering.states[index].isComplete {
      if let name { editions.keep(elements[index], as: name, in: setting) }
    }
    return whole(stage, elements, gathering.states, tag, for: request)
  }

  private func whole(
    _ stage: Stage, _ elements: [Markup], _ states: [RegionState], _ tag: EntityTag?, for request: PageRequest
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
      editions.keep(page)
      return .whole(page)
    }
    var response = Response.whole(plain, status: status, in: request.coding)
    if let seconds = failure?.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The ETag of a page all of whose parts have editions: known before anything is loaded.
  private func entityTag(of page: Page, _ catalogue: Catalogue) -> EntityTag? {
    guard let edition = page.edition, page.status == nil else { return nil }
    var parts: [any CustomStringConvertible & Sendable] = [
      catalogue.hash, edition, page.look.edition, page.stylesheet,
    ]
    for region in page.regions {
      guard let edition = region.edition else { return nil }
      parts.append(edition)
    }
    let digest = SHA256.hash(data: Array(Edition(parts).description.utf8))
    return EntityTag(name: Self.hexadecimal(digest.prefix(12)))
  }
}
