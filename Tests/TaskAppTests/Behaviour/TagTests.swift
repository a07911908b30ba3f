import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Tags over HTTP: typed at the end of a line, in rows, found, and changed on their page.
struct TagTests {
  private let world: World
  private let list: ListID

  init() async throws {
    world = try await World()
    list = try await world.makeList("Kitchen")
  }

  private func type(_ line: String) async throws -> HTMLElement {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    return try await world.submit(form, typing: ["title": line])
  }

  private func open() async throws -> [TaskRow] { try await world.mine.openPage(1, of: 100, in: list).rows }

  private func tags(in page: HTMLElement) -> [String] {
    (page.region("tasks")?.all { $0["class"] == "tag" } ?? []).map(\.text)
  }

  private func tag(_ name: String) async throws -> TagID {
    try #require(try await world.mine.tags(of: 50).rows.first { $0.tag.name == name }).id
  }

  /// Sends a form of a page of a tag.
  private func send(_ action: String, at address: String, typing: [String: String] = [:]) async throws -> Answer {
    try await world.press(world.form(action, at: address), typing: typing)
  }

  @Test func `a word with a hash at the end of a line is a tag, and is literal again with one press`() async throws {
    let page = try await type("Sow peas #garden #spring")
    #expect(tags(in: page) == ["#garden", "#spring"])
    let row = try #require(try await open().first)
    #expect(row.title == "Sow peas" && row.tags.text == "garden spring")
    let literal = try #require(page.forms.first { $0.buttons.first?.words.contains("Keep as typed") == true })
    _ = try await world.press(literal, literal.buttons.first)
    let kept = try #require(try await open().first)
    #expect(kept.title == "Sow peas #garden #spring" && kept.tags.isEmpty)
  }

  @Test func `a tag of a row leads to the open tasks that have it`() async throws {
    let page = try await type("Sow peas #Küche")
    let link = try #require(page.all { $0["class"] == "tag" }.first?["href"])
    #expect(link == "/search?tag=K%C3%BCche")
    _ = try await type("Other")
    let found = try await world.page(link)
    #expect(found.region("results")?["data-state"] == "content")
    #expect(found.text.contains("Sow peas") && !found.text.contains("Other"))
    #expect(found.all("h1").map(\.text) == ["#Küche"] && found.form(to: "/search") == nil, "its tasks come first")
    #expect(try await world.page("/search?tag=K%C3%9CCHE").text.contains("Sow peas"))
    #expect(try await world.page("/search?tag=none").region("results")?["data-reason"] == "no-matches")
  }

  @Test(
    arguments: [
      ("%23garden", "", "garden", "Sow peas"), ("peas+%23Garden", "peas", "Garden", "Sow peas"),
      ("%23metoo+%23garden+peas", "#metoo peas", "garden", nil), ("%234711", "#4711", nil, "Invoice #4711"),
      ("%23metoo", "#metoo", nil, "Read #metoo"), ("read+%23metoo", "read #metoo", nil, "Read #metoo"),
      ("C%23", "C#", nil, "Learn C#"),
    ] as [(String, String, String?, String?)])
  func `a hash before a search word makes it the tag, if it is one of the account's`(
    query: String, text: String, tag: String?, found: String?
  ) async throws {
    _ = try await type("Sow peas #garden")
    for title in ["Invoice #4711", "Read #metoo", "Learn C#"] { try await world.add(TaskInput(title: title), to: list) }
    let page = try await world.page("/search?q=\(query)")
    if text.isEmpty {
      #expect(page.all("h1").map(\.text) == ["#\(tag ?? "")"])
    } else {
      #expect(page.all { $0["name"] == "q" }.first?["value"] == text)
      #expect(page.all { $0["id"] == "filter-tag" }.first?["value"] ?? "" == tag ?? "")
    }
    let rows = page.region("results")?.all { $0["class"] == "title" }.map(\.text) ?? []
    #expect(rows == (found.map { [$0] } ?? []))
  }

  @Test func `on Today, the name of a list is the list, other words are tags, and a rule stays`() async throws {
    let form = try await world.form(at: "/today")
    _ = try await world.press(form, typing: ["title": "Water the herbs every day #garden #kitchen"])
    let row = try #require(try await open().first)
    #expect(row.title == "Water the herbs")
    #expect(row.tags.text == "garden", "the other one is the list")
    #expect(row.repeats != nil && row.due != nil)
  }

  @Test func `a line with eleven tags is rejected, with the line kept`() async throws {
    let line = "Sow " + (1...11).map { "#t\($0)" }.joined(separator: " ")
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let answer = try await world.press(form, typing: ["title": line])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.value(of: "title") == line)
    #expect(try answer.page.text.contains("at most 10 tags"))
  }

  @Test func `the form of a task suggests the account's other tags after its own`() async throws {
    _ = try await type("Sow peas #garden")
    _ = try await type("Tiles #kitchen")
    let tiles = try #require(try await open().first { $0.title == "Tiles" })
    let page = try await world.page("/tasks/\(tiles.id)")
    #expect(page.value(of: "tags") == "kitchen")
    let options = page.all { $0["id"] == "known-tags" }.flatMap { $0.all { $0.name == "option" } }.map { $0["value"] }
    #expect(options == ["kitchen garden"])
    let wrong = try await world.press(page.form(to: "/tasks/\(tiles.id)"), typing: ["tags": "kitchen \"no\""])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.value(of: "tags") == "kitchen \"no\"")
    #expect(try wrong.page.text.contains("can’t be a tag"))
  }

  @Test func `a tag is renamed and removed on its page, each with an undo that leads back`() async throws {
    _ = try await type("Sow peas #gardn")
    let id = try await tag("gardn")
    let renamed = try await world.follow(send("/tags/\(id)", at: "/tags/\(id)", typing: ["name": "#garden"])).page
    #expect(renamed.all("h1").map(\.text) == ["#garden"])
    #expect(try await open().first?.tags.text == "garden")
    #expect(renamed.text.contains("Replaced \u{2068}#gardn\u{2069} by \u{2068}#garden\u{2069} in 1 task"))
    let undone = try await world.press(renamed.notice?.undoForms.first)
    #expect(undone.headers[.location]?.hasPrefix("/tags?did=") == true)
    #expect(try await open().first?.tags.text == "gardn")

    let removed = try await world.follow(send("/tags/\(try await tag("gardn"))/remove", at: "/search?tag=gardn")).page
    #expect(removed.region("tags")?["data-state"] == "empty")
    #expect(removed.text.contains("Removed \u{2068}#gardn\u{2069} from 1 task"))
    #expect(try await open().first?.tags.isEmpty == true)
  }

  @Test(arguments: ["", "two words", "\"x\""])
  func `a new name that is none is rejected at its field, and kept`(name: String) async throws {
    _ = try await type("Sow peas #garden")
    let address = "/tags/\(try await tag("garden"))"
    let answer = try await send(address, at: address, typing: ["name": name])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name")?.isEmpty == false && answer.page.text.contains("Sow peas"))
    #expect(try answer.page.value(of: "name") == name)
    #expect(try await open().first?.tags.text == "garden")
  }

  @Test func `selected tasks get and lose a tag`() async throws {
    _ = try await type("Sow peas")
    _ = try await type("Tiles #kitchen")
    func change(_ button: String, _ typed: String) async throws -> Answer {
      let form = try await world.form("/lists/\(list)/tasks/change", at: "/lists/\(list)?select")
      let fields = form.fields(pressing: form.buttons.first { $0.value == button }, typing: ["tags": typed])
      return try await world.post(form.action, fields: fields + [(name: "all", value: "all")])
    }
    let page = try await world.follow(change("tag", "#home")).page
    #expect(page.text.contains("Added \u{2068}#home\u{2069} to 2 tasks"))
    #expect(try await open().map(\.tags.text).sorted() == ["home", "kitchen home"])
    _ = try await change("untag", "Kitchen")
    #expect(try await open().map(\.tags.text) == ["home", "home"])
    let wrong = try await change("tag", " ")
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.text.contains("Enter a tag."))
    #expect(try await change("tag", "no,tag").status == .unprocessableContent)
  }

  @Test func `the history tells which tags changed`() async throws {
    _ = try await type("Sow peas #garden")
    let task = try #require(try await open().first?.id)
    _ = try await world.press(world.form(at: "/tasks/\(task)"), typing: ["tags": "home"])
    #expect(try await world.page("/lists/\(list)/history").text.contains("Tags: #garden → #home"))
  }
}
