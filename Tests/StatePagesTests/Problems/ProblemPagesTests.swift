import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

struct ProblemPagesTests {
  struct Mishap: Error, CustomStringConvertible {
    let description = "SELECT * FROM secrets"
  }

  let files: TemplateFiles
  let log = RecordedLog()

  init() throws { files = try TemplateFiles() }

  @Test func `an unknown address has a page of its own, with the request's id`() async throws {
    try await answer(at: "/nowhere") { response, html in
      #expect(response.status == .notFound)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(html.contains("<h1>Nothing lies here</h1>") as Bool)
      #expect(html.firstMatch(of: /Request [0-9a-f-]{8,}\./) != nil)
      #expect(html.contains("<main") as Bool)
    }
    #expect(errors.isEmpty)
  }

  @Test(arguments: [
    (400, 400, "invalid", "form-unreadable"), (401, 401, "invalid", "form-unreadable"),
    (403, 403, "forbidden", "forbidden"), (404, 404, "not-found", "unknown-address"),
    (405, 405, "invalid", "wrong-method"), (409, 409, "conflict", "conflict"), (410, 410, "gone", "gone"),
    (413, 413, "invalid", "form-too-large"), (415, 415, "invalid", "wrong-type"),
    (422, 422, "invalid", "form-unreadable"), (429, 429, "unavailable", "unavailable"),
    (500, 500, "internal", "internal"), (501, 500, "internal", "internal"),
    (502, 502, "source-failed", "source-failed"), (503, 503, "unavailable", "unavailable"),
    (504, 504, "timed-out", "timed-out"),
  ])
  func `an error of the framework keeps its status and gets a page`(
    thrown: Int, status: Int, kind: String, reason: String
  ) async throws {
    let error = HTTPError(.init(code: thrown), message: "parser.swift:17 said no")
    try await answer(throwing: error) { response, html in
      #expect(response.status.code == status)
      #expect(html.contains("data-state=\"failed\" data-reason=\"\(reason)\"") as Bool)
      #expect(!html.contains("parser.swift") as Bool)
    }
    let failure = RequestProblem(thrown: error).failure
    #expect(failure.kind.rawValue == kind)
    #expect(errors.count == (status >= 500 ? 1 : 0))
  }

  @Test func `a body that is too large closes the connection`() async throws {
    try await answer(throwing: HTTPError(.contentTooLarge)) { response, _ in
      #expect(response.headers[.connection] == "close")
    }
  }

  @Test func `headers of an error of the framework are kept`() async throws {
    try await answer(throwing: HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Cookie"])) { response, _ in
      #expect(response.status == .unauthorized)
      #expect(response.headers[.wwwAuthenticate] == "Cookie")
    }
  }

  @Test(arguments: Failure.Kind.allCases) func `a thrown failure is answered with its page`(kind: Failure.Kind)
    async throws
  {
    for error in [Failure(kind), Interruption.failed(Failure(kind))] as [any Error] {
      try await answer(throwing: error) { response, html in
        #expect(response.status == kind.status)
        #expect(html.contains("data-state=\"failed\" data-reason=\"\(kind.rawValue)\"") as Bool)
        #expect(response.headers[.retryAfter] == (kind == .unavailable ? "5" : nil))
      }
    }
  }

  @Test func `a problem brings its own status and headers`() async throws {
    try await answer(throwing: RequestProblem.wrongMethod(allowed: [.get, .head, .post])) { response, html in
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers[.allow] == "GET, HEAD, POST")
      #expect(html.contains("data-reason=\"wrong-method\"") as Bool)
    }
    try await answer(throwing: RequestProblem(Failure(.invalid), status: .contentTooLarge)) { response, _ in
      #expect(response.status == .contentTooLarge)
    }
  }

  @Test func `an unexpected error shows no details, and the log has its cause under the request id`() async throws {
    try await answer(throwing: Mishap()) { response, html in
      #expect(response.status == .internalServerError)
      #expect(!html.contains("secrets") as Bool)
      #expect(!html.contains("Mishap") as Bool)
      let id = try #require(html.firstMatch(of: /Request ([0-9a-f-]+)\./)?.output.1)
      #expect(errors.count == 1)
      #expect(errors.first?.text.contains("SELECT * FROM secrets") == true)
      #expect(errors.first?.text.contains("hb.request.id=\(id)") == true)
    }
  }

  @Test(arguments: [CancellationError(), Interruption.cancelled, Mishap()] as [any Error])
  func `an error after the client has disconnected is not logged as one`(error: any Error) async throws {
    try await answer { () async throws -> Response in
      withUnsafeCurrentTask { $0?.cancel() }
      throw error
    } check: { response, _ in
      #expect(response.headers[.cacheControl] == "no-store")
    }
    #expect(errors.isEmpty)
  }

  @Test func `a cancellation while the client waits is an internal error`() async throws {
    try await answer(throwing: CancellationError()) { response, _ in #expect(response.status == .internalServerError) }
    #expect(errors.count == 1)
  }

  @Test func `a successful response passes unchanged`() async throws {
    try await answer {
      Response(status: .noContent)
    } check: { response, _ in
      #expect(response.status == .noContent)
    }
  }

  private var errors: [RecordedLog.Line] { log.lines.filter { $0.level >= .warning } }

  private func answer(
    at path: String = "/", throwing error: any Error = Mishap(),
    check: @escaping @Sendable (TestResponse, String) async throws -> Void
  ) async throws { try await answer(at: path, { throw error }, check: check) }

  private func answer(
    at path: String = "/", _ handler: @escaping @Sendable () async throws -> Response,
    check: @escaping @Sendable (TestResponse, String) async throws -> Void
  ) async throws {
    let pages = Pages(try files.templates(), clock: ManualClock()) { .problem($0) }
    let router = Router()
    router.add(middleware: ProblemPages(pages))
    router.get("/") { _, _ in try await handler() }
    try await Application(router: router, logger: log.logger(from: .trace)).test(.router) { client in
      let response = try await client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
      try await check(response, String(buffer: response.body))
    }
  }
}
