import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// The answers that a request can get.
extension AppRequest {
  /// The required challenge of a 401 (RFC 9110, section 11.6.1). No scheme is registered for forms with cookies; browsers
  /// ignore unknown ones.
  private static var challenge: String { "Cookie realm=\"Fourfold\"" }

  /// A page.
  func page(_ make: @Sendable () async throws(Failure) -> Page) async -> Response {
    do throws(Failure) {
      if let refusal = context.refusal { return try await again(refusal.failure, make) }
      var response = try await app.pages.response(
        to: pageRequest, requestKey: requestKey, holds: requestKeyHolds, make)
      if response.status == .unauthorized { response.headers[.wwwAuthenticate] = Self.challenge }
      return response
    } catch {
      if context.refusal != nil { return FailedAction.missingPage }
      return await problem(error)
    }
  }

  /// The page of a form that was not taken, with what was typed still in it and words at the field: the status tells why.
  /// - Throws: why that page can't be made; ``problem(_:form:)`` keeps what was typed then.
  func again(_ failure: Failure, _ make: () async throws(Failure) -> Page) async throws(Failure) -> Response {
    var page = try await make()
    page.status = page.status ?? failure.status
    var response = await answer(page)
    response.headers[.retryAfter] = failure.retryAfter.map { String($0) }
    return response
  }

  /// The page of a failure that is the whole page's, with what was typed into the form, and a button that sends the same
  /// request again where that can help.
  func problem(_ failure: Failure, form: FormBody? = nil) async -> Response {
    var page = Page.problem(
      failure, layout(.problem), for: look, retry: retry(form), unsent: form.flatMap { UnsavedForm($0) })
    page.status = failure.status
    return await answer(page)
  }

  /// The page of a request that cannot be taken as it is.
  func problem(_ problem: RequestProblem) async -> Response {
    var page = Page.problem(problem.failure, layout(.problem), for: look, retry: retry(nil))
    page.status = problem.status
    var response = await answer(page)
    for name in Set(problem.headers.map(\.name)) { response.headers[values: name] = problem.headers[values: name] }
    return response
  }

  /// The form that sends the same request again; nil where a password would have to stand in it, or too
  /// much text: that is on the page once already.
  func retry(_ form: FormBody?) -> FormAction? {
    let path = http.uri.path
    guard http.method == .post else {
      return .get(path, http.uri.queryParameters.map { .init(String($0.key), String($0.value)) })
    }
    let fields = form?.fields ?? []
    guard !fields.contains(where: { FormField.secrets.contains($0.name) }),
      fields.reduce(0, { $0 + PrintedText.bytes(of: $1.value) }) <= PageBudget.repeated
    else { return nil }
    return .post(path, fields.map { .init($0.name, $0.value) })
  }

  /// The frame of a page.
  func layout(
    _ kind: PageLayout.Kind, name: String? = nil, news: Notice? = nil, isNoticeInRow: Bool = false
  ) -> PageLayout {
    let refused = context.refusal.map { Notice($0) }
    return PageLayout(
      kind, name: name, account: accountName, theme: Theme(rawValue: look.theme) ?? .system,
      assets: app.assets.addresses, news: refused ?? news, isNoticeInRow: refused == nil && isNoticeInRow)
  }

  private func answer(_ page: Page) async -> Response {
    await app.pages.response(to: pageRequest) { () async throws(Failure) in page }
  }

  private var pageRequest: PageRequest {
    var request = http.forPage(in: context)
    request.reader = accountName ?? ""
    return request
  }
}

extension Page {
  /// A page in the app's layout.
  init(
    _ layout: PageLayout, for look: Look, cacheKey: CacheKey?, status: HTTPResponse.Status? = nil,
    @PageBuilder _ parts: () -> [PagePart]
  ) {
    self.init(
      layout, stylesheet: layout.assets.stylesheet, for: look, cacheKey: cacheKey, status: status,
      inside: InsideLayout(layout: layout), parts)
  }
}
