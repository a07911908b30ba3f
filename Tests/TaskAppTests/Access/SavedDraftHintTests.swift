import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The overview's link to a saved draft, for readers who signed in on another page.
struct SavedDraftHintTests {
  private static let words = "You have a draft from before you were signed out."

  @Test func `the overview links to the newest saved draft until it is sent or discarded`() async throws {
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

  @Test func `the overview does not mention another account's draft`() async throws {
    let world = try await World()
    _ = try await Stranger(in: world)
    #expect(try await !world.get("/lists").page.text.contains(Self.words))
  }
}
