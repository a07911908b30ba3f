import HTTPTypes
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The way to what is kept, for whoever did not sign in right below the news of it.
struct SavedDraftHintTests {
  private static let words = "You wrote something before you were signed out."

  @Test func `the overview tells of the newest form that is kept, until it is sent or discarded`() async throws {
    let rich = try await RichWorld()
    let world = rich.world
    let answer = try await world.get("/lists")
    let hint = try #require(try answer.page.first { $0["class"] == "hint" && $0.text.hasPrefix(Self.words) })
    #expect(hint.first("a")?["href"] == "/kept/\(rich.kept)")

    let fields = [SavedDraftField(name: "name", value: "Shed")]
    let newer = try await world.store.keep(path: "/lists", fields: fields, for: rich.session, of: world.account)
    let tag = try #require(answer.headers[.eTag])
    let changed = try await world.get("/lists", [.ifNoneMatch: tag])
    #expect(changed.status == .ok)
    #expect(try changed.page.first { $0["href"] == "/kept/\(newer)" } != nil)

    for kept in [newer, rich.kept] {
      #expect(try await world.post("/kept/\(kept)/discard").status == .seeOther)
    }
    #expect(try await !world.get("/lists").page.text.contains(Self.words))
  }

  @Test func `nobody is told of what is kept for somebody else`() async throws {
    let world = try await World()
    _ = try await Stranger(in: world)
    #expect(try await !world.get("/lists").page.text.contains(Self.words))
  }
}
