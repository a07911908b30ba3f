import StateViews
import Testing

@testable import StatePages

struct TemplateChoiceTests {
  @Test(arguments: [
    ("empty/all-done", "notes/empty/all-done"),
    ("empty/nothing-yet", "states/empty"),
    ("failed/not-found", "states/failed/not-found"),
    ("failed/not-found/by-name", "states/failed/not-found"),
    ("failed/unavailable", "states/failed"),
    ("other/asleep", "states/other"),
    ("unloaded", "states/unloaded"),
    ("refresh-failed/unavailable", "states/refresh-failed"),
    ("refreshing", "states/refreshing"),
    ("status/connecting", "states/status"),
    ("still-working", "states/still-working"),
    ("content", "notes/content"),
  ])
  func `a state uses the screen's own template, else the nearest shared one`(state: String, template: String) throws {
    let catalogue = try TestTemplates.catalogue()
    #expect(catalogue.template(of: "notes", for: ViewName(state)) == template)
  }

  @Test func `a screen's own template for a state precedes a shared one for a reason within it`() throws {
    let catalogue = try TestTemplates.catalogue(["notes/failed": "Failed."])
    #expect(catalogue.template(of: "notes", for: "failed/not-found") == "notes/failed")
    #expect(catalogue.template(of: "problem", for: "failed/not-found") == "problem/failed")
  }

  @Test func `messages about the server are shared, whatever a screen has for its own failures`() throws {
    let stopping = Failure.stopping.templateName(in: "failed")
    let catalogue = try TestTemplates.catalogue(["notes/failed": "Failed.", "notes/failed/unavailable": "Busy."])
    #expect(catalogue.template(of: "notes", for: stopping) == "states/failed/unavailable/stopping")
    let own = try TestTemplates.catalogue(["notes/failed/unavailable/stopping": "Closing."])
    #expect(own.template(of: "notes", for: stopping) == "notes/failed/unavailable/stopping")
  }

  @Test func `an app's template for all screens precedes the library's`() throws {
    let catalogue = try TestTemplates.catalogue(["states/loading": "Just a moment."])
    #expect(catalogue.render(LoadingView(), by: "states/loading").html == "Just a moment.")
  }

  @Test func `the library has a template for every state but content`() throws {
    let catalogue = try Catalogue(texts: ["notes/content": "Here."], screens: [Notes.self], pieces: [])
    let states = ["unloaded", "empty", "other", "failed", "refreshing", "refresh-failed", "status", "still-working"]
    for state in states { #expect(catalogue.template(of: "notes", for: ViewName(state)) == "states/\(state)") }
    for (name, text) in EmbeddedTemplates.texts { #expect(!text.isEmpty, "\(name)") }
  }

  @Test func `an unknown state or screen has no template`() throws {
    #expect(try TestTemplates.catalogue().template(of: "notes", for: "asleep") == nil)
    #expect(try TestTemplates.catalogue().template(of: "unknown", for: "empty") == nil)
  }

  @Test func `a catalogue's hash depends on its templates`() throws {
    let hash = try TestTemplates.catalogue().hash
    #expect(try TestTemplates.catalogue().hash == hash)
    #expect(try TestTemplates.catalogue(["notes/head": "<h2>{{name}}</h2>"]).hash != hash)
    #expect(try TestTemplates.catalogue(["states/loading": "Just a moment."]).hash != hash)
  }
}

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
