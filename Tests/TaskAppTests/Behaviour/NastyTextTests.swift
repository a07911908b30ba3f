import HTTPTypes
import StatePages
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class NastyTextTests: WorldTests {
  private static let titles = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus=\"x", "<b>",
    "&lt;b&gt; &amp; &#39;",
    "<i>", "اتصل بالكهربائي \u{202E}abc", "👩‍👩‍👧‍👦 family", "a\u{200D}b\u{200C}c", "e\u{301} and \u{e9}",
    "{{title}} {{{x}}} {{> list}}",
    String(repeating: "x", count: 500), String(repeating: "👩‍👩‍👧‍👦", count: 40), "\u{2068}isolate",
    "</textarea></title><script>", "%3Cb%3E+x",
  ]
  private static let notes = [
    "\nleading line", "\n\n\ntwo more", "  spaces  \n\ttab ", "</textarea><script>alert(1)</script>", "a\r\nb\rc\n",
    "&amp;\n&lt;", "\u{301}starts with a mark", "trailing\n\n", "{{notes}}", "\u{200D}",
  ]

  private static func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

  @Test(arguments: titles)
  func `a title is shown as typed wherever it is printed, and runs nothing`(title: String) async throws {
    let list = try await world.makeList(String(title.prefix(100)))
    let added = try await world.press(
      world.form("/lists/\(list)/tasks", at: "/lists/\(list)"), typing: ["title": title])
    let page = try await world.follow(added).page
    let row = ShortText.ofRow(title)
    #expect(Self.bytes(page.titles().first) == Self.bytes(row))
    #expect(page.title.contains(title))
    let completed = try await world.submit("/tasks/1/complete")
    #expect(Self.bytes(completed.titles().first) == Self.bytes(row))
    _ = try await world.post("/tasks/1/reopen")
    for address in ["/lists", "/lists/\(list)", "/tasks/1", "/lists/\(list)/history"] {
      let answer = try await world.get(address)
      let shown = try answer.page
      #expect(!answer.body.contains("<script") && !answer.body.contains("<img"), "\(address)")
      let isThere = [row, title].contains { shown.text.contains($0) } || shown.value(of: "title") == title
      #expect(isThere, "\(address)")
      for element in shown.everything {
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(address)")
      }
    }
    #expect(Self.bytes(try await world.page("/tasks/1").value(of: "title")) == Self.bytes(title))
    _ = try await world.post("/tasks/1/delete")
    #expect(try await world.page("/trash").region("trash")?.text.contains(row) == true)
    #expect(try await world.page("/tasks/1").text.contains(title))
  }

  @Test(arguments: notes)
  func `notes that are opened and saved unchanged are the same, byte for byte, and make no change`(notes: String)
    async throws
  {
    let list = try await world.makeList()
    let task = try await world.add(TaskInput(title: "x", notes: notes), to: list)
    let stored = try await mine.task(task).notes
    #expect(Self.bytes(stored) == Self.bytes(notes.replacing("\r\n", with: "\n").replacing("\r", with: "\n")))
    let page = try await world.page("/tasks/\(task)")
    #expect(Self.bytes(page.value(of: "notes")) == Self.bytes(stored))
    let revision = try await mine.revision()
    #expect(try await world.press(page.form(to: "/tasks/\(task)")).status == .seeOther)
    #expect(try await mine.revision() == revision)
  }

  @Test(arguments: notes)
  func `refused notes are shown again as typed`(notes: String) async throws {
    let list = try await world.makeList()
    let task = try await world.add("x", to: list)[0]
    let form = try await world.form(at: "/tasks/\(task)")
    let page = try await world.press(form, typing: ["title": "", "notes": notes]).page
    let typed = notes.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let shown = page.value(of: "notes")?.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    #expect(Self.bytes(shown) == Self.bytes(typed))
    _ = try await world.press(page.form(to: "/tasks/\(task)"), typing: ["title": "x"])
    #expect(Self.bytes(try await mine.task(task).notes) == Self.bytes(typed))
  }
}

/// Remote text is untrusted: it is shown unchanged and has no effect.
final class NastyRemoteTextTests: WorldTests {
  private static let texts = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus=\"x", "<b>",
    "&lt;b&gt; &amp; &#39;", "\u{600}<i>", "{{title}} {{{x}}} {{> list}}", "</ul></details></main><script>",
    "\u{2068}isolate", "👩‍👩‍👧‍👦 family",
  ]

  private static func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

  @Test(arguments: texts)
  func `text of a source is shown unchanged wherever it is printed, and runs nothing`(text: String) async throws {
    let list = ReadList(
      format: .iCalendar, title: text,
      tasks: [
        PortableTask(
          uid: "open", draft: TaskDraft(title: text, notes: text, due: nil, priority: .low), section: text),
        PortableTask(
          uid: "done", draft: TaskDraft(title: text, notes: text, due: nil, priority: .none), completed: .unknown,
          section: text),
      ])
    let draft = try await world.draft("https://choir.example/", list)
    let (followed, _) = try await world.follow("https://club.example/", as: "Club", list)
    let task = try await world.followedTask(of: followed).id
    for (address, region) in [
      ("/remote/\(draft)", "preview"), ("/lists/\(followed)", "tasks"),
      (TaskFlow.addresses.address(of: .list(followed, .choosing(task))).text, "tasks"),
      ("/lists", "list-\(followed)"), ("/lists/\(followed)/history", "source-log"),
    ] {
      let answer = try await world.get(address)
      #expect(answer.status == .ok, "\(address)")
      let page = try answer.page
      #expect(!answer.body.contains("<script") && !answer.body.contains("<img"), "\(address)")
      for element in page.everything { #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(address)") }
      if region == "source-log" { continue }
      let titles = region.hasPrefix("list-") ? page.region(region)?.all("a").map(\.text) : page.titles(region)
      #expect(titles?.contains { Self.bytes($0) == Self.bytes(text) } == true, "\(address)")
    }
    let page = try await world.page(TaskFlow.addresses.address(of: .list(followed, .choosing(task))).text)
    let region = try #require(page.region("tasks"))
    #expect(Self.bytes(region.first("h3")?.text) == Self.bytes(text))
    let read = try await world.page("/tasks/\(task)")
    #expect(Self.bytes(read.first { $0["class"] == "note-text" }?.text) == Self.bytes(text))
    #expect(Self.bytes(try await world.page("/remote/\(draft)/name").value(of: "name")) == Self.bytes(text))
    let copied = try await world.submit(page.form(to: "/lists/\(followed)/copy"))
    #expect(Self.bytes(copied.titles().first) == Self.bytes(text))
  }

  @Test func `names of files and hosts are shown, and contain no markup`() async throws {
    for url in [
      "https://choir.example/%3Cscript%3E.txt", "https://choir.example/%22%20onload=%22x",
      "https://xn--bcher-kva.example/", "https://choir.example/%E2%80%AEtxt.exe", "https://choir.example/%00%0A",
    ] {
      let (list, source) = try await world.follow(url, as: url, .club)
      for address in ["/lists/\(list)", "/lists", "/remote/\(source)/address", "/lists/\(list)/history"] {
        let answer = try await world.get(address)
        #expect(answer.status == .ok && !answer.body.contains("<script"), "\(url) \(address)")
        for element in try answer.page.everything {
          #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(url) \(address)")
        }
      }
    }
  }
}
