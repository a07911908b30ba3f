import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Every button on every page of lists and tasks works, and its effect can be undone.
final class ButtonTests: RichTests {
  /// The text for empty fields.
  private static let typed = "Something new"
  private static let address = "https://choir.example/new.ics"

  @Test
  func `every form of each page is accepted, leads to an existing place, and its undo restores the page`()
    async throws
  {
    let crawler = try await Crawler(rich)
    let steps = crawler.steps.filter { !$0.isAboutAccount && !$0.savesNothing }
    #expect(steps.count > 100)
    for step in steps { try await take(step, of: world) }
  }

  @Test func `every form with changed text is accepted as well`() async throws {
    let crawler = try await Crawler(rich)
    for step in crawler.steps
    where !step.isAboutAccount && !step.savesNothing && step.form.controls.contains(where: \.isTypedIn) {
      var typing: [String: String] = [:]
      for control in step.form.controls
      where control.isTyped && (!Self.subtasks.contains(control.name) || step.form.action.hasPrefix("/comments/"))
        && !Self.dates.contains(control.name) && !control.name.hasPrefix("repeat-")
      {
        // A tag is one word.
        typing[control.name] = control.value + (step.form.action.hasPrefix("/tags/") ? "-" : " ") + "changed"
      }
      let did = try await take(step, of: world, typing: typing)
      #expect(did, "\(step)")
    }
  }

  /// Fields in which other text is refused.
  private static let dates: Set = ["due", "time", "start"]
  /// Fields for steps and for a comment, which every button of their page adds.
  private static let subtasks: Set = [FormField.subtask, FormField.subtasks, FormField.comment]

  /// Whether the form had an effect.
  @discardableResult
  private func take(_ step: Crawler.Step, of origin: World, typing: [String: String] = [:]) async throws -> Bool {
    let world = try origin.copy()
    var typing = typing
    for control in step.form.controls
    where control.isTyped && control.value.isEmpty && control.name != "notes" && !Self.dates.contains(control.name)
      && !Self.subtasks.contains(control.name) && !step.isAlong
    { typing[control.name] = Self.typed }
    // Changed text that another button saves as well is a change of its own, with an undo of its own.
    let isSecond = (step.button?.name == "then" || step.isAlong) && !typing.isEmpty
    if let field = step.stepsField { typing[field] = Self.typed }
    if step.form.action.hasSuffix("/comments") { typing[FormField.comment] = Self.typed }
    if step.form.controls.contains(where: { $0.name == "url" }) { typing["url"] = Self.address }
    if step.form.controls.contains(where: { $0.name == FormField.username }) {
      // An invitation is for an account that is there.
      typing[FormField.username] = "Somebody"
      _ = try await world.store.addAccount(Username(validating: "Somebody"), password: World.record)
    }
    // A second later, so that a request for a fetch is older than its result.
    world.time.advance(by: .seconds(1))
    var pressed: Answer?
    let sent = EventRecorder()
    try await EventRecorder.$current.withValue(sent) {
      pressed = try await world.press(step.form, step.button, typing: typing)
    }
    let answer = try #require(pressed)
    if step.hasNoTick {
      #expect(answer.status == .unprocessableContent, "\(step)")
      return false
    }
    if step.mayConflict, [.conflict, .gone].contains(answer.status) { return false }
    #expect(answer.status == .seeOther, "\(step): \(answer.status) \(answer.words)")
    guard answer.status == .seeOther else { return false }
    // A button sends one event, and leads where the flow says.
    #expect(sent.all.count == 1, "\(step): \(sent.all)")
    for (event, at) in sent.all {
      let next = try #require(world.app.flow.destination(after: event, at: at), "\(step): \(event)")
      #expect(answer.location.flatMap { PageAddress($0) }?.path == next.path, "\(step): \(event)")
    }
    let landing = try await land(answer, in: world, after: "\(step)")

    if step.form.action == "/trash/empty" {
      // Work that takes longer than a response should continues in the background.
      try await world.store.deleteRemoved()
      #expect(try await world.page("/trash").state("trash") == "empty/nothing-yet", "\(step)")
      return true
    }
    guard let did = answer.location?.firstMatch(of: /did=(\d+)/)?.output.1 else {
      // A draft is not a list yet, and has no undo.
      if step.isFollowing || step.isImporting { return true }
      // How an account looks at a list or a tag is a setting, and has no undo.
      if step.form.action.hasSuffix("/view") || step.form.action.hasSuffix("/color") { return true }
      // A section is unfolded with the button that folds it.
      if step.form.action.hasSuffix("/fold") { return true }
      // Feeds and app passwords are ended and resumed with buttons of their own.
      let secrets = ["/feeds", "/app-passwords", "/reminders"]
      if secrets.contains(where: { step.form.action.contains($0) }) { return true }
      #expect(
        try await seen(step.origin.address, in: world) == step.origin.page.withoutVersions, "\(step) did something")
      return false
    }
    let undo = try #require(landing.form(to: "/changes/\(did)/undo"), "\(step): no undo at \(answer.location ?? "")")
    let undone = try await world.press(undo)
    #expect(undone.status == .seeOther, "undo of \(step): \(undone.status) \(undone.words)")
    guard undone.status == .seeOther else { return true }
    try await land(undone, in: world, after: "undo of \(step)")
    if !step.origin.address.contains("/history"), !step.origin.address.hasPrefix("/tags/"), !isSecond, !step.isFollowing
    {
      #expect(try await seen(step.origin.address, in: world) == step.origin.page.withoutVersions, "undo of \(step)")
    }
    return true
  }

  @discardableResult
  private func land(_ answer: Answer, in world: World, after step: String) async throws -> HTMLElement {
    let landing = try await world.follow(answer)
    #expect(landing.status == .ok, "\(step): \(answer.location ?? "")")
    let page = try landing.page
    if let fragment = answer.fragment {
      #expect(page.element(id: fragment) != nil, "\(step): no \(fragment) at \(answer.location ?? "")")
    }
    return page
  }

  private func seen(_ address: String, in world: World) async throws -> HTMLElement {
    try await world.page(address).withoutVersions
  }
}

extension TaskFlow {
  /// The address after an event of this flow, or of one that is mounted in it; nil for the event of another flow.
  fileprivate func destination(after event: Any, at step: Any) -> PageAddress? {
    switch (event, step) {
    case (let event as Event, let step as Step): address(after: event, at: step)
    case (let event as FollowEvent, .form(let form) as FollowStep):
      intents(at: .form(.follow(form))).address(of: event)
    case (let event as ImportEvent, .form(let form) as ImportStep):
      intents(at: .form(.importing(form))).address(of: event)
    case _: nil
    }
  }
}

extension Form.Control {
  fileprivate var isTypedIn: Bool { isTyped && !value.isEmpty }
}

extension HTMLElement {
  /// The page without the numbers that every write increments, and without those of tags: a tag that is restored is a new one.
  fileprivate var withoutVersions: HTMLElement {
    var attributes = attributes
    if ["version", "revision"].contains(attributes["name"]) { attributes["value"] = "" }
    if name == "form" { attributes["name"] = nil }
    attributes = attributes.mapValues { !$0.contains("tag") ? $0 : $0.replacing(/tag(s\/|-)\d+/, with: "tag") }
    var element = HTMLElement(name: name, attributes: attributes)
    // An undo changes the task once more.
    if attributes["class"]?.contains("task-dates") == true { return element }
    element.children = children.map { child in
      switch child {
      case .text: child
      case .element(let inner): .element(inner.withoutVersions)
      }
    }
    return element
  }
}

struct LinkTests {
  @Test func `every link leads to an existing page, and to an existing place on it`() async throws {
    let crawler = try await Crawler(RichWorld())
    #expect(crawler.found.count > 20)
    let pages = Dictionary(uniqueKeysWithValues: crawler.found.map { ($0.address, $0.page) })
    for (address, page) in pages {
      for link in page.everything.compactMap({ $0["href"] })
      where link.contains("#") && !Crawler.isEndless(from: address, to: link) {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let target = try #require(parts[0].isEmpty ? page : pages[parts[0]], "\(link) on \(address)")
        #expect(target.element(id: parts[1]) != nil, "\(link) on \(address) leads to no place")
      }
    }
  }

  @Test func `every page is sound: unique ids, fields with labels and descriptions, one h1, a skip link`()
    async throws
  {
    for (address, page) in try await Crawler(RichWorld()).found.map({ ($0.address, $0.page) }) {
      let ids = page.everything.compactMap { $0["id"] }
      #expect(Set(ids).count == ids.count, "\(address)")
      for attribute in ["for", "aria-describedby", "aria-labelledby", "form", "popovertarget"] {
        for id in page.everything.compactMap({ $0[attribute] }).flatMap({ $0.split(separator: " ") }) {
          #expect(ids.contains(String(id)), "\(attribute)=\(id) on \(address)")
        }
      }
      #expect(page.all("h1").count == 1, "\(address)")
      // A file that is taken along has nothing to skip.
      let skip = page.first { $0["class"] == "skip" }?["href"]
      #expect(["#main", "#task"].contains(skip) || address.hasSuffix("/take-along"))
      for button in page.all("button") {
        #expect(!(button["aria-label"] ?? button.text).isEmpty, "a button without a name on \(address)")
      }
      let names = page.all { $0["data-region"] != nil }.compactMap { $0["data-region"] }
      #expect(Set(names).count == names.count, "\(address)")
      #expect(page.all("form").allSatisfy { $0.all("form").count <= 1 }, "a form within a form on \(address)")
      for element in page.everything {
        #expect(element.name != "script" && element["style"] == nil, "\(address)")
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(address)")
      }
    }
  }

  @Test func `every action of a row is one image button with a name of its own`() async throws {
    let world = try await World()
    let tasks = try await world.add("a", "b", "c", to: world.makeList())
    _ = try await world.post("/tasks/\(tasks[1])/steps", ["step": "step"])
    let done = try await world.post("/tasks/\(tasks[2])/complete")
    let page = try await world.follow(done).page
    let rows = page.all { $0["class"]?.hasPrefix("task-row") == true }
    #expect(rows.count >= 3)
    for row in rows {
      #expect(row.all("form").isEmpty && row.all("button").allSatisfy { $0["popovertarget"] != nil })
      let names = row.all("input").map { $0["alt"] ?? "" }
      #expect(!names.isEmpty && !names.contains("") && Set(names).count == names.count, "\(names)")
      let inputs = row.all("input")
      #expect(inputs.allSatisfy { $0["type"] == "image" && $0["form"] == "row" && $0["name"]?.first == "/" })
      #expect(row.everything.count <= 23, "\(row.everything.count) elements")
    }
  }
}
