import Foundation
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct SignedOutGateTests {
  private static let stories = Story.all(of: [], gates: [SignedOutGate.self])

  private func page(_ state: String) throws -> HTMLElement {
    let catalogue = try House.catalogue()
    let story = try #require(Self.stories.first { $0.state == state }, "\(state)")
    return try HTMLReader.page("<!doctype html>" + story.markup(by: catalogue, for: Samples.look).html)
  }

  @Test(arguments: [
    ("unregistered", "Welcome. Create the first account."), ("registered", "Sign in"),
    ("expired/kept", "You were signed out. Your draft was kept."),
    ("expired", "You were signed out. Sign in again."), ("sign-up", "Create account"),
    ("insecure", "This connection isn’t secure"),
  ])
  func `each reason has one heading that says what to do`(state: String, words: String) throws {
    #expect(try page(state).all("h1").map(\.text) == [words])
  }

  @Test(arguments: stories.map(\.state))
  func `no secret is printed again, and every described-by id is on the page`(state: String) throws {
    let page = try page(state)
    for input in page.all("input") {
      if input["type"] == "password" { #expect(input["value"] == nil) }
      #expect(input["maxlength"] == nil)
      for id in (input["aria-describedby"] ?? "").split(separator: " ") {
        #expect(page.element(id: String(id)) != nil, "\(id)")
      }
      if input["type"] != "hidden" { #expect(page.first { $0.name == "label" && $0["for"] == input["id"] } != nil) }
    }
    #expect(page.all { $0["autofocus"] != nil }.count == (state == "insecure" ? 0 : 1))
  }

  @Test(arguments: [
    ("registered", "username"), ("registered/mismatch", "password"), ("registered/too-many-tries", "password"),
    ("registered/no-password", "password"), ("expired", "password"), ("unregistered/invalid", "username"),
    ("unregistered/not-the-same", "password"), ("sign-up/taken", "username"), ("sign-up/same-as-name", "password"),
  ])
  func `the field to fill in next has the focus`(state: String, field: String) throws {
    #expect(try page(state).first { $0["autofocus"] != nil }?["id"] == field)
  }

  @Test func `every field has its autocomplete value`() throws {
    func kinds(_ state: String) throws -> [String] { try page(state).all("input").compactMap { $0["autocomplete"] } }
    #expect(try kinds("registered") == ["username", "current-password"])
    #expect(try kinds("unregistered") == ["username", "new-password", "new-password"])
    #expect(try kinds("sign-up") == ["username", "new-password", "new-password"])
  }

  @Test func `a mismatch does not reveal which of the two is wrong`() throws {
    let page = try page("registered/mismatch")
    #expect(page.element(id: "form-error")?.text == "Name and password don’t match.")
    for id in ["username", "password"] {
      #expect(page.element(id: id)?["aria-invalid"] == "true")
      #expect(page.element(id: id)?["aria-describedby"]?.hasPrefix("form-error") == true)
    }
  }

  @Test func `a refusal that typing did not cause marks no field as invalid`() throws {
    for state in ["registered/too-many-tries", "registered/busy"] {
      #expect(try page(state).first { $0["aria-invalid"] != nil } == nil)
    }
    #expect(
      try page("registered/too-many-tries").element(id: "form-error")?.text
        == "Too many attempts. Try again in 2 minutes.")
  }

  @Test(arguments: stories.map(\.state))
  func `the gate says that a form was not done only if one was sent`(state: String) throws {
    let words = "Your last action was not carried out. Sign in and try again."
    #expect(try page(state).text.contains(words) == state.hasSuffix("/not-done"))
  }

  @Test func `the next page and the saved draft are hidden fields of the form`() throws {
    let hidden = try page("expired/kept").all("input").filter { $0["type"] == "hidden" }
    #expect(hidden.map { $0["name"] } == ["next", "kept"])
    #expect(hidden.map { $0["value"] } == ["/trash", Samples.savedDraft.id.description])
  }
}
