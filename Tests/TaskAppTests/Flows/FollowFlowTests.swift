import HTTPTypes
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

struct FollowFlowTests {
  private static let source = SourceID(4)
  private static let list = ListID(5)
  private static let change = ChangeID(3)

  @Test(arguments: [
    (FollowFlow.Step.address(nil), FollowFlow.Event.gaveAddress(source), FollowFlow.Step.preview(source)),
    (.address(source), .gaveAddress(source), .preview(source)),
    (.preview(source), .wantsAnotherAddress, .address(source)),
    (.preview(source), .triedAgain, .preview(source)),
    (.preview(source), .accepted, .name(source)),
    (.name(source), .wentBack, .preview(source)),
    (.name(source), .wantsAnotherAddress, .address(source)),
    (.address(source), .wentBack, .preview(source)),
    (.preview(source), .foundLists(source), .lists(source)),
    (.lists(source), .choseList(source), .preview(source)),
    (.lists(source), .wantsAnotherAddress, .address(source)),
    (.lists(source), .triedAgain, .preview(source)),
  ])
  func `each step leads on and back`(_ step: FollowFlow.Step, _ event: FollowFlow.Event, _ next: FollowFlow.Step) {
    #expect(FollowFlow().after(event, at: step) == .show(next))
  }

  @Test(arguments: [FollowFlow.Step.address(nil), .address(source), .lists(source), .preview(source), .name(source)])
  func `the flow ends at the list, whichever way that was made`(_ step: FollowFlow.Step) {
    let flow = FollowFlow()
    #expect(flow.after(.named(Self.list, Self.change), at: step) == .finish(.list(Self.list, did: Self.change)))
    #expect(flow.after(.gaveAddressOf(Self.list), at: step) == .finish(.list(Self.list, did: nil)))
    #expect(
      flow.after(.changedAddress(of: Self.list, Self.change), at: step) == .finish(.list(Self.list, did: Self.change)))
  }

  @Test(arguments: [
    (FollowFlow.Step.address(nil), FollowFlow.Event.accepted), (.address(nil), .wentBack),
    (.address(source), .triedAgain),
    (.name(source), .accepted), (.preview(source), .wentBack), (.name(source), .triedAgain),
    (.lists(source), .accepted), (.lists(source), .wentBack),
  ])
  func `an event without meaning at a step shows it again`(_ step: FollowFlow.Step, _ event: FollowFlow.Event) {
    #expect(FollowFlow().after(event, at: step) == .show(step))
  }

  @Test func `a form is sent from the step of its page`() {
    let form = FollowStep.form(.source(Self.source, .takeAddress))
    #expect(FollowFlow().after(.wentBack, at: form) == .show(.preview(Self.source)))
  }
}

struct ImportFlowTests {
  private static let upload = UploadID(4)
  private static let other = UploadID(5)
  private static let steps: [ImportFlow.Step] = [.file, .text(upload), .preview(upload), .result(upload)]

  @Test(arguments: steps)
  func `each event leads to its step from everywhere`(_ step: ImportFlow.Step) {
    let flow = ImportFlow()
    #expect(flow.after(.gaveFile(Self.other), at: step) == .show(.preview(Self.other)))
    #expect(flow.after(.isWaiting(Self.other), at: step) == .show(.preview(Self.other)))
    #expect(flow.after(.wantsAnotherFile, at: step) == .show(.file))
    #expect(flow.after(.wantsToChangeText(Self.other), at: step) == .show(.text(Self.other)))
    #expect(flow.after(.started(Self.other), at: step) == .show(.result(Self.other)))
    #expect(flow.after(.cancelled, at: step) == .finish(.cancelled))
  }

  @Test func `the app shows its lists when the flow is left`() {
    #expect(TaskFlow().after(.leftImport(.cancelled), at: .importing(.file)) == .show(.overview()))
    #expect(TaskFlow().intents(at: .importing(.file)).address(of: ImportEvent.cancelled).text == "/lists")
  }
}
