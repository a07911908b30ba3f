import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct StoryTests {
  let stories = Story.all(of: TestTemplates.screens)

  @Test func `every state of every screen has a story, in order`() {
    #expect(
      stories.filter { $0.screen == Notes.name }.map(\.state) == [
        "unloaded", "loading", "loading/connecting", "content", "content/long-titles", "content/refreshing",
        "content/refresh-failed", "empty/nothing-yet",
        "empty/all-done", "failed/unavailable", "failed/timed-out", "failed/internal", "failed/not-found",
        "failed/conflict/changed-since",
      ])
    #expect(
      stories.filter { $0.screen == Problem.name }.map(\.state) == Failure.Kind.allCases.map { "failed/\($0.rawValue)" }
    )
    #expect(stories.map(\.screen).first == Notes.name)
    #expect(Set(stories.map { "\($0.screen)/\($0.state)" }).count == stories.count)
  }

  @Test func `each story's markup names its state in attributes`() throws {
    let catalogue = try TestTemplates.catalogue()
    for story in stories {
      let html = story.markup(by: catalogue, for: .test).html
      #expect(html.contains("data-state=\"\(story.stateName)\"") as Bool, "\(story.state)")
      #expect(!html.contains("<slot") as Bool)
      #expect(html.contains(story.stateName == "loading" ? "data-placeholder-for=" : "data-region=") as Bool)
    }
  }

  @Test func `each story shows its sample`() throws {
    let catalogue = try TestTemplates.catalogue()
    func html(_ state: String) throws -> String {
      try #require(stories.first { $0.screen == Notes.name && $0.state == state }).markup(by: catalogue, for: .test)
        .html
    }
    #expect(try html("content").contains("Milk") as Bool)
    #expect(try html("content/long-titles").contains("long long") as Bool)
    #expect(try html("content/refreshing").contains("data-state=\"content\" data-refresh=\"running\"") as Bool)
    #expect(try html("content/refreshing").contains("Milk") as Bool)
    #expect(try html("content/refresh-failed").contains("data-refresh=\"failed\" data-reason=\"unavailable\"") as Bool)
    #expect(try html("content/refresh-failed").contains("Milk") as Bool)
    #expect(try html("empty/all-done").contains("All 23 done by Ann") as Bool)
    #expect(try html("failed/not-found").contains("No such notes.") as Bool)
    #expect(try html("failed/timed-out").contains("action=\"/gallery/notes/failed/timed-out\"") as Bool)
  }

  @Test func `a story is part of a page like any region, and is sent whole`() async throws {
    let asking = try OnePageApp()
    for story in stories {
      let response = await asking.whole(.notes { PagePart(story.region) }, [.secFetchDest: "document"])
      #expect(response.status == .ok)
      #expect(response.headers[.eTag] == nil)
      let markup = story.markup(by: try asking.pages.templates.current().get(), for: .test).html
      #expect(try await response.html().contains(markup.prefix(40)) as Bool)
    }
  }
}
