import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore
@testable import Tasks

/// Presses every button of one page after the other, also those of pages that have become old by that.
struct RandomButtonTests {
  /// More with `FOURFOLD_PRESSES`.
  private static let presses = ProcessInfo.processInfo.environment["FOURFOLD_PRESSES"].flatMap(Int.init) ?? 600

  @Test func `no button of any page answers that the server failed, whatever was pressed before`() async throws {
    let rich = try await RichWorld()
    for line in ["2026-11-20 FREQ=DAILY;FROM=COMPLETION", "2026-11-19 FREQ=WEEKLY;BYDAY=TH;COUNT=2"] {
      try await rich.world.add(TaskInput(title: "Water", due: String(line.prefix(10)), repeats: line), to: rich.garden)
    }
    let form = try await rich.world.form("/lists/\(rich.house)/tasks", at: "/lists/\(rich.house)?several")
    _ = try await rich.world.press(form, typing: ["titles": "Kitchen\n\tTiles\n\t\tGlue\n\tGrout\nHall"])
    var walk = Walk(world: rich.world)
    while walk.pressed < Self.presses { try await walk.pressEveryButtonOfAPage(upTo: Self.presses) }
    #expect(walk.statuses[.seeOther] ?? 0 > Self.presses / 5, "\(walk.statuses)")
    #expect(walk.failures == [])
    let found = try await rich.world.store.read { db in
      try (Contradiction.quick + Contradiction.slow).flatMap { try $0.findings(db).map(\.text) }
    }
    #expect(found == [])
  }
}

/// A reader who goes from page to page by links.
private struct Walk {
  let world: World
  var dice = Seeded(34)
  var addresses = ["/lists"]
  var pressed = 0
  var statuses: [HTTPResponse.Status: Int] = [:]
  var failures: [String] = []

  mutating func pressEveryButtonOfAPage(upTo most: Int) async throws {
    let address = addresses.randomElement(using: &dice) ?? "/lists"
    let answer = try await world.get(address)
    if answer.status.code >= 500 { failures.append("\(address): \(answer.status) \(answer.words)") }
    guard answer.status == .ok, answer.headers[.contentType]?.hasPrefix("text/html") == true else {
      addresses.removeAll { $0 == address }
      if addresses.isEmpty { addresses = ["/lists", "/today", "/trash"] }
      return
    }
    let page = try answer.page
    visit(page)
    for form in page.forms where form.method == "post" {
      for button in form.buttons where pressed < most && !endsTheWalk(form.action(of: button)) {
        try await press(button, of: form, on: page, at: address)
      }
    }
  }

  private mutating func press(_ button: Form.Button, of form: Form, on page: HTMLElement, at address: String)
    async throws
  {
    pressed += 1
    world.time.advance(by: .seconds(Int.random(in: 1...400, using: &dice)))
    let action = form.action(of: button)
    var fields = form.fields(pressing: button, typing: typed(in: form, on: page))
    fields += page.everything.compactMap(\.["name"]).filter { FormField.isTick($0) }.filter { _ in
      Bool.random(using: &dice)
    }.prefix(4).map { ($0, "on") }
    let answer = try await world.post(action, fields: fields)
    statuses[answer.status, default: 0] += 1
    if answer.status.code >= 500 {
      failures.append("“\(button.words)” to \(action) on \(address): \(answer.status) \(answer.words) \(fields)")
    }
    if action == "/trash/empty" { try await world.store.deleteRemoved() }
    guard answer.status == .seeOther, let next = answer.location else { return }
    let landing = try await world.get(next)
    if landing.status.code >= 500 { failures.append("\(next): \(landing.status) \(landing.words)") }
    if landing.status == .ok, landing.headers[.contentType]?.hasPrefix("text/html") == true { visit(try landing.page) }
  }

  /// Some texts, and other choices than those of the page.
  private mutating func typed(in form: Form, on page: HTMLElement) -> [String: String] {
    var typing: [String: String] = [:]
    for control in form.controls where Int.random(in: 0..<3, using: &dice) == 0 {
      if control.isTyped {
        typing[control.name] = text(for: control.name)
      } else if let menu = page.first({ $0.name == "select" && $0["name"] == control.name }) {
        typing[control.name] = menu.all("option").compactMap { $0["value"] }.randomElement(using: &dice)
      }
    }
    return typing
  }

  private mutating func text(for field: String) -> String {
    let texts =
      switch field {
      case "due", "start": ["", "2026-11-20", "2026-12-01", "2026-11-01"]
      case "time": ["", "09:30"]
      case "url": [World.choir, "https://choir.example/new.ics"]
      case "tags": ["", "kitchen", "a b"]
      case "position": ["1", "2", "9"]
      default:
        ["Paint", "Water every day", "Mow tomorrow #garden", "Call!! every! 2 days", "Sweep\n\tFloor\n\tStairs", " "]
      }
    return texts.randomElement(using: &dice) ?? ""
  }

  /// Remembers the addresses that the page links to.
  private mutating func visit(_ page: HTMLElement) {
    let links = page.everything.compactMap { $0["href"] }.map { String($0.prefix { $0 != "#" }) }
    let new = Set(links.filter { $0.hasPrefix("/") && !$0.hasPrefix("/settings/export") }).subtracting(addresses)
    addresses += new.sorted().shuffled(using: &dice).prefix(20)
    if addresses.count > 200 { addresses = Array(addresses.shuffled(using: &dice).prefix(100)) }
  }

  /// Whether a form ends the session or the account.
  private func endsTheWalk(_ action: String) -> Bool {
    action == "/sign-out" || action.hasPrefix("/settings/remove") || action.hasPrefix("/settings/password")
      || action.hasPrefix("/settings/sessions")
  }
}
