import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A request to the app: an ``AnonymousRequest`` before authentication, or the ``SignedInRequest`` of a known account.
protocol AppRequest: Sendable {
  /// The request before authentication.
  var anonymous: AnonymousRequest { get }
  /// The reader's display settings.
  var look: DisplaySettings { get }
  /// The name of the account; nil before authentication.
  var accountName: String? { get }
  /// How many of the account's tasks are due, for the app bar.
  var due: DueCounts { get }
  /// Whether a channel of the reader is paused.
  var hasPausedChannel: Bool { get }
  /// The version of what is read; nil if it is unknown.
  var version: PageVersion? { get }
  /// Where the intents of its pages lead: where the flow that shows them is mounted.
  var intents: IntentAddresses { get }
  /// A page that stands in place of that of the step, as the flow shows it.
  func presented(_ page: Page) async -> Page
  /// The lists and tags beside its pages; nil before authentication.
  func rail(around current: ListID?) -> Region<ListsScreen>?
  /// Whether ``version`` would be the same now.
  func versionHolds() async -> Bool
}

extension AppRequest {
  var app: TaskApp { anonymous.app }
  var http: Request { anonymous.http }
  var context: AppContext { anonymous.context }
  var look: DisplaySettings { anonymous.app.look().accepting(http, of: app.languages) }
  var accountName: String? { nil }
  var version: PageVersion? { nil }
  func versionHolds() async -> Bool { false }

  /// None before authentication.
  var due: DueCounts { DueCounts() }

  /// None before authentication.
  var hasPausedChannel: Bool { false }

  /// None before authentication.
  func rail(around current: ListID?) -> Region<ListsScreen>? { nil }

  var intents: IntentAddresses { TaskFlow.intentsAnywhere }

  func presented(_ page: Page) async -> Page { page }

  /// The text of words in the reader's language.
  func words(_ piece: some Piece) throws -> String {
    try app.pages.templates.current().get().spoken(in: look.language).render(piece).html
  }

  /// Path and query.
  var address: String { http.address }

  var isPrefetch: Bool { http.isPrefetch }

  /// The value of an open segment of the route's pattern.
  func parameter(_ name: String) throws(RequestProblem) -> String {
    guard let value = context.parameters.get(name) else { throw .unknownAddress }
    return value
  }

  /// Whether the query has a parameter, with or without a value.
  func has(_ name: String) -> Bool { http.uri.queryParameters.has(name[...]) }
}

/// Responses with a page: ``page(_:)`` for a request, ``again(_:status:_:)`` for a rejected form, ``problem(_:form:)`` for any other
/// failure.
extension AppRequest {
  /// Responds with a page, or with the page of the failure that `make` throws.
  func page(_ make: @escaping @Sendable () async throws(Failure) -> Page) async -> Response {
    do throws(Failure) {
      if let refusal = context.refusal { return try await again(refusal.failure, make) }
      return try await app.pages.page(for: pageRequest, version: version, holds: versionHolds, within: reading) {
        () async throws(Failure) in try await make().sending(intents)
      }
    } catch {
      if context.refusal != nil { return RefusedForm.missingPage }
      return await problem(error)
    }
  }

  /// Makes a page with what it reads at once, in one transaction.
  @Sendable private func reading(_ page: @escaping Pages.Making) async -> Result<Pages.Made, Failure> {
    let made = await app.store.reading { executor in
      await LoadExecutor.$current.withValue(executor) { await page() }
    }
    return made ?? .failure(Failure(store: .unavailable(.busy, .reading)))
  }

  /// Responds to a rejected form with the page that has the form, the typed text and the errors at its fields. The default status
  /// is that of the failure.
  /// - Throws: the failure of `make`. ``problem(_:form:)`` can show the typed text then.
  func again(
    _ failure: Failure, status: HTTPResponse.Status? = nil, _ make: () async throws(Failure) -> Page
  ) async throws(Failure) -> Response {
    try await app.pages.again(failure, for: pageRequest, status: status ?? failure.status) { () async throws(Failure) in
      let page = try await make().sending(intents)
      // A choice between two texts has nothing beside it that leads away from both.
      return failure.kind == .conflict ? page : await presented(page)
    }
  }

  /// Responds with a page for a failure. It shows the text that was typed into the form, and a button that repeats the request if
  /// that can help.
  func problem(_ failure: Failure, form: FormBody? = nil) async -> Response {
    let retry = retry(form)
    let unsent = form.flatMap { UnsavedForm($0, restoring: RestoringForm(failure, repeating: retry)) }
    let shown = unsent?.restoring == nil ? failure : failure.withoutRestoring
    return await problem(shown, failure.status, retry, unsent)
  }

  /// Responds to a request that can't be processed with a page, its status and its headers.
  func problem(_ problem: RequestProblem) async -> Response {
    var response = await self.problem(problem.failure, problem.status, retry(nil))
    for name in Set(problem.headers.map(\.name)) { response.headers[values: name] = problem.headers[values: name] }
    return response
  }

  private func problem(
    _ failure: Failure, _ status: HTTPResponse.Status, _ retry: FormAction?, _ unsent: UnsavedForm? = nil
  ) async -> Response {
    var layout = layout(.problem)
    // Without the lists if what failed may be their store.
    if Failure.usual.contains(where: { $0.kind == failure.kind }) { layout.rail = nil }
    let retry = failure.retry == .never ? nil : retry
    var page = Page.problem(failure, layout, for: look, retry: retry, unsent: unsent)
    page.status = status
    return await app.pages.render(page, for: pageRequest)
  }

  /// The maximum size of the text of a form that its page repeats, in UTF-8 bytes.
  private static var mostRepeated: Int { 100_000 }

  /// The form that repeats the request. Nil if the form has a password, or so much text that the page can't contain it twice.
  func retry(_ form: FormBody?) -> FormAction? {
    let path = http.uri.path
    guard http.method == .post else {
      return .get(path, http.uri.queryParameters.map { .init(String($0.key), String($0.value)) })
    }
    let fields = form?.fields ?? []
    guard !fields.contains(where: { FormField.secrets.contains($0.name) }),
      fields.reduce(0, { $0 + $1.value.utf8.count }) <= Self.mostRepeated
    else { return nil }
    return .post(path, fields.map { .init($0.name, $0.value) })
  }

  /// The layout of a page.
  /// - Parameter list: the list that the page is about, if it is about one.
  func layout(
    _ kind: PageLayout.Kind, name: String? = nil, of list: ListID? = nil, notice: Notice? = nil,
    isNoticeInRow: Bool = false, skips: Set<PageLayout.SkipTarget> = [], from: String? = nil
  ) -> PageLayout {
    let refused = context.refusal.map { Notice($0) }
    var layout = PageLayout(kind, assets: app.assets.addresses)
    layout.name = name
    layout.account = accountName
    layout.look = accountName.map { _ in look }
    layout.theme = Theme(rawValue: look.theme) ?? .system
    layout.due = due
    layout.hasPausedChannel = hasPausedChannel
    layout.notice = refused ?? notice
    layout.isNoticeInRow = refused == nil && isNoticeInRow
    layout.skips = skips
    layout.from = from
    layout.galleryHref = app.settings.demo.map { _ in Gallery.addresses.address(of: .index(state: nil)).text }
    layout.rail = rail(around: list)
    return layout
  }

  private var pageRequest: PageRequest {
    var request = http.forPage(in: context)
    request.reader = accountName ?? ""
    return request
  }
}

extension Page {
  /// A page in the layout of a request; see ``AppRequest/layout(_:name:of:notice:isNoticeInRow:skips:from:)``.
  init(
    _ request: some AppRequest, _ kind: PageLayout.Kind, name: String? = nil, of list: ListID? = nil,
    notice: Notice? = nil, isNoticeInRow: Bool = false, skips: Set<PageLayout.SkipTarget> = [], from: String? = nil,
    isKept: Bool = true, status: HTTPResponse.Status? = nil, @PageBuilder _ parts: () -> [PagePart]
  ) {
    let layout = request.layout(
      kind, name: name, of: list, notice: notice, isNoticeInRow: isNoticeInRow, skips: skips, from: from)
    self = Self(layout, for: request.look, isKept: isKept, status: status, parts).sending(request.intents)
  }

  init(
    _ layout: PageLayout, for look: DisplaySettings, isKept: Bool = true, status: HTTPResponse.Status? = nil,
    @PageBuilder _ parts: () -> [PagePart]
  ) {
    var layout = layout
    layout.language = look.language
    // With its place: without one, this initializer would call itself.
    self.init(layout, for: look, status: status, file: #fileID, line: #line) {
      for part in parts() { part }
      if let rail = layout.rail { rail }
    }
    self.isKept = isKept
  }
}
