import StateViews
import Tasks
import Testing

@testable import TaskApp

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
    #expect(flow.after(.triedAgain(Self.other), at: step) == .show(.result(Self.other)))
    #expect(flow.after(.cancelled, at: step) == .finish(.cancelled))
  }

  @Test func `the app shows its lists when the flow is left`() {
    let flow = TaskFlow(follow: FollowFlow(), moving: ImportFlow())
    #expect(flow.after(.importing(.cancelled), at: .importing(.file)) == .show(.overview()))
    #expect(flow.after(.importing(.cancelled), at: .today()) == .show(.today()), "not in the flow")
  }
}
