public import HTTPTypes
public import Hummingbird

/// Makes each response in a task that ends with it.
///
/// A task keeps room for the deepest call that it ever made. The one that runs a connection lasts as long as that does, so with
/// middleware, a handler and the reading of a page in it, each reader who waits in a stream, or between two pages, would hold some
/// 50 KB of what was once needed to make their page.
///
/// The task begins at once and on the same thread: a response that is there without waiting costs no change of threads.
public struct TransientResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
  private let base: Base
  private let prompt: Prompt?

  /// How pages are answered in time.
  private struct Prompt: Sendable {
    let pages: Pages
    let headers: HTTPFields
    let request: @Sendable (Request, Base.Context) -> PageRequest
  }

  /// Makes responses as `base` makes them.
  public init(_ base: Base) {
    self.base = base
    prompt = nil
  }

  /// Makes responses as `base` makes them, and sends the shell of a page that is not decided in time: see ``Pages/expectsPage()``.
  /// - Parameters:
  ///   - base: what makes responses.
  ///   - pages: what makes the pages in them.
  ///   - headers: what the base adds to every response: a shell is sent before the base has answered.
  public init(_ base: Base, promptly pages: Pages, headers: HTTPFields = [:]) where Base.Context: RequestContext {
    self.base = base
    prompt = Prompt(pages: pages, headers: headers) { request, context in request.forPage(in: context) }
  }

  /// Responds to a request. If the calling task is cancelled, so is the making.
  /// - Throws: what the base throws.
  public func respond(to request: Request, context: Base.Context) async throws -> Response {
    if let prompt, [.get, .head].contains(request.method) { return try await respond(to: request, context, prompt) }
    let making = Task.immediate { [base] in try await base.respond(to: request, context: context) }
    return try await withTaskCancellationHandler {
      try await making.value
    } onCancel: {
      making.cancel()
    }
  }

  /// The same, against the limit of the page's decision. An answer that is there without waiting sets no alarm.
  private func respond(to request: Request, _ context: Base.Context, _ prompt: Prompt) async throws -> Response {
    let asked = prompt.request(request, context)
    let decision = PageDecision(isLimited: !asked.mayStream)
    let making = Task.immediate { [base] in
      await PageDecision.$current.withValue(decision) {
        do {
          decision.finish(.success(try await base.respond(to: request, context: context)))
        } catch {
          decision.finish(.failure(error))
        }
      }
    }
    if let answer = decision.takeAnswer() { return try answer.get() }
    var response = try await prompt.pages.response(to: asked, decision, making)
    for field in prompt.headers where response.headers[field.name] == nil { response.headers.append(field) }
    return response
  }
}
