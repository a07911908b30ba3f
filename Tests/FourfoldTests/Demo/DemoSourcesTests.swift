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
