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
    /// How long a region may load before it fails as timed out.
    public var deadline: Duration
    /// After how much silence a placeholder says that work goes on.
    public var silence: Duration

    /// Durations of the app's choice.
    public init(
      grace: Duration = .milliseconds(150), deadline: Duration = .seconds(30), silence: Duration = .seconds(5)
    ) {
      self.grace = grace
      self.deadline = deadline
      self.silence = silence
    }
  }

  /// Makes the page that tells of a failure which is the whole page's.
  public typealias ProblemPage = @Sendable (Failure) -> Page

  let templates: Templates
  let patience: Patience
  let clock: any Clock<Duration>
  let rehearses: Bool
  let problem: ProblemPage

  /// Pages made of the templates.
  /// - Parameters:
  ///   - templates: where the templates come from.
  ///   - patience: how long things may take.
  ///   - clock: the clock by which that is measured.
  ///   - rehearses: whether the query `?rehearse=` holds regions in states.
  ///   - problem: the page for a failure that is not a region's.
  public init(
    _ templates: Templates, patience: Patience = Patience(), clock: any Clock<Duration> = CoarseClock.shared,
    rehearses: Bool = false, problem: @escaping ProblemPage
  ) {
    self.templates = templates
    self.patience = patience
    self.clock = clock
    self.rehearses = rehearses
    self.problem = problem
  }

  /// Answers with the page that `make` makes.
  ///
  /// Whatever decides the status (existence, permission, access) belongs into `make`: a failure that it throws becomes a page
  /// of its own. What fails later fails in its region.
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
    let tag = rehearsal == nil && request.isRead ? entityTag(of: page, catalogue) : nil
    if let tag, request.has(tag) { return .unchanged(tag) }

    let printer = Printer(catalogue: catalogue, look: page.look, request: request.id, address: request.address)
    let stage = Stage(page: page, printer: printer)
    let timing = Timing(
      delay: patience.grace, minimumDisplay: .zero, deadline: rehearsal == nil ? patience.deadline : nil)
    let load = PageLoad(page.regions, timing: timing, patience: patience.silence, clock: clock)
    let streams = request.mayStream
    var gathering = Gathering(page.regions)
    await withTaskCancellationHandler {
      await gathering.gather(load.events, stoppingAtPlaceholders: streams)
    } onCancel: {
      load.cancel()
    }
    if gathering.isSettled { return whole(page, stage, gathering, tag: tag) }
    guard streams, !Task.isCancelled else { return .abandoned }
    return .streamed(StreamedPage(stage: stage, load: load, gathered: gathering), status: page.status ?? .ok)
  }

  private func whole(_ page: Page, _ stage: Stage, _ gathering: Gathering, tag: String?) -> Response {
    let failure = zip(page.regions, gathering.states).lazy
      .filter { region, _ in region.weight == .main }
      .compactMap { _, state in state.failure }
      .first
    let status = page.status ?? failure?.kind.status ?? .ok
    // What a tag names was loaded in full: a reader who came back with less would be told that nothing has changed.
    let isComplete = gathering.states.allSatisfy(\.isComplete)
    var response = Response.whole(stage.whole(gathering), status: status, tag: isComplete ? tag : nil)
    if let seconds = failure?.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// The ETag of a page all of whose parts have editions: known before anything is loaded.
  private func entityTag(of page: Page, _ catalogue: Catalogue) -> String? {
    guard let edition = page.edition, page.status == nil else { return nil }
    var parts = [catalogue.hash, edition.description, page.look.edition.description, page.stylesheet]
    for region in page.regions {
      guard let edition = region.edition else { return nil }
      parts += [region.name, edition.description]
    }
    let digest = SHA256.hash(data: Array(Edition(parts).description.utf8))
    return "\"" + digest.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\""
  }
}
