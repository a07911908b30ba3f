import StateViews
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ViewStateMachineTests {
  @Test func `a machine begins with no view`() {
    let machine = ViewStateMachine(["loading": "…"]) { _ in }
    #expect(machine.currentState == .none)
    #expect(machine.lastState == .none)
  }

  @Test func `a transition returns when its view has been presented`() async {
    let stage = Stage()
    let machine = stage.machine(["loading": "…", "content": "tasks"])
    #expect(await machine.transition(to: .view("loading")) == .shown)
    #expect(await machine.transition(to: .view("content")) == .shown)
    #expect(await machine.transition(to: .none) == .shown)
    #expect(stage.presented == ["…", "tasks", nil])
    #expect(machine.currentState == .none)
    #expect(machine.lastState == .view("content"))
  }

  @Test func `the state is set before it has been presented`() async {
    let stage = Stage(isHeld: true)
    let machine = stage.machine(["loading": "…", "content": "tasks"])
    let loading = Task { await machine.transition(to: .view("loading")) }
    await stage.begun.reaches(1)
    #expect(machine.currentState == .view("loading"))
    #expect(machine.lastState == .none)
    let content = Task { await machine.transition(to: .view("content")) }
    await until { machine.currentState == .view("content") }
    #expect(machine.lastState == .view("loading"))
    #expect(stage.presented == ["…"])
    stage.release()
    #expect(await loading.value == .shown)
    #expect(await content.value == .shown)
  }

  @MainActor
  @Test func `the state is set before the first suspension of the call`() async {
    let machine = ViewStateMachine(["loading": "…"]) { _ in }
    let seen = Mutex<ViewStateMachine<String>.State?>(nil)
    // A main-actor task that could run in between only if the call had suspended before.
    let between = Task { @MainActor in seen.withLock { $0 = machine.currentState } }
    await machine.transition(to: .view("loading"))
    await between.value
    #expect(seen.withLock { $0 } == .view("loading"))
  }

  @Test func `transitions are presented one at a time, and only the newest of those that wait is next`() async {
    let stage = Stage(isHeld: true)
    let machine = stage.machine(["a": "a", "b": "b", "c": "c"])
    let first = Task { await machine.transition(to: .view("a")) }
    await stage.begun.reaches(1)
    let second = Task { await machine.transition(to: .view("b")) }
    await until { machine.currentState == .view("b") }
    let third = Task { await machine.transition(to: .view("c")) }
    #expect(await second.value == .superseded)
    #expect(stage.presented == ["a"])
    stage.release()
    #expect(await first.value == .shown)
    #expect(await third.value == .shown)
    #expect(stage.presented == ["a", "c"])
    #expect(machine.currentState == .view("c"))
    #expect(machine.lastState == .view("b"))
  }

  @Test func `concurrent transitions are never presented together, and the last state is the one that stays`() async {
    let stage = Stage()
    let names = (0..<100).map { ViewName("v\($0)") }
    let machine = stage.machine(Dictionary(uniqueKeysWithValues: names.map { ($0, $0.path) }))
    let outcomes = await withTaskGroup(of: ViewStateMachine<String>.Transition.self) { group in
      for name in names { group.addTask { await machine.transition(to: .view(name)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count == 100)
    #expect(outcomes.allSatisfy { $0 == .shown || $0 == .superseded })
    #expect(outcomes.count { $0 == .shown } == stage.presented.count)
    #expect(stage.mostAtOnce == 1)
    #expect(machine.currentState == .view(ViewName(stage.presented.last?.flatMap { $0 } ?? "")))
  }

  @Test func `a nested name without a view of its own uses the nearest one`() async {
    let stage = Stage()
    let machine = stage.machine(["signed-out": "sign in", "signed-out/registered": "welcome back"])
    #expect(await machine.transition(to: .view("signed-out/registered/expired")) == .shown)
    #expect(await machine.transition(to: .view("signed-out/unregistered")) == .shown)
    #expect(stage.presented == ["welcome back", "sign in"])
    #expect(machine.currentState == .view("signed-out/unregistered"))
  }

  @Test(arguments: ["asleep", "asleep/deeply", "", "/", "content-not"])
  func `an unknown name is reported, and changes nothing`(path: String) async {
    let stage = Stage()
    let machine = stage.machine(["loading": "…", "content": "tasks"])
    await machine.transition(to: .view("loading"))
    await machine.transition(to: .view("content"))
    #expect(await machine.transition(to: .view(ViewName(path))) == .unknown(ViewName(path)))
    #expect(machine.currentState == .view("content"))
    #expect(machine.lastState == .view("loading"))
    #expect(stage.presented == ["…", "tasks"])
  }

  @Test func `an unknown name does not overtake a waiting transition`() async {
    let stage = Stage(isHeld: true)
    let machine = stage.machine(["a": "a", "b": "b"])
    let first = Task { await machine.transition(to: .view("a")) }
    await stage.begun.reaches(1)
    let second = Task { await machine.transition(to: .view("b")) }
    await until { machine.currentState == .view("b") }
    #expect(await machine.transition(to: .view("c")) == .unknown("c"))
    stage.release()
    #expect(await [first.value, second.value] == [.shown, .shown])
  }

  @Test func `a replaced view is the one that later transitions present`() async {
    let stage = Stage()
    let machine = stage.machine(["content": "one task"])
    await machine.transition(to: .view("content"))
    machine.setView("two tasks", for: "content")
    #expect(stage.presented == ["one task"])
    await machine.transition(to: .view("content"))
    machine.setView("good night", for: "asleep")
    #expect(await machine.transition(to: .view("asleep")) == .shown)
    #expect(stage.presented == ["one task", "two tasks", "good night"])
  }

  @Test func `a cancelled task's transition is presented, because the state has changed`() async {
    let stage = Stage(isHeld: true)
    let machine = stage.machine(["a": "a", "b": "b"])
    let first = Task { await machine.transition(to: .view("a")) }
    await stage.begun.reaches(1)
    let second = Task { await machine.transition(to: .view("b")) }
    await until { machine.currentState == .view("b") }
    second.cancel()
    stage.release()
    #expect(await first.value == .shown)
    #expect(await second.value == .shown)
    #expect(stage.presented == ["a", "b"])
  }
}

@Suite(.timeLimit(.minutes(20))) struct ViewStateMachineObserverTests {
  typealias State = ViewStateMachine<String>.State

  @Test func `observers are called before and after each presentation`() async {
    let log = Mutex<[String]>([])
    let machine = ViewStateMachine(["loading": "…", "content": "tasks"]) { view in
      log.withLock { $0.append("presents \(view ?? "nothing")") }
    }
    machine.observe(
      before: { from, to in log.withLock { $0.append("before \(from.words) \(to.words)") } },
      after: { from, to in log.withLock { $0.append("after \(from.words) \(to.words)") } }
    )
    await machine.transition(to: .view("loading"))
    await machine.transition(to: .view("content/first"))
    await machine.transition(to: .none)
    #expect(
      log.withLock { $0 } == [
        "before none loading", "presents …", "after none loading",
        "before loading content/first", "presents tasks", "after loading content/first",
        "before content/first none", "presents nothing", "after content/first none",
      ])
  }

  @Test func `observers are not called for superseded or unknown transitions`() async {
    let stage = Stage(isHeld: true)
    let machine = stage.machine(["a": "a", "b": "b", "c": "c"])
    let told = Mutex<[String]>([])
    machine.observe(after: { from, to in told.withLock { $0.append("\(from.words) \(to.words)") } })
    let first = Task { await machine.transition(to: .view("a")) }
    await stage.begun.reaches(1)
    let second = Task { await machine.transition(to: .view("b")) }
    await until { machine.currentState == .view("b") }
    await machine.transition(to: .view("unknown"))
    let third = Task { await machine.transition(to: .view("c")) }
    #expect(await second.value == .superseded)
    stage.release()
    #expect(await [first.value, third.value] == [.shown, .shown])
    #expect(told.withLock { $0 } == ["none a", "a c"])
  }

  @Test func `a removed observer is not called again`() async {
    let machine = ViewStateMachine(["a": "a"]) { _ in }
    let kept = Tally()
    let removed = Tally()
    machine.observe(before: { _, _ in kept.increment() })
    let observer = machine.observe(before: { _, _ in removed.increment() })
    await machine.transition(to: .view("a"))
    machine.remove(observer)
    machine.remove(observer)
    await machine.transition(to: .none)
    #expect(kept.count == 2)
    #expect(removed.count == 1)
  }

  @Test func `a machine without references is freed with its observers`() async {
    weak var freed: ViewStateMachine<String>?
    weak var freedTally: Tally?
    do {
      let machine = ViewStateMachine(["a": "a"]) { _ in }
      let tally = Tally()
      machine.observe(before: { _, _ in tally.increment() })
      await machine.transition(to: .view("a"))
      #expect(tally.count == 1)
      freed = machine
      freedTally = tally
    }
    #expect(freed == nil)
    #expect(freedTally == nil)
  }
}

/// Records what is presented, and can hold a presentation until it is released.
private final class Stage: Sendable {
  let begun = Tally()
  private let released = Tally()
  private let isHeld: Bool
  private let model = Mutex(Model())

  init(isHeld: Bool = false) {
    self.isHeld = isHeld
  }

  var presented: [String?] { model.withLock { $0.presented } }
  var mostAtOnce: Int { model.withLock { $0.mostAtOnce } }

  func machine(_ views: [ViewName: String]) -> ViewStateMachine<String> {
    ViewStateMachine(views) { view in
      self.model.withLock { $0.begin(view) }
      self.begun.increment()
      if self.isHeld { await self.released.reaches(1) } else { await Task.yield() }
      self.model.withLock { $0.atOnce -= 1 }
    }
  }

  func release() {
    released.increment()
  }

  private struct Model: Sendable {
    var presented: [String?] = []
    var atOnce = 0
    var mostAtOnce = 0

    mutating func begin(_ view: String?) {
      presented.append(view)
      atOnce += 1
      mostAtOnce = max(mostAtOnce, atOnce)
    }
  }
}

extension ViewStateMachine.State {
  fileprivate var words: String {
    switch self {
    case .none: "none"
    case .view(let name): name.path
    }
  }
}
