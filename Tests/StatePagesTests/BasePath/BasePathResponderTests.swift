import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// An app below a base path, by its responder.
struct BasePathResponderTests {
  private static let form: HTTPFields = [
    .contentType: "application/x-www-form-urlencoded", .named("Sec-Fetch-Site"): "same-origin",
  ]

  private let below: OnePageApp
  private let root: OnePageApp

  init() throws {
    below = try OnePageApp(basePath: .below)
    root = try OnePageApp()
  }

  private func app(below basePath: BasePath) -> some ApplicationProtocol {
    let pages = (basePath.isRoot ? root : below).pages
    let router = Router(context: PageRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware(for: pages)
    router.get("/") { request, _ in "home \(request.uri.string)" }
    router.get("/notes") { request, context in
      await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
        .notes { Region.notes("notes", there("Milk")) }
      }
    }
    router.post("/notes") { request, _ in
      let form = try await FormBody(request, fields: ["title"])
      return Response.seeOther("/notes#\(try form.required("title"))")
    }
    router.get("/elsewhere") { _, _ in Response.seeOther("https://elsewhere.example/notes") }
    router.get("/health") { _, _ in HealthReport().response }
    router.refuseOtherMethods()
    let responder = BasePathResponder(
      router.buildResponder(), for: pages, alsoAtRoot: ["/health"],
      headers: SecurityHeaders().fields)
    return Application(responder: responder)
  }

  private func execute(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: String? = nil,
    below basePath: BasePath = .below
  ) async throws -> TestResponse {
    try await app(below: basePath).test(.router) { client in
      try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
  }

  @Test(arguments: [
    ("/below", "home /"), ("/below/", "home /"), ("/below?a=b", "home /?a=b"), ("/below/?a=b", "home /?a=b"),
    ("/health", "ok\n"), ("/below/health", "ok\n"),
  ])
  func `a request below the base path is the app's, without it`(path: String, body: String) async throws {
    let response = try await execute(.get, path)
    #expect(response.status == .ok && String(buffer: response.body) == body)
  }

  @Test(arguments: [
    "/", "/notes", "/belowfoo", "//below", "//below/notes", "/below//notes", "/below/notes/", "/%62elow/notes",
    "/BELOW", "/below%2Fnotes", "/health?x", "/health/", "/below/nowhere", "/below/below/notes", "/.", "/below/./notes",
  ])
  func `anything else is an unknown address, with a page and the headers of the site`(path: String) async throws {
    for method in [HTTPRequest.Method.get, .head, .post] {
      let response = try await execute(method, path, Self.form, body: method == .post ? "title=x" : nil)
      #expect(response.status == .notFound, "\(path)")
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      let html = String(buffer: response.body)
      #expect(method == .head ? html.isEmpty : html.contains("Nothing lies here"))
      for field in SecurityHeaders().fields { #expect(response.headers[values: field.name] == [field.value]) }
    }
  }

  @Test func `a redirect leads below the base path, and one to another host does not change`() async throws {
    let added = try await execute(.post, "/below/notes", Self.form, body: "title=milk")
    #expect(added.status == .seeOther && added.headers[.location] == "/below/notes#milk")
    let left = try await execute(.get, "/below/elsewhere")
    #expect(left.headers[.location] == "https://elsewhere.example/notes")
  }

  @Test func `failures are the app's own pages`() async throws {
    let answers = [
      try await execute(.put, "/below/notes", Self.form), try await execute(.post, "/below/notes"),
      try await execute(.post, "/below/notes", Self.form, body: "%"), try await execute(.head, "/below/notes"),
    ]
    #expect(answers.map(\.status.code) == [405, 403, 400, 200])
    #expect(answers[0].headers[.allow]?.contains("POST") == true)
  }

  @Test func `without a base path every request is the app's, and no header changes`() async throws {
    let home = try await execute(.get, "/?a=b", below: .root)
    #expect(String(buffer: home.body) == "home /?a=b")
    let added = try await execute(.post, "/notes", Self.form, body: "title=milk", below: .root)
    #expect(added.headers[.location] == "/notes#milk")
    #expect(try await execute(.get, "/below/notes", below: .root).status == .notFound)
  }
}
