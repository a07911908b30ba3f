import Hummingbird
import StatePages
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct FormBodyTests {
  @Test(arguments: [
    ("title=milk", "milk"), ("title=", ""), ("title", ""), ("title=a+b", "a b"), ("title=a%2Bb", "a+b"),
    ("title=%E2%82%AC", "€"),
    ("title=%e2%82%ac", "€"), ("title=a=b", "a=b"), ("title=%0D%0Ax", "\r\nx"), ("title=%00", "\0"), ("%74itle=x", "x"),
    ("&&title=x&", "x"), ("title=\u{e9}", "\u{e9}"), ("title=e\u{301}", "e\u{301}"), ("title=%26%3D%25", "&=%"),
  ])
  func `a field has the typed text, byte for byte`(body: String, value: String) throws {
    let form = try FormBody(body.utf8)
    #expect(form["title"].map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test(arguments: [
    "title=%", "title=%4", "title=%zz", "title=%+1", "title=%C3", "title=%ff%fe", "title=%ED%A0%80", "title=1&title=2",
    "name&name", "title=1&%74itle=2", "task-1=a&task-1=b",
  ])
  func `a body that is not a form is refused`(body: String) {
    #expect(throws: RequestProblem.self) { try FormBody(body.utf8) }
  }

  @Test func `fields keep their order, and a missing one is nil`() throws {
    let form = try FormBody("title=1&due=2".utf8)
    #expect(form.fields.map(\.name) == ["title", "due"])
    #expect(form["notes"] == nil)
  }

  @Test func `ticks are read by their numbers`() throws {
    let form = try FormBody("task-1=a&task-x=b&task-=c&task-20=d&task=e".utf8)
    #expect(form.fields.map(\.name) == ["task-1", "task-20"])
  }

  @Test func `unknown fields are ignored, however many there are`() throws {
    let form = try FormBody("utm=1&title=2&utm=3&Title=4".utf8)
    #expect(form.fields.map(\.name) == ["title"])
    #expect(form["utm"] == nil)
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded", 303), ("application/x-www-form-urlencoded; charset=utf-8", 303),
    ("Application/X-WWW-Form-Urlencoded;charset=UTF-8", 303), ("application/json", 415), ("multipart/form-data", 415),
    ("text/plain", 415), ("", 415),
  ])
  func `only a form's content type is accepted`(type: String, status: Int) async throws {
    let world = try await World()
    let answer = try await world.send(
      .post, "/lists", [.contentType: type, .secFetchSite: "same-origin"], body: "name=House")
    #expect(answer.status.code == status)
    if status == 415 { #expect(try answer.page.state("page") == "failed/wrong-type") }
  }

  @Test func `a form without a content type is refused`() async throws {
    let answer = try await World().send(.post, "/lists", [.secFetchSite: "same-origin"], body: "name=House")
    #expect(answer.status == .unsupportedMediaType)
  }

  @Test func `every form has its limit, and those for notes, many titles or many ticks have twice as much`() throws {
    for pattern in TaskFlow.forms.patterns {
      let form = try #require(TaskFlow.forms.step(at: pattern.replacing("{id}", with: "1")))
      let hasText = ["/lists/{id}/tasks", "/lists/{id}/copy", "/tasks/{id}"].contains(pattern)
      #expect(form.limit == (hasText ? 256 : 128) * 1024, "\(pattern)")
    }
  }

  @Test(arguments: [
    ("/lists", FormBody.limit), ("/lists/1/tasks", FormBody.textLimit), ("/settings/password", FormBody.limit),
    ("/sign-in", FormBody.limit), ("/set-up", FormBody.limit),
  ])
  func `a form over its limit is refused and the connection closed`(address: String, limit: Int) async throws {
    let world = try await World()
    _ = try await world.makeList()
    let answer = try await world.send(
      .post, address, .form, body: "title=" + String(repeating: "x", count: limit - 5))
    #expect(answer.status == .contentTooLarge)
    #expect(answer.headers[.connection] == "close")
    #expect(try answer.page.state("page") == "failed/form-too-large")
  }

  @Test func `the longest notes fit into a form`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("x", to: list)[0]
    let version = try await world.version(of: task)
    let notes = String(repeating: "é", count: 32 * 1024)
    let answer = try await world.post(
      "/tasks/\(task)",
      fields: [("version", "\(version)"), ("title", "x"), ("notes", notes), ("due", ""), ("priority", "none")])
    #expect(answer.status == .seeOther)
    #expect(try await world.store.task(task, for: world.account).notes == notes)
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
    let world = try await World()
    let list = try await world.makeList()
    try await world.add("only", to: list)
    let revision = try await world.store.revision(of: world.account)
    let answer = try await world.send(.post, address, .form, body: body)
    #expect(answer.status == .badRequest, "\(answer.words)")
    #expect(try answer.page.state("page") == "failed/form-unreadable")
    #expect(try await world.store.revision(of: world.account) == revision)
  }
}
