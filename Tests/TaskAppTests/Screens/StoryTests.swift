import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import StateViews
import Testing

@testable import TaskApp
@testable import TaskStore

/// Every screen in each of its states, as the gallery shows it.
struct StoryTests {
  private static let stories = Story.all(of: TaskApp.screens, gates: TaskApp.gates)

  /// The golden files of frames.
  private static let frames: Set<String> = [
    "frames/signed-out.html", "frames/signed-in.html", "frames/signed-in-lists-page.html",
    "frames/signed-in-lists-true.html",
    "frames/signed-in-today-page.html", "frames/signed-in-upcoming-page.html", "frames/signed-in-search-page.html",
    "frames/signed-in-review-page.html", "frames/signed-in-trash-page.html",
    "frames/signed-in-settings-page.html",
    "frames/undo.html", "frames/refused.html", "frames/dark.html",
  ]

  @Test func `every story matches its golden page, byte for byte, and names its state`() async throws {
    let world = try await World(.rehearsing)
    if GoldenPage.isRecording { try FileManager.default.removeItem(at: House.golden) }
    var frames: [String: String] = [:]
    for story in Self.stories {
      let answer = try await world.get(story.address)
      #expect(answer.status == .ok, "\(story.address)")
      let page = try answer.page
      let isPlaceholder = story.stateName == "loading"
      let region = try #require(
        isPlaceholder ? page.first { $0["data-placeholder-for"] == story.screen.path } : page.region(story.screen.path),
        "\(story.address)")
      #expect(region["data-state"] == story.stateName, "\(story.address)")
      #expect(region["data-screen"] == story.screen.path)
      let golden = try GoldenPage(answer.body)
      try GoldenPage.hold(golden.screen, as: "\(story.screen.path)/\(story.state).html")
      #expect(frames[golden.frameName, default: golden.frame] == golden.frame, "\(story.address)")
      frames[golden.frameName] = golden.frame
    }
    frames.merge(try await Self.otherFrames()) { mine, _ in mine }
    for (name, frame) in frames { try GoldenPage.hold(frame, as: name) }
    #expect(Set(frames.keys) == Self.frames)
  }

  @Test func `every golden file has its story or frame`() throws {
    let files = try House.files(in: House.golden, ending: "html")
    #expect(Set(files) == Self.frames.union(Self.stories.map { "\($0.screen.path)/\($0.state).html" }))
  }

  @Test func `the gallery shows every story once, in a frame, and links to its page`() async throws {
    let world = try await World(.rehearsing)
    var links: [String] = []
    for screen in Set(Self.stories.map(\.screen.path)).sorted() {
      let answer = try await world.get("/gallery/\(screen)")
      let figures = try answer.page.all("figure")
      links += figures.compactMap { $0.first("a")?["href"] }
      for figure in figures {
        #expect(figure.first("iframe")?["src"] == figure.first("a")?["href"].map { "\($0)?only=\(screen)" })
      }
      #expect(answer.body.utf8.count < 300_000, "\(screen)")
    }
    #expect(links.sorted() == Self.stories.map(\.address).sorted())
    #expect(Set(links).count == links.count)
  }

  @Test func `the gallery's index leads to every screen, and by its states to every story`() async throws {
    let world = try await World(.rehearsing)
    let index = try await world.get("/gallery")
    #expect(index.body.utf8.count < 300_000)
    let hrefs = try index.page.all("a").compactMap { $0["href"] }
    #expect(Set(hrefs).isSuperset(of: Self.stories.map { "/gallery/\($0.screen.path)" }))
    var found: Set<String> = []
    for state in Set(Self.stories.map(\.stateName)) {
      #expect(hrefs.contains("/gallery?state=\(state)"))
      let filtered = try await world.get("/gallery?state=\(state)").page
      found.formUnion(filtered.all("a").compactMap { $0["href"] })
    }
    #expect(found.isSuperset(of: Self.stories.map(\.address)))
    #expect(try await world.get("/gallery?state=nonsense").status == .notFound)
  }

  @Test func `every screen has content, a loading and an empty or failed state to show`() {
    for screen in TaskApp.screens {
      let states = Set(Self.stories.filter { $0.screen == screen.name }.map(\.stateName))
      if screen.name == "problem" {
        #expect(states == ["failed"])
      } else {
        #expect(states.isSuperset(of: ["unloaded", "loading", "content", "failed"]), "\(screen)")
      }
    }
  }

  @Test func `every reason of the gate is shown as signed out`() {
    let gate = Self.stories.filter { $0.screen == SignedOutGate.name }
    #expect(Set(gate.map(\.stateName)) == ["signed-out"])
    #expect(
      Set(gate.map { String($0.state.prefix { $0 != "/" }) }) == Set(SignedOutGate.Reason.allCases.map(\.rawValue)))
  }

  /// Frames that no story has: with a notice of what was done or refused, and of a chosen theme.
  private static func otherFrames() async throws -> [String: String] {
    let world = try await World()
    let undo = try await world.follow(world.post("/lists", ["name": "Garden"]))
    let database = world.store.database
    let refusal = Refusal()
    database.add(transactionObserver: refusal)
    let refused = try await world.post("/lists/1/delete", ["version": "1"])
    database.remove(transactionObserver: refusal)
    let dark = try await world.follow(world.post("/settings", ["time-zone": "", "theme": "dark", "rows": "100"]))
    return try ["undo": undo, "refused": refused, "dark": dark].reduce(into: [:]) { frames, each in
      frames["frames/\(each.key).html"] = try GoldenPage(each.value.body).frame
    }
  }
}

/// Refuses each write, as a database that can only be read.
private final class Refusal: TransactionObserver {
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { throw DatabaseError(resultCode: .SQLITE_READONLY) }
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}
}

extension Story {
  /// The address of its page in the gallery.
  fileprivate var address: String { Self.gallery.address(of: self).text }

  private static let gallery = Gallery(of: []) { _, _ in preconditionFailure("only addresses are asked for") }
}
