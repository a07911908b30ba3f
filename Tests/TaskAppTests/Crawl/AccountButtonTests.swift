import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Every button of the settings and of saved drafts, each pressed in a world of its own: its effect, and its undo if there is
/// one.
struct AccountButtonTests {
  @Test func `every button about the account has its listed effect`() async throws {
    let rich = try await RichWorld()
    var pressed: Set<String> = []
    for step in try await Crawler(rich).steps where step.isAboutAccount {
      let world = try rich.world.copy()
      let scene = Scene(step: step, world: world, rich: rich)
      let button = step.form.action.replacing(/\d+/, with: "{id}") + " " + (step.button?.words ?? "")
      pressed.insert(button)
      switch button {
      case "/sign-out Sign out": try await scene.signsOut()
      case "/settings Save": try await scene.saves()
      case "/settings/password Change password": try await scene.changesThePassword()
      case "/settings/sessions/{id}/revoke End session: Unknown browser · signed in today at 15:00":
        try await scene.signsOutThere()
      case "/settings/sessions/revoke Sign out everywhere else": try await scene.signsOutThere()
      case "/settings/export Export everything": try await scene.exports()
      case "/settings/remove Delete account": try await scene.removes()
      case "/settings/feeds Make a feed of Today": try await scene.makesAFeed()
      case "/settings/feeds/{id}/renew Renew the address of “House”": try await scene.makesAFeed()
      case "/settings/feeds/{id}/end End the feed of “House”": try await scene.endsAFeed()
      case "/settings/app-passwords Make an app password",
        "/settings/app-passwords/{id}/renew Renew the app password of “Phone”":
        try await scene.makesAnAppPassword()
      case "/settings/app-passwords/{id}/end Revoke the app password of “Phone”": try await scene.endsAFeed()
      case "/settings/reminders Save": try await scene.saves()
      case "/settings/reminders/{id}/confirm Send again to ann@unconfirmed.example": try await scene.tests()
      case "/settings/reminders/{id}/end Remove ann@unconfirmed.example": try await scene.endsAFeed()
      case "/settings/reminders/{id}/test Send a test to ntfy.example/rich-topic": try await scene.tests()
      case "/settings/reminders/{id}/end Remove ntfy.example/rich-topic": try await scene.endsAFeed()
      // They need something typed; `RemindersTests` has them.
      case "/settings/reminders/mail Add", "/settings/reminders/ntfy Add", "/settings/reminders/webhook Add": break
      case "/lists/{id} Save": try await scene.savesWhatWasKept()
      case "/drafts/{id}/discard Discard": try await scene.discards()
      default: Issue.record("\(step): nothing is stated of it yet")
      }
    }
    #expect(pressed.count == 23, "\(pressed)")
  }

  /// A button, and the world in which it is pressed.
  private struct Scene {
    let step: Crawler.Step
    let world: World
    let rich: RichWorld

    private func press(_ typing: [String: String] = [:]) async throws -> Answer {
      let answer = try await world.press(step.form, step.button, typing: typing)
      #expect(answer.status == .seeOther, "\(step): \(answer.status) \(answer.words)")
      return answer
    }

    /// The page again, in the same browser.
    private func seen(_ world: World) async throws -> HTMLElement { try await world.page(step.origin.address) }

    func signsOut() async throws {
      let answer = try await press()
      #expect(answer.location == "/lists")
      #expect(try await world.follow(answer).status == .unauthorized)
      let back = try await world.post("/sign-in", ["username": "Ann", "password": World.password])
      #expect(try await seen(world.showing(back.cookie)).form(to: "/sign-out") != nil)
    }

    func saves() async throws {
      let unchanged = try await world.follow(press())
      #expect(try unchanged.page.notice?.text.contains("saved") == true)
      #expect(try await seen(world) == step.origin.page)
      // Every choice, of the many time zones only a few, and back again.
      for control in step.form.controls {
        for value in step.origin.page.choices(of: control.name).prefix(8) where value != control.value {
          let fields = step.form.controls.map { ($0.name, $0.name == control.name ? value : $0.value) }
          let saved = try await world.follow(world.post(step.form.action, fields: fields))
          #expect(try saved.page.value(of: control.name) == value, "\(control.name)=\(value)")
          #expect(try saved.page.notice != nil, "in the language that was chosen")
        }
      }
      _ = try await press()
      #expect(try await seen(world) == step.origin.page)
    }

    func changesThePassword() async throws {
      let new = "another day in the garden"
      let changed = try await press(["password": World.password, "new-password": new, "password-again": new])
      #expect(try await world.follow(changed).status == .unauthorized, "the old cookie is of no use any more")
      let after = world.showing(changed.cookie)
      #expect(try await after.follow(changed).page.notice != nil)
      let back = try await after.press(
        step.form, step.button,
        typing: ["password": new, "new-password": World.password, "password-again": World.password])
      #expect(back.status == .seeOther)
    }

    func signsOutThere() async throws {
      let landing = try await world.follow(press()).page
      #expect(landing.notice != nil)
      let sessions = try await world.mine.sessions()
      #expect(sessions.count == 1 && sessions[0].agent == "Test")
      #expect(landing.forms.allSatisfy { !$0.action.hasPrefix("/settings/sessions") })
    }

    func exports() async throws {
      for password in ["", World.password] {
        let answer = try await world.press(step.form, step.button, typing: ["password": password])
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
      }
      #expect(try await seen(world) == step.origin.page, "nothing has changed by it")
    }

    func removes() async throws {
      let answer = try await press(["password": World.password])
      #expect(answer.location == "/lists")
      let landing = try await world.follow(answer)
      #expect(landing.status == .unauthorized)
      #expect(try landing.page.state("page") == "signed-out/unregistered")
    }

    func makesAFeed() async throws {
      let landing = try await world.follow(press()).page
      #expect(landing.element(id: "feed-address")?["value"]?.hasSuffix(".ics") == true)
    }

    func tests() async throws {
      let landing = try await world.follow(press()).page
      let id = step.form.action.split(separator: "/")[2]
      #expect(landing.element(id: "channel-\(id)")?.first { $0["role"] == "status" } != nil)
    }

    func makesAnAppPassword() async throws {
      let landing = try await world.follow(press(["name": "Laptop"])).page
      #expect(landing.element(id: "app-password") != nil)
    }

    func endsAFeed() async throws {
      let landing = try await world.follow(press()).page
      let undo = try #require(landing.form(to: step.form.action.replacing("/end", with: "/resume")))
      #expect(try await world.follow(world.press(undo)).status == .ok)
      #expect(try await seen(world) == step.origin.page)
    }

    func savesWhatWasKept() async throws {
      let landing = try await world.follow(press()).page
      #expect(landing.first("h1")?.text == "Home")
      #expect(try await world.get(step.origin.address).status == .notFound, "it is kept no longer")
      let back = try await world.submit(landing.notice?.undoForms.first)
      #expect(back.first("h1")?.text == "House")
    }

    func discards() async throws {
      #expect(try await world.follow(press()).status == .ok)
      #expect(try await world.get(step.origin.address).status == .notFound)
      #expect(try await world.page("/lists/\(rich.house)").first("h1")?.text == "House")
    }
  }
}

extension HTMLElement {
  /// The choices of a field.
  fileprivate func choices(of name: String) -> [String] {
    all { $0["name"] == name }.flatMap { field in
      field.name == "select" ? field.all("option").compactMap { $0["value"] } : [field["value"]].compactMap(\.self)
    }
  }
}
