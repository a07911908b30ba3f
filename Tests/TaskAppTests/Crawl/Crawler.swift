import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

/// Visits every page of a world by its links.
struct Crawler {
  /// A page with its address.
  struct Found {
    let address: String
    let page: HTMLElement
  }

  /// A form with one of its buttons.
  struct Step: CustomStringConvertible {
    let origin: Found
    let form: Form
    let button: Form.Button?

    var description: String { "“\(button?.words ?? "Enter")” to \(form.action) on \(origin.address)" }
    /// Whether its changes may not be undoable any more, as in the history.
    var mayConflict: Bool { origin.address.contains("/history") }
    /// Whether its page is about a source that is not followed yet, and disappears when it is.
    var isFollowing: Bool { origin.page.first("h1")?.text == "Follow a list by link" }
    /// Whether its page is about a file to import.
    var isImporting: Bool { form.action.hasPrefix("/import") }
    /// Whether it needs a tick, and has none.
    var hasNoTick: Bool {
      (form.action.hasSuffix("/copy") && button?.name == nil || form.action.hasSuffix("/change"))
        && !form.controls.contains { $0.name.hasPrefix("task-") }
    }
    /// Whether it asks for the same form again, with more in it.
    var savesNothing: Bool { button?.name == FormField.showDates }
    /// Whether the form of a task is sent along with another one.
    var isAlong: Bool {
      form.controls.contains { $0.name == FormField.editing } && form.action.split(separator: "/").count != 2
    }
    /// The field for steps that its button adds; nil for any other button.
    var stepsField: String? {
      guard form.action.hasSuffix("/steps") else { return nil }
      return button?.name == FormField.then ? FormField.subtasks : FormField.subtask
    }
    /// Whether it is about the account or its saved drafts.
    var isAboutAccount: Bool { origin.address.hasPrefix("/settings") || origin.address.hasPrefix("/drafts") }
  }

  let world: World
  private(set) var found: [Found] = []

  /// Every page of a world that links lead to, and those that only redirects lead to.
  init(_ rich: RichWorld) async throws {
    try await self.init(
      rich.world,
      from: [TaskFlow.Step.overview(), .savedDraft(rich.kept), .follow(.preview(rich.draft))].map {
        TaskFlow.addresses.address(of: $0).text
      })
  }

  /// Every page that can be reached from `starts`. By default, each must have status 200.
  init(_ world: World, from starts: [String], anyStatus: Bool = false) async throws {
    self.world = world
    var waiting = starts
    var seen: Set<String> = []
    while let address = waiting.popLast() {
      guard seen.insert(address).inserted else { continue }
      let answer = try await world.get(address)
      #expect(anyStatus || answer.status == .ok, "\(address)")
      // A download is not a page.
      guard answer.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
      let page = try answer.page
      found.append(Found(address: address, page: page))
      waiting += page.everything.compactMap { $0["href"] }.map { $0.prefix { $0 != "#" } }.filter { !$0.isEmpty }
        .map(String.init).filter { !Self.isEndless(from: address, to: $0) && !Self.isElsewhere($0) }
    }
  }

  /// Whether a link leads from some days of Upcoming to others, since a calendar has no end.
  static func isEndless(from address: String, to link: String) -> Bool {
    func days(_ address: String) -> [String] {
      guard address.contains("/upcoming?") else { return [] }
      return address.matches(of: /[?&]((?:day|from|view)=[^&#]*)/).map { String($0.output.1) }
    }
    let (here, there) = (days(address), days(link))
    return !here.isEmpty && !there.isEmpty && here != there
  }

  /// Whether a link leads out of the app, as those in notes do.
  static func isElsewhere(_ link: String) -> Bool { link.prefixMatch(of: /[a-z]+:/) != nil }

  /// Every button of every form of every page, without duplicates.
  var steps: [Step] {
    var seen: Set<String> = []
    return found.flatMap { origin in
      origin.page.forms.filter { $0.method == "post" }.flatMap { form in
        form.buttons.map { button in
          var sent = form
          sent.action = form.action(of: button)
          return Step(origin: origin, form: sent, button: button)
        }
      }
    }.filter { step in
      seen.insert("\(step.form.action)?\(Form.encoded(step.form.fields(pressing: step.button)))").inserted
    }
  }
}
