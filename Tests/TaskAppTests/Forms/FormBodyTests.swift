import Hummingbird
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class FormBodyTests: WorldTests {
  @Test func `ticks are read by their numbers`() throws {
    let form = try FormBody("task-1=a&task-x=b&task-=c&task-20=d&task=e".utf8, reads: FormField.isKnown)
    #expect(form.fields.map(\.name) == ["task-1", "task-20"])
  }

  /// Those of the search and of a file that was taken along are a query, a file is read by its own form, and `ok` says nothing: lynx sends no form without a field by POST.
  @Test func `every field that a template sends is read`() throws {
    let others: Set = ["q", "show", "for", "since", "sort", "tag", "untagged", "file", "t", "ok"]
    for template in try House.files(in: House.templates, ending: "mustache") {
      let text = try House.text(of: template, in: House.templates)
      for field in text.matches(of: /<(?:input|select|textarea|button)\b[^>]*?\sname="([a-z][a-z0-9-]*)"/) {
        let name = String(field.output.1)
        #expect(FormField.isKnown(name) || name == FormField.at || others.contains(name), "\(template): \(name)")
      }
    }
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded", 303), ("application/x-www-form-urlencoded; charset=utf-8", 303),
    ("Application/X-WWW-Form-Urlencoded;charset=UTF-8", 303), ("application/json", 415), ("multipart/form-data", 415),
    ("text/plain", 415), ("", 415),
  ])
  func `only a form's content type is accepted`(type: String, status: Int) async throws {
    let answer = try await world.send(
      .post, "/lists", [.contentType: type, .secFetchSite: "same-origin"], body: "name=House")
    #expect(answer.status.code == status)
    if status == 415 { #expect(try answer.page.state("page") == "failed/wrong-type") }
  }

  @Test(arguments: [("gzip", 415), ("br, gzip", 415), ("identity", 303), ("", 303)])
  func `a form with an encoding is refused`(encoding: String, status: Int) async throws {
    for (address, type) in [
      ("/lists", "application/x-www-form-urlencoded"), ("/import", "multipart/form-data; boundary=x"),
    ] {
      let answer = try await world.send(
        .post, address, [.contentType: type, .contentEncoding: encoding, .secFetchSite: "same-origin"],
        body: "name=House")
      if status == 415 || address == "/lists" { #expect(answer.status.code == status, "\(address)") }
    }
  }

  @Test func `a form without a content type is refused`() async throws {
    let answer = try await World().send(.post, "/lists", [.secFetchSite: "same-origin"], body: "name=House")
    #expect(answer.status == .unsupportedMediaType)
  }

  @Test func `every form has its limit, and those for notes, many titles or many ticks have twice as much`() throws {
    for pattern in TaskFlow.addresses.formPatterns {
      let address = pattern.replacing("{id}", with: "1").replacing("{account}", with: "1")
        .replacing("{secret}", with: RichWorld.secret.description)
      let form = try #require(TaskForm(address))
      let large = [
        "/lists/{id}/tasks", "/lists/{id}/tasks/change", "/today/change", "/search/change", "/lists/{id}/copy",
        "/tasks/{id}",
        "/tasks/{id}/steps", "/import", "/add", "/tasks/{id}/comments", "/comments/{id}", "/comments/{id}/delete",
        // Sent with the form of the task whose page they are on.
        "/tasks/{id}/complete", "/tasks/{id}/reopen", "/tasks/{id}/due", "/tasks/{id}/skip", "/tasks/{id}/delete",
        "/tasks/{id}/fold", "/tasks/{id}/menu", "/tasks/{id}/bring-back", "/tasks/{id}/as-typed", "/changes/{id}/undo",
      ]
      let hasText = large.contains(pattern)
      #expect(form.limit == (hasText ? 256 : 128) * 1024, "\(pattern)")
    }
  }

  @Test(arguments: [
    ("/lists", FormBody.limit), ("/lists/1/tasks", FormBody.textLimit), ("/settings/password", FormBody.limit),
    ("/sign-in", FormBody.limit), ("/set-up", FormBody.limit),
  ])
  func `a form over its limit is refused and the connection closed`(address: String, limit: Int) async throws {
    _ = try await world.makeList()
    let answer = try await world.send(.post, address, .form, body: "title=" + String(repeating: "x", count: limit - 5))
    #expect(answer.status == .contentTooLarge)
    #expect(answer.headers[.connection] == "close")
    #expect(try answer.page.state("page") == "failed/form-too-large")
  }

  @Test func `the longest notes fit into a form`() async throws {
    let list = try await world.makeList()
    let task = try await world.add("x", to: list)[0]
    let version = try await world.version(of: task)
    let notes = String(repeating: "é", count: 32 * 1024)
    let answer = try await world.post(
      "/tasks/\(task)",
      fields: [("version", "\(version)"), ("title", "x"), ("notes", notes), ("due", ""), ("priority", "none")])
    #expect(answer.status == .seeOther)
    #expect(try await mine.task(task).notes == notes)
  }

  @Test(arguments: [
    ("/lists", ""), ("/lists", "title=x"), ("/lists/1", "name=x"), ("/lists/1", "name=x&version="),
    ("/lists/1", "version=1"),
    ("/lists/1", "name=x&version=one"), ("/lists/1/tasks", "version=1"), ("/lists/1/tasks", "title=x&version=-1"),
    ("/lists/1/move", "direction=sideways"), ("/lists/1/move", "position=1"), ("/tasks/1", "title=x"),
    ("/tasks/1", "title=x&version=1&list=none"), ("/tasks/1/move", "position=0"), ("/tasks/1/move", "position=x"),
    ("/tasks/1/move", ""),
  ])
  func `a missing or invalid hidden field is answered with 400, and nothing is done`(
    address: String, body: String
  ) async throws {
    let list = try await world.makeList()
    try await world.add("only", to: list)
    let revision = try await mine.revision()
    let answer = try await world.send(.post, address, .form, body: body)
    #expect(answer.status == .badRequest, "\(answer.words)")
    #expect(try answer.page.state("page") == "failed/form-unreadable")
    #expect(try await mine.revision() == revision)
  }
}
