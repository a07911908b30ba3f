import Foundation
import StatePages
import StateViews
import Synchronization
import Testing

@testable import TaskApp

/// Screens say what a reader wants. They know neither steps nor forms, whatever these are called: the values that they send are looked at.
struct IntentValueTests {
  private static let stories = Story.all(of: TaskApp.screens, gates: TaskApp.gates)

  @Test func `no intent of any screen holds a step, a form or an event of a flow`() throws {
    let sent = Mutex<[any Intent]>([])
    @Sendable func recording<I: Intent>(_: I.Type) -> IntentAddresses {
      IntentAddresses { (intent: I) in
        sent.withLock { $0.append(intent) }
        return PageAddress(path: ["intent"])
      }
    }
    let recorder = recording(TaskIntent.self).or(recording(FollowIntent.self)).or(recording(ImportIntent.self))
      .or(recording(SignInIntent.self))
    let catalogue = try House.catalogue().sending(recorder)
    for story in Self.stories { _ = story.markup(by: catalogue, for: Samples.look) }
    let all = sent.withLock(\.self)
    #expect(all.count > 1_000)
    for intent in all {
      #expect(intent is TaskIntent, "\(intent)")
      #expect(Self.values(in: intent).allSatisfy { !Self.isOfFlow($0) }, "\(intent)")
    }
  }

  @Test func `no view or piece of the app declares another type of intent`() throws {
    func none<I: Intent>(_: I.Type) -> IntentAddresses { IntentAddresses { (_: I) in PageAddress() } }
    let vocabulary = none(TaskIntent.self).or(none(FollowIntent.self)).or(none(ImportIntent.self))
      .or(none(SignInIntent.self))
    let path = House.templates.path
    // Every type that a view sends is verified to have addresses.
    #expect(throws: Never.self) {
      _ = try Catalogue(
        path, words: TaskApp.words(beside: path), screens: TaskApp.screens, gates: TaskApp.gates,
        pieces: TaskApp.pieces, links: House.links(), sending: vocabulary, failureActions: FailureActions.of)
    }
  }

  private static func isOfFlow(_ value: Any) -> Bool {
    value is TaskFlow.Step || value is TaskFlow.Step.Page || value is TaskFlow.Form || value is TaskFlow.Event
      || value is FollowFlow.Step || value is FollowFlow.Form || value is FollowFlow.Event
      || value is ImportFlow.Step || value is ImportFlow.Form || value is ImportFlow.Event
      || value is SignInFlow.Step || value is SignInFlow.Form || value is SignInFlow.Event
  }

  private static func values(in whole: Any) -> [Any] {
    [whole] + Mirror(reflecting: whole).children.flatMap { values(in: $0.value) }
  }

  @Test func `a step within an intent would be found`() {
    struct Wrong: Intent { let ways: [TaskFlow.Step?] }
    #expect(Self.values(in: Wrong(ways: [.trash()])).contains(where: Self.isOfFlow))
  }
}
