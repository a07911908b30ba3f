import ArgumentParser
import Foundation
import RemoteLists
import StatePages
import TaskApp
import Tasks
import Testing

@testable import fourfold

struct ServerChecksTests {
  private static let mark = String(repeating: "a", count: 32)
  private static let well = "ok\nfourfold \(TaskApp.version)\n"
  private static let site = PublicURL("https://lists.example.org/")

  /// The findings about servers that answer by address.
  private func findings(
    _ answers: [String: Result<Probe.Answer, SourceFailure>], _ url: PublicURL? = nil,
    allowed: Set<String> = ["lists.example.org"], below basePath: BasePath = .root
  ) async -> [Finding] {
    await ServerChecks(address: "http://127.0.0.1:8080\(basePath.path)", basePath: basePath, allowedHosts: allowed) {
      url in
      answers[url] ?? .failure(.refused)
    }.findings(url, mark: Self.mark)
  }

  private func answer(_ body: String, _ status: Int = 200) -> Result<Probe.Answer, SourceFailure> {
    .success(Probe.Answer(status: status, body: body))
  }

  /// The findings if the marked request arrived like this.
  private func proxied(_ line: String, allowed: Set<String> = ["lists.example.org"]) async -> [Finding] {
    await findings(
      [
        "http://127.0.0.1:8080/health": answer(Self.well),
        "https://lists.example.org/health?mark=\(Self.mark)": answer("ok\n"),
        "http://127.0.0.1:8080/health?marked=\(Self.mark)": answer("ok\nmarked: \(line)\nfourfold 1\n"),
      ], Self.site, allowed: allowed
    ).filter { $0.subject == "proxy" }
  }

  @Test func `a server that does not run is no problem, unless its proxy is to be tried`() async {
    #expect(await findings([:]).map(\.level) == [.ok])
    #expect(await findings([:], Self.site).map(\.level) == [.problem])
  }

  @Test func `the health of a running server is told`() async {
    let own = "http://127.0.0.1:8080/health"
    #expect(await findings([own: answer(Self.well)]).map(\.level) == [.ok, .ok])
    #expect(await findings([own: answer("ok\nwarning: old\n\(Self.well)")]).map(\.level) == [.warning, .ok])
    #expect(
      await findings([own: answer("the disk is full\nfourfold \(TaskApp.version)", 503)])[0].text == "the disk is full")
    #expect(await findings([own: answer("ok\nfourfold 0.0.1\n")])[0].level == .warning)
    #expect(await findings([own: answer("<html>")])[0].level == .problem)
  }

  @Test func `a proxy that passes everything on is well`() async {
    let found = await proxied(
      "peer=127.0.0.1 trusted=true client=203.0.113.9 scheme=https host=lists.example.org headers=X-Forwarded-For,X-Forwarded-Proto"
    )
    #expect(found.map(\.level) == [.ok, .ok])
    #expect(found.last?.text == "the client's address arrives as 203.0.113.9")
  }

  @Test(arguments: [
    (
      "peer=10.0.0.2 trusted=false client=10.0.0.2 scheme=http host=lists.example.org headers=X-Forwarded-For",
      "Start the server with --trusted-proxies 10.0.0.2"
    ),
    (
      "peer=127.0.0.1 trusted=true client=127.0.0.1 scheme=https host=lists.example.org headers=X-Forwarded-Proto",
      "Let the proxy set X-Forwarded-For to the address of its client."
    ),
    (
      "peer=127.0.0.1 trusted=true client=203.0.113.9 scheme=http host=lists.example.org headers=X-Forwarded-For",
      "Let the proxy set X-Forwarded-Proto to the scheme of the request."
    ),
    (
      "peer=127.0.0.1 trusted=true client=203.0.113.9 scheme=https host=127.0.0.1:8080 headers=X-Forwarded-For,X-Forwarded-Proto",
      "Let the proxy pass the header Host on, or set X-Forwarded-Host."
    ),
  ])
  func `what a proxy does not pass on is told with the remedy`(line: String, remedy: String) async {
    let found = await proxied(line).filter { $0.level != .ok }
    #expect(found.map(\.remedy) == [remedy])
  }

  @Test func `a host that the server refuses is told`() async {
    let line =
      "peer=127.0.0.1 trusted=true client=203.0.113.9 scheme=https host=lists.example.org headers=X-Forwarded-For"
    let remedy = "Start the server with --allowed-hosts lists.example.org"
    #expect(await proxied(line, allowed: []).last?.remedy == remedy)
    let refused = await findings(
      [
        "http://127.0.0.1:8080/health": answer(Self.well),
        "https://lists.example.org/health?mark=\(Self.mark)": answer("", 421),
      ], Self.site)
    #expect(refused.last?.remedy == remedy)
  }

  @Test func `a proxy that leads elsewhere, or can't be reached, is a problem`() async {
    let own: [String: Result<Probe.Answer, SourceFailure>] = ["http://127.0.0.1:8080/health": answer(Self.well)]
    let unreachable = await findings(own, Self.site)
    #expect(unreachable.last?.text == "https://lists.example.org can't be reached from here (refused)")
    let elsewhere = await findings(
      own.merging(["https://lists.example.org/health?mark=\(Self.mark)": answer("ok\n")]) { $1 }, Self.site)
    #expect(elsewhere.last?.text == "a request to https://lists.example.org did not arrive at this server")
  }

  @Test func `a server below a path is asked there, and a proxy that removes or changes it is a problem`()
    async throws
  {
    let basePath = try BasePath("/tasks")
    let own = "http://127.0.0.1:8080/tasks/health"
    let answers = [
      own: answer(Self.well), "https://lists.example.org/tasks/health?mark=\(Self.mark)": answer("ok\n"),
      "\(own)?marked=\(Self.mark)": answer(
        "ok\nmarked: peer=127.0.0.1 trusted=true client=203.0.113.9 scheme=https host=lists.example.org headers=X-Forwarded-For\n"
      ),
    ]
    let site = PublicURL("https://lists.example.org/tasks/")
    #expect(await findings(answers, site, below: basePath).map(\.level) == [.ok, .ok, .ok])
    // A proxy that removes the path gets the page for an unknown address.
    let removed = await findings(answers.filter { $0.key != "\(own)?marked=\(Self.mark)" }, site, below: basePath)
    #expect(
      removed.last?.remedy
        == "Let the proxy forward to http://127.0.0.1:8080/tasks, and pass the path on as it is: with /tasks in front.")
    let host = await findings(answers, Self.site, below: basePath).last
    #expect(host?.text == "browsers use https://lists.example.org, and the server expects the path /tasks")
    #expect(host?.remedy == "Name the whole address: --url https://lists.example.org/tasks")
    let other = await findings(["http://127.0.0.1:8080/health": answer(Self.well)], site).last
    #expect(other?.level == .problem && other?.remedy == "Start the server with --base-path /tasks")
  }

  @Test(arguments: ["lists.example.org", "ftp://a.example", "https://", "https://a.example/?q", ""])
  func `what is no address is refused`(text: String) {
    #expect(PublicURL(text) == nil)
    #expect(throws: (any Error).self) { try Fourfold.parseAsRoot(["doctor", "--url", text]) }
  }
}

final class DoctorTests: CommandTests {
  @Test func `a line has the level, the subject and the text, and below it what to do, in color only on a terminal`() {
    let finding = Finding.problem("clock", "it is wrong", do: "Set it.")
    #expect(
      finding.lines(isColored: false) == ["problem  clock         it is wrong", "                       Set it."])
    #expect(finding.lines(isColored: true)[0] == "\u{1B}[31mproblem\u{1B}[0m  clock         it is wrong")
    #expect(Finding.ok("disk", "well").lines(isColored: false) == ["ok       disk          well"])
  }

  @Test func `the exit code is that of the worst finding, and a pipe gets plain text`() async throws {
    let command = try RunningCommand(
      ["doctor", "--port", "1", "--url", "http://localhost:1"], input: Pipe(), in: world)
    #expect(try await command.ends() == 2)
    #expect(try command.said.contains("problem  server        none answers at http://127.0.0.1:1"))
    #expect(try !command.said.contains("\u{1B}"))
  }
}
