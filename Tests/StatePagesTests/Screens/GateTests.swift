import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A gate for the tests: a form to sign in with.
private enum Door: Gate {
  enum Reason: String, CaseIterable { case registered, expired }

  static let name: ViewName = "door"
  static let samples = [
    GateSample<Door>(.registered, View(name: "Ann")),
    GateSample<Door>(.registered, variant: "wrong-password", View(name: "Bob")),
    GateSample<Door>(.expired, View(name: "Ann")),
  ]

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["name": .text(\.name)]
    let name: String
  }
}

struct GateTests {
  private func catalogue(_ changes: [String: String]) throws(TemplateProblems) -> Catalogue {
    try Catalogue(
      texts: TestTemplates.texts.merging(["states/signed-out": "<p>The door is shut.</p>"]) { $1 }.merging(changes) {
        $1
      },
      screens: TestTemplates.screens, gates: [Door.self], pieces: TestTemplates.pieces)
  }

  @Test func `a gate has the state signed-out and its reason, and the template of that reason`() throws {
    let catalogue = try catalogue(["door/registered": "<p>{{name}}, sign in</p>"])
    let stories = Story.all(of: [], gates: [Door.self])
    #expect(stories.map(\.state) == ["registered", "registered/wrong-password", "expired"])
    #expect(stories.allSatisfy { $0.stateName == "signed-out" && $0.screen == "door" })
    #expect(
      stories[1].markup(by: catalogue, for: .test).html == """
        <div class="region door page" slot="door" data-region="door" data-screen="door" data-state="signed-out" \
        data-reason="registered"><p>Bob, sign in</p></div>

        """)
  }

  @Test func `a reason without a template of its own uses the one for all gates`() throws {
    let expired = Story.all(of: [], gates: [Door.self])[2]
    #expect(expired.markup(by: try catalogue([:]), for: .test).html.contains("<p>The door is shut.</p>") as Bool)
    let nearer = try catalogue(["states/signed-out/expired": "<p>Shut again.</p>"])
    #expect(expired.markup(by: nearer, for: .test).html.contains("<p>Shut again.</p>") as Bool)
  }

  @Test func `the templates of a gate are verified with its view`() {
    #expect(throws: TemplateProblems.self) { try catalogue(["door/registered": "{{password}}"]) }
    #expect(throws: TemplateProblems.self) { try catalogue(["door/registered": "<p title={{name}}>"]) }
  }

  /// A gate with a reason that no sample shows.
  private enum Hatch: Gate {
    enum Reason: String, CaseIterable { case shut, stuck }

    static let name: ViewName = "hatch"
    static let samples = [GateSample<Hatch>(.shut, NoCaption())]
    typealias View = NoCaption
  }

  @Test func `a reason without a sample is reported, and its template verified`() throws {
    let texts = TestTemplates.texts.merging(["hatch/stuck": "{{oops}}"]) { $1 }
    let problems = #expect(throws: TemplateProblems.self) {
      try Catalogue(texts: texts, screens: TestTemplates.screens, gates: [Hatch.self], pieces: TestTemplates.pieces)
    }
    let told = problems?.problems.map { "\($0.template): \($0.message)" } ?? []
    #expect(told.contains("hatch: the gate has no sample of the reason stuck"))
    #expect(told.contains { $0.hasPrefix("hatch/stuck: {{oops}}") })
  }

  @Test func `a page with a gate is sent whole, with 401 and no tag, or with the status it is given`() async throws {
    let asking = try OnePageApp(["states/signed-out": "<p>The door is shut.</p>"], gates: [Door.self])
    var page = Page.notes {
      GateRegion<Door>("page", reason: .expired, Door.View(name: "Ann"))
    }
    let response = await asking.whole(page, [.secFetchDest: "document"])
    #expect(response.status == .unauthorized)
    #expect(response.headers[.eTag] == nil)
    #expect(try await response.html().contains("data-state=\"signed-out\"") as Bool)
    let rehearsing = try OnePageApp(
      ["states/signed-out": "<p>The door is shut.</p>"], rehearses: true, gates: [Door.self])
    for cue in ["signed-out", "signed-out:registered:wrong-password"] {
      let rehearsed = await rehearsing.whole(page, at: "/?rehearse=page:\(cue)")
      #expect(rehearsed.status == .unauthorized, "\(cue)")
      #expect(try await rehearsed.html().contains("data-reason=\"registered\"") as Bool, "\(cue)")
    }
    page.status = .tooManyRequests
    #expect(await asking.whole(page).status == .tooManyRequests)
  }
}
