import Hummingbird
import ServerSupport
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A page of three regions, one with content, one failed and one slow, over a real connection.
@Suite(.timeLimit(.minutes(20))) struct SocketTests {
  let files: TemplateFiles
  let slow = HeldContent<[Note]>()

  init() throws { files = try TemplateFiles() }

  @Test func `a browser gets the shell, then each region as it settles, in one response that ends`() async throws {
    try await serving { server, client in
      try await client.get("/notes", headers: "Sec-Fetch-Dest: document")
      let head = try await client.receive(upTo: "\r\n\r\n").lowercased()
      #expect(head.hasPrefix("http/1.1 200 ok\r\n"))
      #expect(head.contains("transfer-encoding: chunked") as Bool)
      #expect(head.contains("x-accel-buffering: no") as Bool)
      #expect(!head.contains("content-length") as Bool)

      let shell = Shell(
        html: try await client.receive(upTo: "data-region=\"broken\"") + client.receive(upTo: "</form>"))
      #expect(shell.slots == ["quick", "slow", "broken"])
      #expect(shell.placeholders == ["slow"])
      #expect(shell.regions == ["quick", "broken"])
      #expect(shell.html.contains("Milk") as Bool)
      #expect(shell.html.contains("data-state=\"failed\" data-reason=\"unavailable\"") as Bool)

      slow.progress("connecting")
      let line = try await client.receive(upTo: "</span>")
      #expect(line.contains("slot=\"slow-status-1\"") as Bool)

      slow.end(.success(.content([Note("Bread")])))
      let rest = try await client.receive(upTo: "0\r\n\r\n")
      #expect(Shell(html: rest).regions == ["slow"])
      #expect(rest.contains("<li>Bread</li>") as Bool)
      #expect(rest.hasSuffix("</html>\n\r\n0\r\n\r\n"))

      try await client.get("/ok")
      #expect(try await client.receive(upTo: "ok").contains("200 OK") as Bool)
    }
  }

  @Test func `a browser that accepts gzip gets each region as soon, and a complete stream`() async throws {
    try await serving { server, client in
      try await client.get("/notes", headers: "Sec-Fetch-Dest: document", "Accept-Encoding: gzip, deflate, br")
      let head = try await client.receive(upTo: "\r\n\r\n").lowercased()
      #expect(head.contains("\r\ncontent-encoding: gzip\r\n") as Bool)
      #expect(head.contains("transfer-encoding: chunked") as Bool)
      #expect(!head.contains("content-length") as Bool)

      var page = Inflated()
      page.take(try await client.receiveChunk())
      #expect(Shell(html: page.text).placeholders == ["slow"])
      #expect(Shell(html: page.text).regions == ["quick", "broken"])
      slow.end(.success(.content([Note("Bread")])))
      // On a slow machine, a status line of the placeholder comes first.
      repeat {
        page.take(try await client.receiveChunk())
      } while !page.isWhole && !Shell(html: page.text).regions.contains("slow")
      #expect(Shell(html: page.text).regions == ["quick", "broken", "slow"])
      #expect(!page.isWhole)
      page.take(try await client.receiveChunk())
      #expect(page.text.hasSuffix("</html>\n") && !page.isWhole)
      page.take(try await client.receiveChunk())
      #expect(page.isWhole)
      #expect(try await client.receiveChunk().readableBytes == 0)

      try await client.get("/ok")
      #expect(try await client.receive(upTo: "ok").contains("200 OK") as Bool)
    }
  }

  @Test func `a shutdown ends slow regions as failed, and every page completely`() async throws {
    try await serving { server, client in
      try await client.get("/notes", headers: "Sec-Fetch-Dest: document")
      _ = try await client.receive(upTo: "data-region=\"broken\"")
      await server.beginShutdown()
      let rest = try await client.receiveToEnd()
      #expect(
        rest.contains("data-region=\"slow\" data-screen=\"notes\" data-state=\"failed\" data-reason=\"stopping\"")
          as Bool)
      #expect(rest.contains("The server is stopping") as Bool)
      #expect(rest.hasSuffix("</html>\n\r\n0\r\n\r\n"))
      await slow.cancelled.reaches(1)
      try await server.end()
    }
  }

  @Test func `a shutdown keeps content that is being refreshed, marked as out of date`() async throws {
    try await serving { server, client in
      try await client.get("/refreshing", headers: "Sec-Fetch-Dest: document")
      _ = try await client.receive(upTo: "data-placeholder-for=\"slow\"")
      await server.beginShutdown()
      let rest = try await client.receiveToEnd()
      #expect(rest.contains("data-state=\"content\" data-refresh=\"failed\" data-reason=\"stopping\"") as Bool)
      #expect(rest.contains("<li>Milk</li>") && rest.hasSuffix("</html>\n\r\n0\r\n\r\n"))
      try await server.end()
    }
  }

  @Test func `a shutdown answers clients that wait for a whole page, too`() async throws {
    try await serving { server, client in
      try await client.get("/notes")
      await slow.begun.reaches(1)
      await server.beginShutdown()
      let answer = try await client.receiveToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 503 "))
      #expect(answer.contains("data-reason=\"stopping\"") && answer.hasSuffix("</html>\n"))
      try await server.end()
    }
  }

  @Test func `a browser that disconnects cancels the slow load`() async throws {
    try await serving { server, client in
      try await client.get("/notes", headers: "Sec-Fetch-Dest: document")
      let shell = try await client.receive(upTo: "</template>")
      #expect(shell.contains("data-placeholder-for=\"slow\"") as Bool)
      try await client.leave()
      await slow.cancelled.reaches(1)
    }
  }

  @Test func `HEAD has the headers of GET, and no body`() async throws {
    slow.end(.success(.content([])))
    try await serving { server, client in
      try await client.send("HEAD /quick HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Dest: document\r\n\r\n")
      let head = try await client.receive(upTo: "\r\n\r\n")
      try await client.get("/quick")
      let get = try await client.receive(upTo: "\r\n\r\n")
      #expect(fields(head) == fields(get))
      #expect(fields(get).contains { $0.hasPrefix("etag: ") })
    }
  }

  private func fields(_ head: String) -> Set<String> {
    Set(head.lowercased().split(separator: "\r\n").map(String.init).filter { !$0.hasPrefix("date:") })
  }

  private func serving(_ body: @escaping @Sendable (RunningServer, RawClient) async throws -> Void) async throws {
    // A region that is ready settles within any grace, however busy the machine is.
    let patience = Pages.Patience(grace: .milliseconds(50))
    let pages = Pages(try files.templates(), patience: patience) { .problem($0) }
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: ProblemPages(pages))
    let slow = slow
    router.get("notes") { request, context in
      await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
        .notes {
          Region.notes("quick", Loader(.content([Note("Milk")])))
          Region.notes("slow", slow)
          Region.notes("broken", Loader(failed: Failure(.unavailable)), retry: .get("/notes"))
        }
      }
    }
    router.get("refreshing") { request, context in
      await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
        .notes { Region.notes("slow", slow, from: [Note("Milk")]) }
      }
    }
    router.get("quick") { request, context in
      await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
        .notes {
          Region.notes("quick", Loader(.content([Note("Milk")])))
        }
      }
    }
    router.get("ok") { _, _ in "ok" }
    try await RunningServer.serving(router) { server in
      try await RawClient.connected(to: server.port) { client in try await body(server, client) }
    }
  }
}
