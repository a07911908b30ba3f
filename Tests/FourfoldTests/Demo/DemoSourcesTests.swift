import Foundation
import Tasks
import Testing

@testable import fourfold

struct DemoSourcesTests {
  @Test func `a prompt source answers at once, and with 304 when nothing has changed`() async throws {
    try await ServedSources.with { served in
      let first = try await served.get(.choir)
      #expect((first.status, first.fields["content-type"]) == (200, "text/calendar; charset=utf-8"))
      #expect(first.text == DemoText.text(of: .choir))
      let tag = try #require(first.fields["etag"])
      let again = try await served.get(.choir, ifNot: tag)
      #expect((again.status, again.body.count, again.fields["etag"]) == (304, 0, tag))
      #expect(try await served.get(.choir, ifNot: "\"other\"").status == 200)
    }
  }

  @Test func `a slow source answers late, and delays no other source`() async throws {
    try await ServedSources.with { served in
      async let slow = served.get(.allotment)
      let meanwhile = try await served.get(.quiet)
      let answer = try await slow
      #expect(meanwhile.duration < answer.duration)
      #expect((answer.status, answer.fields["content-type"]) == (200, "text/markdown; charset=utf-8"))
      #expect(answer.duration >= .seconds(4))
      #expect(answer.text == DemoText.text(of: .allotment))
    }
  }

  @Test func `a busy source fails every other request, beginning with the first`() async throws {
    try await ServedSources.with { served in
      var statuses: [Int] = []
      for _ in 0..<4 { statuses.append(try await served.get(.bakery).status) }
      #expect(statuses == [503, 200, 503, 200])
    }
  }

  @Test func `an empty source is a calendar without tasks`() async throws {
    try await ServedSources.with { served in
      let answer = try await served.get(.quiet)
      #expect(answer.status == 200)
      #expect(answer.text.hasPrefix("BEGIN:VCALENDAR\r\n") && answer.text.hasSuffix("END:VCALENDAR\r\n"))
      #expect(!answer.text.contains("VTODO"))
    }
  }

  @Test func `an enormous source sends more than 5 MB without a Content-Length`() async throws {
    try await ServedSources.with { served in
      let answer = try await served.get(.archive)
      #expect((answer.status, answer.fields["content-length"]) == (200, nil))
      #expect(answer.body.count > 5_000_000)
    }
  }

  @Test func `a malformed source is a web page`() async throws {
    try await ServedSources.with { served in
      let answer = try await served.get(.leaflet)
      #expect((answer.status, answer.fields["content-type"]) == (200, "text/html; charset=utf-8"))
      #expect(answer.text.hasPrefix("<!doctype html>"))
    }
  }

  @Test func `a dead source refuses connections`() async throws {
    try await ServedSources.with { served in
      let error = await #expect(throws: URLError.self) { try await served.get(.lighthouse) }
      #expect(error?.code == .cannotConnectToHost)
    }
  }

  @Test func `a response that is under way does not delay the shutdown`() async throws {
    // Neither ends before the shutdown, however busy the machine is.
    let text = DemoText(.plain) { _ in "Hens\n" }
    let sources = [
      DemoSource(name: "Slow", path: "/slow", behaviour: .slow(text, .seconds(3_600))),
      DemoSource(name: "Long", path: "/long", behaviour: .pouring(text, bytes: .max)),
    ]
    var asked: [Task<ServedSources.Answer, any Error>] = []
    try await ServedSources.with(sources) { served in
      asked = sources.map { source in Task { try await served.get(source) } }
      try await Task.sleep(for: .milliseconds(300))
    }
    // The server did not wait for either response.
    for task in asked {
      switch await task.result {
      case .success(let answer): #expect(answer.status != 200)
      case .failure: break
      }
    }
  }
}

extension DemoText {
  /// The text that a source responds with.
  static func text(of source: DemoSource) -> String? {
    switch source.behaviour {
    case .prompt(let text), .slow(let text, _), .everyOther(let text), .pouring(let text, _): text.content(.today)
    case .dead: nil
    }
  }
}
