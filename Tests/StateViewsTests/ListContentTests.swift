import StateViews
import Synchronization
import Testing

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
