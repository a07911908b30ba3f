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
    "frames/signed-in-review-page.html", "frames/signed-in-trash-page.html", "frames/signed-in-settings-page.html",
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
      let filtered = try await world.page("/gallery?state=\(state)")
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
    let refused = try await world.post("/lists/2/delete", ["version": "1"])
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

  private static let gallery = Gallery([]) { _, _ in preconditionFailure("only addresses are asked for") }
}

/// A page in two parts: what its screen owns, and the frame around it, which it has in common with other pages.
struct GoldenPage {
  /// The file of the frame, then the title and the stage.
  let screen: String
  /// Everything else.
  let frame: String
  /// The file of the frame: whether it is for an account, and the link of the bar that is marked as the current one.
  let frameName: String

  /// Set to write what is rendered now into the golden files, to be read before it is committed.
  static let isRecording = ProcessInfo.processInfo.environment["FOURFOLD_RECORD"] == "1"

  /// - Parameter html: a page. The hashes in the names of static files are left out, since each change of a style changes them,
  ///   and so are the request ids.
  init(_ html: String) throws {
    let html = html.replacing(/(\/assets\/[a-z-]+)-[0-9a-f]{8}\./) { "\($0.output.1)-hash." }
      .replacing(/<code>[0-9a-f]{16,}<\/code>/, with: "<code>request</code>")
    let parts = try #require(
      html.wholeMatch(of: /(?s)(.*?)(<title>.*?<\/title>\n)(.*?<main [^>]*>\n)(.*)(<\/main>\n.*)/)?.output)
    frame = "\(parts.1)<title></title>\n\(parts.3)\(parts.5)"
    var name = "frames/" + (frame.contains("aria-label=\"Main\"") ? "signed-in" : "signed-out")
    if let current = frame.firstMatch(of: /<a href="\/([a-z]+)" aria-current="([a-z]+)"/)?.output {
      name += "-\(current.1)-\(current.2)"
    }
    frameName = name + ".html"
    screen = "<!-- \(frameName) -->\n\(parts.2)\(parts.4)"
  }

  /// The golden files.
  static let files = GoldenFiles(House.golden, isRecording: isRecording)

  /// Compares a text with a golden file byte for byte, or writes the file.
  static func hold(_ text: String, as name: String) throws {
    do {
      try files.check(text, as: name)
    } catch let mismatch as GoldenFiles.Mismatch {
      Issue.record("\(mismatch) Set FOURFOLD_RECORD=1 if it is meant.")
    }
  }
}
