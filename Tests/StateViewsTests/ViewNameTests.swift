import StateViews
import Testing

@Suite struct ViewNameTests {
  @Test func `a nested name descends from each name that it is a special case of`() {
    #expect(
      ViewName("signed-out/registered/expired").lineage == [
        "signed-out/registered/expired", "signed-out/registered", "signed-out",
      ])
    #expect(ViewName("empty").lineage == ["empty"])
  }

  @Test(arguments: ["/empty", "empty/", "//empty//"])
  func `slashes that part nothing are dropped`(path: String) {
    #expect(ViewName(path) == "empty")
    #expect(ViewName(path).path == "empty")
    #expect("\(ViewName(path))" == "empty")
  }

  @Test func `doubled slashes part once`() {
    #expect(ViewName("empty//all-done") == "empty/all-done")
  }

  @Test(arguments: ["", "/", "///"])
  func `a name without parts is a name like another`(path: String) {
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
