public import HTTPTypes
public import Hummingbird

/// Makes each response in a task that ends with it.
///
/// A task keeps stack memory for the deepest call that it ever made. The task of a connection lasts as long as the
/// connection. With middleware, a handler and page loading in it, each client that waits for a stream, or between two
/// pages, would hold some 50 KB.
///
/// The task begins at once, on the same thread: a response that is made without suspending changes no thread.
public struct TransientResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
  private let base: Base
  private let prompt: Prompt?

  /// What the response within the time limit needs.
  private struct Prompt: Sendable {
    let pages: Pages
    let headers: HTTPFields
    let request: @Sendable (Request, Base.Context) -> PageRequest
  }

  /// Creates a responder that calls `base`.
  public init(_ base: Base) {
    self.base = base
    prompt = nil
  }

  /// Creates a responder that calls `base`, and sends the shell of a page that is not decided in time: see
  /// ``Pages/expectsPage()``.
  /// - Parameters:
  ///   - base: makes the responses.
  ///   - pages: makes the pages in them.
  ///   - headers: the headers that `base` adds to every response: a shell is sent before `base` has answered.
  public init(_ base: Base, promptly pages: Pages, headers: HTTPFields = [:]) where Base.Context: RequestContext {
    self.base = base
    prompt = Prompt(pages: pages, headers: headers) { request, context in request.forPage(in: context) }
  }

  /// Responds to a request. Cancelling the calling task cancels `base`.
  /// - Throws: the error of `base`.
  public func respond(to request: Request, context: Base.Context) async throws -> Response {
    if let prompt, [.get, .head].contains(request.method) { return try await respond(to: request, context, prompt) }
    let making = Task.immediate { [base] in try await base.respond(to: request, context: context) }
    return try await withTaskCancellationHandler {
      try await making.value
    } onCancel: {
      making.cancel()
    }
  }

  /// Responds within the time limit of the page's decision. A response that is made without suspending starts no timer.
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
    var response = try await prompt.pages.race(making, decision, for: asked)
    for field in prompt.headers where response.headers[field.name] == nil { response.headers.append(field) }
    return response
  }
}
