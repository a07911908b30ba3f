import HTTPTypes
public import Hummingbird
import Logging
import StateViews

/// Answers with a page, in the same layout as all others, whatever is thrown: unknown addresses, unreadable forms, mistakes.
///
/// A person sees what failed in words, a way on, and the id of the request; the cause goes into the log under that id.
public struct ProblemPages<Context: RequestContext>: RouterMiddleware {
  private let pages: Pages

  /// Problem pages made by `pages`.
  public init(_ pages: Pages) {
    self.pages = pages
  }

  /// Passes on, and answers for what is thrown.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = RequestProblem(thrown: error)
      if problem.status.code >= 500 {
        context.logger.error("request failed", metadata: ["error": "\(String(reflecting: error))"])
      }
      var response = await pages.response(
        to: request.forPage(in: context), failed: problem.failure, status: problem.status)
      for field in problem.headers { response.headers[field.name] = field.value }
      return response
    }
  }
}

extension RequestProblem {
  /// Whatever was thrown, as a person can be told of it.
  init(thrown error: any Error) {
    switch error {
    case let problem as RequestProblem: self = problem
    case let failure as Failure: self.init(failure)
    case let error as any HTTPResponseError: self.init(status: error.status)
    default: self.init(Failure(.internal))
    }
  }

  private init(status: HTTPResponse.Status) {
    switch status.code {
    case 404: self = .unknownAddress
    case 413: self.init(Failure(.invalid, "form-too-large"), status: status, headers: [.connection: "close"])
    case 400..<500: self.init(Failure(.invalid, "form-unreadable"), status: status)
    case 503: self.init(Failure(.unavailable))
    default: self.init(Failure(.internal))
    }
  }
}
