import HTTPTypes
package import Hummingbird
import Logging
import StateViews

/// Answers every thrown error with a page in the usual layout: unknown addresses, unreadable forms, bugs.
///
/// The reader sees what failed in words, a way to continue, and the request id. The cause is logged under that id.
package struct ProblemPages<Context: RequestContext>: RouterMiddleware {
  private let pages: Pages

  /// Creates middleware that answers with pages of `pages`.
  package init(_ pages: Pages) { self.pages = pages }

  /// Calls `next`, and answers for its errors.
  package func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      if Task.isCancelled {
        context.logger.debug("request abandoned", metadata: ["error": "\(String(reflecting: error))"])
        return .abandoned
      }
      return await pages.response(to: RequestProblem(thrown: error), for: request.forPage(in: context))
    }
  }
}

extension RequestProblem {
  package init(thrown error: any Error) {
    switch error {
    case let problem as RequestProblem: self = problem
    case let failure as Failure: self.init(failure)
    case Interruption.failed(let failure): self.init(failure)
    case let error as HTTPError: self.init(of: error, error.headers)
    case let error as any HTTPResponseError: self.init(of: error, [:])
    default: self.init(Failure(.internal, cause: error))
    }
  }

  /// The problem for an error of the framework, which has a status only.
  private init(of error: any HTTPResponseError, _ headers: HTTPFields) {
    let status = error.status
    switch status.code {
    case 403: self.init(Failure(.forbidden), headers: headers)
    case 404: self = .unknownAddress
    case 405: self.init(Failure(.invalid, "wrong-method"), status: status, headers: headers)
    case 409: self.init(Failure(.conflict), headers: headers)
    case 410: self.init(Failure(.gone), headers: headers)
    case 413: self.init(Failure(.invalid, "form-too-large"), status: status, headers: [.connection: "close"])
    case 415: self.init(Failure(.invalid, "wrong-type"), status: status, headers: headers)
    case 429: self.init(Failure(.unavailable), status: status, headers: headers)
    case 400..<500: self.init(Failure(.invalid, "form-unreadable"), status: status, headers: headers)
    case 502: self.init(Failure(.sourceFailed, cause: error), headers: headers)
    case 503: self.init(Failure(.unavailable, cause: error), headers: headers)
    case 504: self.init(Failure(.timedOut, cause: error), headers: headers)
    default: self.init(Failure(.internal, cause: error))
    }
  }
}
