import StateViews
import Synchronization
import Testing

@Suite struct ViewStateTests {
  @Test func `content is there in every state of its refresh, and in no other state`() {
    for state in ReducerTests.states {
      switch state {
      case .content(let content, _): #expect(state.content == content)
      case .unloaded, .loading, .empty, .other, .failed: #expect(state.content == nil)
      }
    }
  }

  @Test func `a state is loading from the start of a load to its end`() {
    for state in ReducerTests.states {
      #expect(state.after(.started).isLoading)
      #expect(!state.after(.started).after(.ended(.success(.empty("all-done")))).isLoading)
      #expect(!state.after(.started).after(.ended(.failure(.cancelled))).isLoading)
    }
  }

  @Test func `a failure is exposed with content and without, and not during a load`() {
    let failure = Failure(.sourceFailed)
    for state in ReducerTests.states {
      #expect(state.after(.ended(.failure(.failed(failure)))).failure == failure)
      #expect(state.after(.started).failure == nil)
    }
  }
}

@Suite struct ViewNameTests {
  @Test func `a nested name descends from each of its prefixes`() {
    #expect(
      ViewName("signed-out/registered/expired").lineage == [
        "signed-out/registered/expired", "signed-out/registered", "signed-out",
      ])
    #expect(ViewName("empty").lineage == ["empty"])
  }

  @Test(arguments: ["/empty", "empty/", "//empty//"])
  func `leading and trailing slashes are dropped`(path: String) {
    #expect(ViewName(path) == "empty")
    #expect(ViewName(path).path == "empty")
    #expect("\(ViewName(path))" == "empty")
  }

  @Test func `repeated slashes separate once`() { #expect(ViewName("empty//all-done") == "empty/all-done") }

  @Test(arguments: ["", "/", "///"])
  func `a name without components is valid`(path: String) {
    #expect(ViewName(path).path.isEmpty)
    #expect(ViewName(path).lineage == [ViewName("")])
  }

  @Test func `every state has a name of its own`() {
    let states: [ViewState<Int>] = [
      .unloaded, .loading(nil), .content(1, .idle), .empty("nothing-yet"), .failed(Failure(.gone)),
    ]
    #expect(states.map(\.name) == ["unloaded", "loading", "content", "empty", "failed"])
  }
}

@Suite struct FailureTests {
  @Test func `by default a failure has the name of its kind`() {
    #expect(Failure(.notFound).reason == "not-found")
    #expect(Failure(.notFound, "unknown-address").reason == "unknown-address")
  }

  @Test(arguments: Failure.Kind.allCases)
  func `a retry is offered if it can help`(kind: Failure.Kind) {
    switch kind {
    case .notFound, .gone, .forbidden, .conflict, .invalid: #expect(Failure(kind).retry == .never)
    case .unavailable, .timedOut, .sourceFailed, .unreadable, .internal: #expect(Failure(kind).retry == .now)
    }
    #expect(Failure(kind, retry: .after(.seconds(5))).retry == .after(.seconds(5)))
  }

  @Test(arguments: Failure.Kind.allCases)
  func `the name of a kind is in lower case with hyphens`(kind: Failure.Kind) {
    #expect(kind.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
  }
}

struct ListContentTests {
  private struct Page: ListContent {
    let count: Int
  }

  @Test func `a list with rows is content`() {
    #expect(Loaded(["Milk"], orEmpty: "nothing-yet") == .content(["Milk"]))
    guard case .content(let page) = Loaded(Page(count: 2), orEmpty: "nothing-yet") else {
      Issue.record("a list with rows is not content")
      return
    }
    #expect(page.count == 2)
  }

  @Test func `a list without rows is empty, with its reason`() {
    #expect(Loaded([String](), orEmpty: "nothing-yet") == .empty("nothing-yet"))
    let allDone = Reason("all-done", ["completed": .number(2)])
    guard case .empty(let reason) = Loaded(Page(count: 0), orEmpty: allDone) else {
      Issue.record("a list without rows is not empty")
      return
    }
    #expect(reason == allDone)
  }

  @Test func `the reason is evaluated only for a list without rows`() {
    let evaluated = Mutex(0)
    func reason() -> Reason {
      evaluated.withLock { $0 += 1 }
      return "nothing-yet"
    }
    _ = Loaded(["Milk"], orEmpty: reason())
    #expect(evaluated.withLock { $0 } == 0)
    _ = Loaded([String](), orEmpty: reason())
    #expect(evaluated.withLock { $0 } == 1)
  }
}
