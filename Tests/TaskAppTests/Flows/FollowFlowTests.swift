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
    (.preview(source), .wants(.changeAddress), .address(source)),
    (.preview(source), .triedAgain, .preview(source)),
    (.preview(source), .wants(.accept), .name(source)),
    (.name(source), .wants(.goBack), .preview(source)),
    (.name(source), .wants(.changeAddress), .address(source)),
    (.address(source), .wants(.goBack), .preview(source)),
    (.preview(source), .foundLists(source), .lists(source)),
    (.lists(source), .choseList(source), .preview(source)),
    (.lists(source), .wants(.changeAddress), .address(source)),
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
    (FollowFlow.Step.address(nil), FollowFlow.Event.wants(.accept)), (.address(nil), .wants(.goBack)),
    (.address(source), .triedAgain),
    (.name(source), .wants(.accept)), (.preview(source), .wants(.goBack)), (.name(source), .triedAgain),
    (.lists(source), .wants(.accept)), (.lists(source), .wants(.goBack)),
  ])
  func `an event without meaning at a step shows it again`(_ step: FollowFlow.Step, _ event: FollowFlow.Event) {
    #expect(FollowFlow().after(event, at: step) == .show(step))
  }

  @Test func `a form is sent from the step of its page`() {
    let form = FollowStep.form(.source(Self.source, .takeAddress))
    #expect(FollowFlow().after(.wants(.goBack), at: form) == .show(.preview(Self.source)))
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
    #expect(flow.after(.wants(.takeOtherFile), at: step) == .show(.file))
    #expect(flow.after(.wants(.changeText(Self.other)), at: step) == .show(.text(Self.other)))
    #expect(flow.after(.started(Self.other), at: step) == .show(.result(Self.other)))
    #expect(flow.after(.wants(.cancel), at: step) == .finish(.cancelled))
  }

  @Test func `the app shows its lists when the flow is left`() {
    #expect(TaskFlow().after(.leftImport(.cancelled), at: .importing(.file)) == .show(.overview()))
    #expect(TaskFlow().intents(at: .importing(.file)).address(of: ImportIntent.cancel).text == "/lists")
  }
}
