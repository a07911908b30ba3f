import StateViews
import Testing

@Suite struct FlowTests {
  /// A list and a task of it.
  struct Reading: Flow {
    enum Step: Hashable, Sendable { case list, task(Int) }
    enum Event: Sendable { case opened(Int), deleted, closed }
    enum Finish: Hashable, Sendable { case left }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      switch (step, event) {
      case (_, .opened(let task)): .show(.task(task))
      case (.task, .deleted), (.task, .closed): .show(.list)
      case (.list, .deleted): .show(.list)
      case (.list, .closed): .finish(.left)
      }
    }
  }

  @Test func `a list leads to a task and back`() {
    let flow = Reading()
    #expect(flow.after(.opened(17), at: .list) == .show(.task(17)))
    #expect(flow.after(.opened(18), at: .task(17)) == .show(.task(18)))
    #expect(flow.after(.closed, at: .task(17)) == .show(.list))
    #expect(flow.after(.deleted, at: .task(17)) == .show(.list))
    #expect(flow.after(.closed, at: .list) == .finish(.left))
  }

  @Test func `an event without meaning at a step shows the step again`() {
    #expect(Reading().after(.deleted, at: .list) == .show(.list))
  }

  /// Three screens that do not depend on each other, in any order.
  struct SetUp: Flow {
    enum Step: Hashable, Sendable, CaseIterable { case account, language, firstList }
    enum Event: Sendable { case done, back }
    enum Finish: Hashable, Sendable { case ready, abandoned }

    let order: [Step]

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      guard let place = order.firstIndex(of: step) else { return .finish(.abandoned) }
      switch event {
      case .done: return place + 1 < order.count ? .show(order[place + 1]) : .finish(.ready)
      case .back: return place > 0 ? .show(order[place - 1]) : .finish(.abandoned)
      }
    }
  }

  @Test(arguments: [[SetUp.Step.account, .language, .firstList], [.language, .firstList, .account]])
  func `three steps can be in any order`(order: [SetUp.Step]) {
    let flow = SetUp(order: order)
    #expect(walk(flow, from: order[0], by: .done) == (order, .ready))
    #expect(walk(flow, from: order[2], by: .back) == (order.reversed(), .abandoned))
  }

  @Test func `a step can be left out`() {
    let flow = SetUp(order: [.account, .firstList])
    #expect(walk(flow, from: .account, by: .done) == ([.account, .firstList], .ready))
    #expect(flow.after(.done, at: .language) == .finish(.abandoned))
  }

  private func walk(_ flow: SetUp, from first: SetUp.Step, by event: SetUp.Event) -> ([SetUp.Step], SetUp.Finish) {
    var steps = [first]
    while let step = steps.last {
      switch flow.after(event, at: step) {
      case .show(let next): steps.append(next)
      case .finish(let finish): return (steps, finish)
      }
    }
    return (steps, .abandoned)
  }
}
