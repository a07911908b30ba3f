import Foundation
import HTTPTypes
import StatePages
import StateViews
import Testing

@testable import TaskApp

/// Every screen in each of its states, as the gallery shows it.
struct StoryTests {
  private static let poses = Story.all(of: TaskApp.screens, gates: TaskApp.gates)

  /// Set to write the output into the golden files, to be reviewed before it is committed.
  private static let isRecording = ProcessInfo.processInfo.environment["FOURFOLD_RECORD"] == "1"

  @Test func `every story matches its golden page, byte for byte, and names its state`() async throws {
    let world = try await World(.rehearsing)
    if Self.isRecording { try FileManager.default.removeItem(at: House.golden) }
    for pose in Self.poses {
      let answer = try await world.get(pose.address)
      #expect(answer.status == .ok, "\(pose.address)")
      let page = try answer.page
      let isPlaceholder = pose.stateName == "loading"
      let region = try #require(
        isPlaceholder ? page.first { $0["data-placeholder-for"] == pose.screen.path } : page.region(pose.screen.path),
        "\(pose.address)")
      #expect(region["data-state"] == pose.stateName, "\(pose.address)")
      #expect(region["data-screen"] == pose.screen.path)
      try Self.hold(answer.body, as: "\(pose.screen.path)/\(pose.state).html")
    }
  }

  @Test func `every golden page has its story`() throws {
    let files = try House.files(in: House.golden, ending: "html")
    #expect(Set(files) == Set(Self.poses.map { "\($0.screen.path)/\($0.state).html" }))
  }

  @Test func `the gallery shows every story once, and links to its page`() async throws {
    let page = try await World(.rehearsing).get("/gallery").page
    let links = page.all("figcaption").compactMap { $0.first("a")?["href"] }
    #expect(links == Self.poses.map(\.address))
    #expect(Set(links).count == links.count)
  }

  @Test func `every screen has content, a loading and an empty or failed state to show`() {
    for screen in TaskApp.screens {
      let states = Set(Self.poses.filter { $0.screen == screen.name }.map(\.stateName))
      if screen == ProblemScreen.self {
        #expect(states == ["failed"])
      } else if screen == OpeningScreen.self {
        #expect(states == ["loading"])
      } else {
        #expect(states.isSuperset(of: ["unloaded", "loading", "content", "failed"]), "\(screen)")
      }
    }
  }

  @Test func `every reason of the gate is shown as signed out`() {
    let gate = Self.poses.filter { $0.screen == SignedOutGate.name }
    #expect(Set(gate.map(\.stateName)) == ["signed-out"])
    #expect(
      Set(gate.map { String($0.state.prefix { $0 != "/" }) }) == Set(SignedOutGate.Reason.allCases.map(\.rawValue)))
  }

  /// Compares with the golden file. The hashes in the names of static files are left out, because they change with every style.
  private static func hold(_ html: String, as name: String) throws {
    let html = html.replacing(/(\/assets\/[a-z-]+)-[0-9a-f]{16}\./) { "\($0.output.1)-hash." }
      .replacing(/<code>[0-9a-f]{16,}<\/code>/, with: "<code>request</code>")
    let file = House.golden.appending(path: name)
    if isRecording {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try html.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let golden = try String(contentsOf: file, encoding: .utf8)
      let isSame = html.utf8.elementsEqual(golden.utf8)
      #expect(isSame, "\(name) is not what it was: set FOURFOLD_RECORD=1 if it is meant")
    }
  }
}
