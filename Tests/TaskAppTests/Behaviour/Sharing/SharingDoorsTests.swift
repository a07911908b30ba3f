import Foundation
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Random actions of five accounts over ten shared lists, on pages, by CalDAV and on pages by link, compared with a model of who may see and
/// do what.
struct SharingDoorsTests {
  /// `FOURFOLD_SHARED_ACTIONS=5000` tries so many.
  private static let count =
    ProcessInfo.processInfo.environment["FOURFOLD_SHARED_ACTIONS"].flatMap { Int($0) } ?? 300

  @Test func `what phones, links and undos see and do is what the model says, after each of many actions`() async throws
  {
    var story = try await DoorsStory(seed: 7)
    for _ in 0..<Self.count { try await story.act() }
    #expect(
      story.done > Self.count / 5 && story.refused > Self.count / 20 && story.undone > Self.count / 100,
      "\(story.summary)")
    #expect(try await story.world.store.quickCheck() == [])
  }
}
