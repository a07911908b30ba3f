import StateViews
import Testing

@Suite struct StateTemplatesTests {
  let defaults = DefaultTemplates(
    unloaded: "default unloaded",
    loading: "default loading",
    empty: "default empty",
    failed: "default failed",
    named: ["failed/not-found": "default not found", "signed-out": "default signed out"]
  )

  @Test func `a screen needs a view for its content only`() {
    let screen = StateTemplates(content: "tasks")
    #expect(screen.view(for: "unloaded", or: defaults) == "default unloaded")
    #expect(screen.view(for: "loading", or: defaults) == "default loading")
    #expect(screen.view(for: "content", or: defaults) == "tasks")
    #expect(screen.view(for: "empty", or: defaults) == "default empty")
    #expect(screen.view(for: "failed", or: defaults) == "default failed")
  }

  @Test func `each default can be replaced on its own`() {
    let all = StateTemplates(content: "c", unloaded: "u", loading: "l", empty: "e", failed: "f")
    #expect(
      ["unloaded", "loading", "content", "empty", "failed"].map { all.view(for: $0, or: defaults) } == [
        "u", "l", "c", "e", "f",
      ])
    let one = StateTemplates(content: "c", empty: "e")
    #expect(one.view(for: "empty", or: defaults) == "e")
    #expect(one.view(for: "failed", or: defaults) == "default failed")
  }

  @Test func `the screen's views precede the defaults, and nearer names precede their parents`() {
    let screen = StateTemplates(content: "c", empty: "e", named: ["empty/all-done": "all done"])
    #expect(screen.view(for: "empty/all-done", or: defaults) == "all done")
    #expect(screen.view(for: "empty/nothing-yet", or: defaults) == "e")
    #expect(screen.view(for: "failed/not-found", or: defaults) == "default not found")
    #expect(screen.view(for: "failed/gone", or: defaults) == "default failed")
    let failing = StateTemplates(content: "c", failed: "f")
    #expect(failing.view(for: "failed/not-found", or: defaults) == "f")
  }

  @Test func `custom states are found like the others`() {
    let screen = StateTemplates(content: "c", named: ["signed-out/registered": "welcome back"])
    #expect(screen.view(for: "signed-out/registered", or: defaults) == "welcome back")
    #expect(screen.view(for: "signed-out/unregistered", or: defaults) == "default signed out")
    #expect(screen.view(for: "asleep", or: defaults) == nil)
    #expect(screen.view(for: "", or: defaults) == nil)
  }

  @Test func `an argument overrides a named view of the same name`() {
    let screen = StateTemplates(content: "c", loading: "l", named: ["content": "other", "loading": "other"])
    #expect(screen.view(for: "content", or: defaults) == "c")
    #expect(screen.view(for: "loading", or: defaults) == "l")
  }
}
