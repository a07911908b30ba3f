import StateViews
import Testing

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

  @Test func `repeated slashes separate once`() {
    #expect(ViewName("empty//all-done") == "empty/all-done")
  }

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
