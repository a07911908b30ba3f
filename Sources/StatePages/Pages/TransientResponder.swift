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

  /// Makes responses as `base` makes them.
  public init(_ base: Base) {
    self.base = base
  }

  /// Responds to a request. If the calling task is cancelled, so is the making.
  /// - Throws: what the base throws.
  public func respond(to request: Request, context: Base.Context) async throws -> Response {
    let making = Task.immediate { [base] in try await base.respond(to: request, context: context) }
    return try await withTaskCancellationHandler {
      try await making.value
    } onCancel: {
      making.cancel()
    }
  }
}
