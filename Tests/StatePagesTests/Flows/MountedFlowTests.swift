import HTTPTypes
import Hummingbird
import StateViews
import Testing

@testable import StatePages

struct MountedFlowTests {
  struct Reading: Flow {
    enum Step: Hashable, Sendable { case list, note(Int) }
    enum Event: Sendable { case opened(Int), closed }
    enum Finish: Hashable, Sendable { case left }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      switch (step, event) {
      case (_, .opened(let note)): .show(.note(note))
      case (.note, .closed): .show(.list)
      case (.list, .closed): .finish(.left)
      }
    }
  }

  struct Browsing: Flow {
    typealias Finish = Never

    func after(_ event: Int, at step: Int) -> Outcome<Int, Never> { .show(step + event) }
  }

  @Test(arguments: [
    (Reading.Event.opened(17), Reading.Step.list, "/a/notes/17"), (.closed, .note(17), "/a/notes"),
    (.closed, .list, "/goodbye"),
  ])
  func `what comes after an event is a redirect to where it lies`(
    event: Reading.Event, step: Reading.Step, address: String
  ) {
    let response = mounted("/a").response(after: event, at: step)
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == address)
    #expect(response.headers[.cacheControl] == "no-store")
  }

  @Test func `one flow can lie at any path`() {
    #expect(mounted("/b").response(after: .opened(1), at: .list).headers[.location] == "/b/notes/1")
  }

  @Test func `a flow that one browses in needs nowhere to leave for`() {
    let flow = MountedFlow(Browsing()) { "/pages/\($0)" }
    #expect(flow.response(after: 1, at: 16).headers[.location] == "/pages/17")
  }

  private func mounted(_ root: String) -> MountedFlow<Reading> {
    MountedFlow(Reading()) { step in
      switch step {
      case .list: "\(root)/notes"
      case .note(let id): "\(root)/notes/\(id)"
      }
    } leaving: { _ in
      "/goodbye"
    }
  }
}
