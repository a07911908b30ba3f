import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The section of the settings in which app passwords are made, renewed and ended.
final class AppPasswordPageTests: WorldTests {
  private func make(_ world: World, named name: String) async throws -> Answer {
    let form = try await world.form("/settings/app-passwords", at: "/settings")
    return try await world.press(form, typing: ["name": name])
  }

  private func password(_ page: HTMLElement) -> String? { page.element(id: "app-password")?.text }

  private func dav(_ world: World, _ password: String?) async throws -> HTTPResponse.Status {
    let text = Data("Ann:\(password ?? "")".utf8).base64EncodedString()
    return try await world.showing("none=1").send(.get, "/dav/", [.authorization: "Basic \(text)"]).status
  }

  @Test func `an app password is shown once, works at its address, and is renewed, ended and resumed`() async throws {
    let settings = try await world.page("/settings")
    #expect(settings.element(id: "app-address")?["value"] == "http://localhost/dav/")
    #expect(settings.state("app-passwords") == "empty/nothing-yet")
    let made = try await make(world, named: "Phone")
    let id = try #require(try await mine.appPasswords().first).id
    #expect(made.location == "/settings?new=\(id)#app-password")
    let shown = try await world.follow(made)
    #expect(shown.headers[.cacheControl]?.contains("no-store") == true)
    let old = try #require(password(shown.page))
    #expect(old.hasPrefix("\(id)-") && !(made.location ?? "").contains(old))
    #expect(try await dav(world, old) == .ok)
    #expect(try await password(world.page("/settings")) == nil)
    let other = world.showing(try await world.signIn(world.account))
    #expect(try await password(other.follow(made).page) == nil, "another session")
    func press(_ action: String) async throws -> Answer {
      try await world.press(world.form("/settings/app-passwords/\(id)/\(action)", at: "/settings"))
    }
    let new = password(try await world.follow(press("renew")).page)
    #expect(new != old && new != nil)
    #expect(try await dav(world, old) == .unauthorized)
    #expect(try await dav(world, new) == .ok)
    #expect(try await press("end").location == "/settings#app-\(id)")
    #expect(try await dav(world, new) == .unauthorized)
    #expect(try await world.page("/settings").element(id: "app-\(id)")?["class"] == "crossed-out")
    _ = try await press("resume")
    #expect(try await dav(world, new) == .ok)
    await world.app.writeUses(world.logger)
    #expect(try await world.page("/settings").region("app-passwords")?.text.contains("last used today") == true)
    let events = try await mine.accountEvents(limit: 9).events
    #expect(events.first { $0.kind == .appPasswordMade }?.times == 2)
  }

  @Test(arguments: [("", "Enter a name."), (String(repeating: "x", count: 51), "50")])
  func `a missing or too long name is told at its field, and stays there`(name: String, words: String) async throws {
    let answer = try await make(world, named: name)
    #expect(answer.status == .unprocessableContent)
    let field = try #require(try answer.page.element(id: "app-name"))
    #expect(field["value"] == name && field["aria-invalid"] == "true")
    #expect(try answer.page.element(id: "app-name-error")?.text.contains(words) == true, "\(answer.words)")
    #expect(try await mine.appPasswords().isEmpty)
  }

  @Test func `too many app passwords are refused in place, and a form sent twice makes one`() async throws {
    let form = try await world.form("/settings/app-passwords", at: "/settings")
    let first = try await world.press(form, typing: ["name": "Phone"])
    #expect(try await world.press(form, typing: ["name": "Phone"]).location == first.location)
    let other = world.showing(try await world.signIn(world.account))
    let again = try await other.press(form, typing: ["name": "Phone"])
    #expect(again.location == first.location)
    #expect(try await password(other.follow(again).page) == nil, "the secret of this form is of no app password")
    for _ in 1..<Limits.appPasswordsPerAccount {
      _ = try await mine.addAppPassword(
        AppPasswordName(validating: "Phone"), digest: AppPasswordSecret().digest, submission: .fresh())
    }
    let full = try await make(world, named: "Laptop")
    #expect(full.status == .unprocessableContent)
    #expect(try full.page.element(id: "app-name-error")?.text.contains("50 app passwords") == true)
    #expect(try full.page.element(id: "app-name")?["value"] == "Laptop")
  }

  @Test func `the history names the app password that a change was made with`() async throws {
    let list = try await world.makeList()
    _ = try await world.store[world.account, with: "Phone"].addTasks(
      [TaskDraft(validating: TaskInput(title: "Paint"))], to: list, submission: .fresh())
    #expect(try await world.page("/lists/\(list)/history").region("history")?.text.contains("by Phone") == true)
  }

  @Test func `the next page tells once what an app has deleted, with one undo`() async throws {
    let list = try await world.makeList()
    let tasks = try await world.add(3, to: list)
    let phone = world.store[world.account, with: "Phone"]
    for task in tasks.prefix(2) { _ = try await phone.deleteTask(task) }
    world.time.advance(by: .seconds(7_200))
    world.app.appDeletions.note(world.account)
    #expect(try await world.get("/settings").status == .ok, "a page without notices")
    let told = try await world.follow(world.get("/lists/\(list)"))
    let notice = try #require(try told.page.notice)
    #expect(notice.text.contains("Deleted 2 tasks · by Phone."), "\(notice.text)")
    #expect(try await world.get("/lists/\(list)").status == .ok, "once")
    let history = try await world.page("/lists/\(list)/history").region("history")?.text ?? ""
    #expect(history.contains("together with 1 task") && history.contains("by Phone"), "\(history)")
    let undone = try await world.follow(world.press(told.page.forms.first { $0.action.hasSuffix("/undo") }))
    #expect(try undone.page.notice?.text.contains("Restored 2 tasks") == true, "\(undone.words)")
    #expect(try await world.mine.openTasks(in: list).count == 3)
  }
}
