import StateViews
import Testing

@testable import StatePages

struct StateTemplateTests {
  @Test(arguments: [
    (ViewState<Int>.unloaded, "unloaded", "unloaded", String?.none, String?.none),
    (.loading(nil), "loading", "loading", nil, nil),
    (.loading("connecting"), "loading", "loading", nil, nil),
    (.content(1, .idle), "content", "content", nil, nil),
    (.content(1, .running(nil)), "content", "content", "running", nil),
    (.content(1, .failed(Failure(.timedOut))), "content", "content", "failed", "timed-out"),
    (.empty("all-done"), "empty/all-done", "empty", nil, "all-done"),
    (.failed(Failure(.unavailable)), "failed/unavailable", "failed", nil, "unavailable"),
    (.failed(Failure(.conflict, "changed-since")), "failed/conflict/changed-since", "failed", nil, "changed-since"),
  ])
  func `a state has a template name and attributes`(
    state: ViewState<Int>, template: String, name: String, refresh: String?, reason: String?
  ) {
    #expect(state.templateName.path == template)
    #expect(state.stateAttribute == name)
    #expect(state.refreshAttribute == refresh)
    #expect(state.reasonAttribute == reason)
  }

  @Test func `a banner is shown over content whose refresh runs or failed, and in no other state`() {
    #expect(ViewState.content(1, .running(nil)).refreshTemplateName == "refreshing")
    #expect(ViewState.content(1, .failed(Failure(.timedOut))).refreshTemplateName == "refresh-failed/timed-out")
    #expect(
      ViewState.content(1, .failed(Failure(.unavailable, "busy"))).refreshTemplateName
        == "refresh-failed/unavailable/busy")
    for state in [ViewState<Int>.unloaded, .loading(nil), .content(1, .idle), .empty("x"), .failed(Failure(.gone))] {
      #expect(state.refreshTemplateName == nil)
    }
  }
}
