import HTTPTypes
import Hummingbird
import StatePages
import StateViews

/// The answers that a request can get.
extension Visit {
  /// A page.
  func page(_ make: @Sendable () async throws(Failure) -> Page) async -> Response {
    do throws(Failure) {
      return await answer(try await make())
    } catch {
      return await problem(error)
    }
  }

  /// The page that comes after an event.
  func went(_ event: TaskFlow.Event, from step: TaskFlow.Step = .overview()) -> Response {
    app.flow.response(after: event, at: step)
  }

  /// The page of a form that was not taken, with what was typed still in it and words at the field: the status tells why.
  /// - Throws: why that page can't be made; ``problem(_:form:)`` keeps what was typed then.
  func again(_ failure: Failure, _ make: () async throws(Failure) -> Page) async throws(Failure) -> Response {
    var page = try await make()
    page.status = failure.kind.status
    var response = await answer(page)
    response.headers[.retryAfter] = failure.retryAfter.map { String($0) }
    return response
  }

  /// The page of a failure that is the whole page's, with what was typed into the form, and a button that sends the same
  /// request again where that can help.
  func problem(_ failure: Failure, form: FormBody? = nil) async -> Response {
    let path = request.uri.path
    let retry =
      request.method == .post
      ? FormAction.post(path, (form?.fields ?? []).map { .init($0.name, $0.value) })
      : FormAction.get(path, request.uri.queryParameters.map { .init(String($0.key), String($0.value)) })
    return await answer(
      .problem(
        failure, look: reader.look, assets: app.assets.addresses, retry: retry, unsent: form.flatMap(UnsentForm.init)))
  }

  private func answer(_ page: Page) async -> Response {
    await app.pages.response(to: request.forPage(in: context)) { () async throws(Failure) in page }
  }
}
