import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// The middleware that an app adds with one call.
struct RouterTests {
  private let one: OnePageApp

  init() throws { one = try OnePageApp() }

  private func app(_ site: Site = Site()) -> some ApplicationProtocol {
    let pages = one.pages
    let router = Router(context: PageRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware(for: pages, on: site)
    router.get("/notes") { request, context in
      await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
        .notes { Region.notes("notes", there("Milk")) }
      }
    }
    router.post("/notes") { request, _ in
      let form = try await FormBody(request, fields: ["title"])
      return Response.seeOther("/notes#\(try form.required("title"))")
    }
    router.get("/health") { _, _ in HealthReport(warnings: ["the disk is nearly full"], version: "notes 1").response }
    router.refuseOtherMethods()
    return Application(router: router)
  }

  private func execute(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: String? = nil,
    on site: Site = Site()
  ) async throws -> TestResponse {
    try await app(site).test(.router) { client in
      try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
  }

  private static let form: HTTPFields = [
    .contentType: "application/x-www-form-urlencoded", .named("Sec-Fetch-Site"): "same-origin",
  ]

  @Test func `every response has the security headers and every failure a page with the request's id`() async throws {
    let answers = [
      try await execute(.get, "/notes"), try await execute(.get, "/nowhere"),
      try await execute(.put, "/notes", Self.form),
      try await execute(.post, "/notes"), try await execute(.post, "/notes", Self.form, body: "%"),
      try await execute(.get, "/health"), try await execute(.get, "//notes"), try await execute(.head, "/notes"),
    ]
    #expect(answers.map(\.status.code) == [200, 404, 405, 403, 400, 200, 404, 200])
    for answer in answers {
      for field in SecurityHeaders().fields { #expect(answer.headers[field.name] == field.value) }
      if answer.status.code >= 400 { #expect(String(buffer: answer.body).contains("data-state=\"failed\"") as Bool) }
    }
  }

  @Test func `a method that an address does not accept is answered with those that it accepts`() async throws {
    for method in [HTTPRequest.Method.put, .patch, .delete, .options] {
      let answer = try await execute(method, "/notes", Self.form)
      #expect(answer.status == .methodNotAllowed)
      #expect(answer.headers[.allow] == "GET, POST, HEAD", "\(method)")
    }
    #expect(try await execute(.post, "/health", Self.form).headers[.allow] == "GET, HEAD")
  }

  @Test func `a form is accepted from the site itself only`() async throws {
    #expect(try await execute(.post, "/notes", Self.form, body: "title=1").headers[.location] == "/notes#1")
    var foreign = Self.form
    foreign[.named("Sec-Fetch-Site")] = "cross-site"
    #expect(try await execute(.post, "/notes", foreign, body: "title=1").status == .forbidden)
  }

  @Test func `an app can answer unknown addresses itself`() async throws {
    let pages = one.pages
    let router = Router(context: PageRequestContext.self)
    router.addMiddleware(for: pages) { request, _ in
      Response(status: .notFound, body: .init(byteBuffer: ByteBuffer(string: "nothing at \(request.uri.path)")))
    }
    try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/nowhere", method: .get) {
        #expect($0.status == .notFound)
        #expect(String(buffer: $0.body) == "nothing at /nowhere")
      }
      try await client.execute(uri: "/notes/", method: .get) {
        #expect(String(buffer: $0.body) == "nothing at /notes/")
      }
    }
  }

  @Test(
    arguments: [
      ([], [], "200 ok\n"), ([], ["hot"], "200 ok\nwarning: hot\n"),
      (["broken"], ["hot"], "503 broken\nwarning: hot\n"),
    ] as [([String], [String], String)])
  func `a health report has a status and a line for each finding`(
    problems: [String], warnings: [String], expected: String
  ) async throws {
    let response = HealthReport(problems: problems, warnings: warnings).response
    #expect("\(response.status.code) \(try await response.html())" == expected)
  }
}
