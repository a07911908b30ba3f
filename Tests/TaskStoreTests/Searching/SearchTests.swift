import Tasks
import Testing

@testable import TaskStore

final class SearchTests: WorldTests {
  @Test func `each word is found by its prefix, in any case, with any accents and in any order`() async throws {
    let list = try await world.list("House")
    try await world.add("Küchenfliesen bestellen", "Order kitchen tiles", "tile", "e\u{301}toile", "subtile", to: list)
    #expect(try await world.found("tile") == ["tile", "Order kitchen tiles"])
    #expect(try await world.found("TILES kit") == ["Order kitchen tiles"])
    #expect(try await world.found("kuchenfl BEST") == ["Küchenfliesen bestellen"])
    #expect(try await world.found("étoi") == ["e\u{301}toile"])
    #expect(try await world.found("tile kitten") == [])
    #expect(try await world.found("küchenfliesenleger") == [])
  }

  @Test func `a word longer than the indexed prefixes is found, too`() async throws {
    let list = try await world.list()
    let long = "Donaudampfschifffahrtsgesellschaft"
    try await world.add(long, to: list)
    for count in [19, 20, 21, 30, long.count] { #expect(try await world.found(String(long.prefix(count))) == [long]) }
    #expect(try await world.found(long + "skapitän") == [])
  }

  @Test func `a prefix of any length matches the words that begin with it`() async throws {
    let list = try await world.list()
    let titles = ["kitchen", "kitchenette", "kitchens", "kitten", "kit", "kitsch", "küchen"]
    for title in titles { try await world.add(title, to: list) }
    for word in titles {
      for count in 1...word.count {
        let typed = String(word.prefix(count))
        let plain = typed.replacing("ü", with: "u")
        let expected = titles.filter { $0.replacing("ü", with: "u").hasPrefix(plain) }
        #expect(try await world.found(typed).sorted() == expected.sorted(), "\(typed)")
      }
    }
    #expect(try await world.search("kitche", limit: 2).olderThan != nil)
    #expect(try await world.search("kitchene", limit: 1).olderThan == nil)
  }

  @Test func `words are marked in the title, and in an excerpt of the notes if the title lacks some`() async throws {
    let list = try await world.list("Tiles and tools")
    let notes =
      String(repeating: "word ", count: 40) + "the matt\nTILES of 12 m² " + String(repeating: "more ", count: 60)
    try await world.mine.addTasks(
      [draft("Order Fliesen – now", notes: notes), draft("tile tool")], to: list, submission: .fresh())
    let found = try await world.search("tile o")
    #expect(found.lists == [])
    let task = try #require(found.tasks.first)
    #expect(task.title.bracketed == "[Order] Fliesen – now")
    let excerpt = try #require(task.excerpt)
    #expect(excerpt.text.bracketed.contains("the matt [TILES] [of] 12 m² more"))
    #expect(excerpt.isCutBefore && excerpt.isCutAfter && excerpt.text.plain.utf8.count < 300)
    #expect(try await world.search("tool").tasks.first?.excerpt == nil)
    #expect(try await world.search("tool til").lists.map(\.name.bracketed) == ["[Tiles] and [tools]"])
  }

  @Test func `tags are found by their words as lists are, if tasks have them that are searched`() async throws {
    let list = try await world.list("House")
    let drafts = [
      try draft("Order", tags: "kitchen/Tiles shop"), try draft("Measure", tags: "Küche"),
      try draft("Old", tags: "tiled"), try draft("Gone", tags: "tiling"),
    ]
    let tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    try await world.mine.complete(tasks[2])
    try await world.mine.deleteTask(tasks[3])
    func tags(_ text: String, completed: Bool = false) async throws -> [String] {
      try await world.search(text, completed: completed).tags.map(\.name.bracketed)
    }
    #expect(try await tags("tile") == ["kitchen/[Tiles]"])
    #expect(try await tags("#tiles KITCH") == ["[kitchen]/[Tiles]"])
    #expect(try await tags("kuche") == ["[Küche]"])
    #expect(try await tags("tile", completed: true) == ["kitchen/[Tiles]", "[tiled]"])
    #expect(try await tags("tile shop") == [])
    #expect(try await world.found("tile shop") == ["Order"], "a task is found by its tags")
    #expect(try await world.found("tile", completed: true) == ["Old", "Order"])
    #expect(try await world.search("tile", before: tasks[1]).tags == [])
    let stranger = try await world.asStranger()
    #expect(try await stranger.search("tile").tags == [])
  }

  @Test func `of many tags with a name the first are found`() async throws {
    let list = try await world.list("House")
    let count = Limits.foundTags
    let drafts = try (1...count).map { try draft("Order", tags: "room-\(1_000 + $0)") }
    try await world.mine.addTasks(drafts, to: list, submission: .fresh())
    #expect(try await world.search("room").tags.count == count)
    #expect(try await !world.search("room").areTagsCut)
    try await world.mine.addTasks([try draft("Order", tags: "room")], to: list, submission: .fresh())
    let found = try await world.search("room")
    #expect(found.tags.count == count && found.tags[0].name.bracketed == "[room]")
    #expect(found.areTagsCut)
  }

  @Test func `completed tasks are found on request, those in the trash never`() async throws {
    let (list, other) = (try await world.list("House"), try await world.list("Attic"))
    let tasks = try await world.add("tile one", "tile two", "tile three", to: list)
    try await world.add("tile four", to: other)
    try await mine.complete(tasks[1])
    try await mine.deleteTask(tasks[2])
    try await mine.deleteList(other)
    #expect(try await world.found("tile") == ["tile one"])
    #expect(try await world.found("tile", completed: true).sorted() == ["tile one", "tile two"])
    try await mine.reopen(tasks[1])
    try await mine.restoreTask(tasks[2])
    try await mine.restoreList(other)
    #expect(try await world.found("tile").count == 4)
    #expect(try await world.store.quickCheck() == [])
  }

  @Test(arguments: [false, true])
  func `what is found does not depend on other accounts`(areThereOthers: Bool) async throws {
    if areThereOthers {
      let other = try await world.asStranger()
      try await other.add("bridelling elsewhere", to: try await other.list())
    }
    let list = try await world.list("House")
    let tasks = try await world.add(
      "Bridelling", "bridelling done", "bridelling deleted", "Brïdelling", "unbridelling", "bridelled", to: list)
    try await mine.complete(tasks[1])
    try await mine.deleteTask(tasks[2])
    #expect(try await world.found("BRIDELLing") == ["Brïdelling", "Bridelling"])
    #expect(try await world.found("bridelli", completed: true) == ["Brïdelling", "bridelling done", "Bridelling"])
    #expect(try await world.found("bridel").count == 3)
  }

  @Test(arguments: [
    "\"", "*", "-", "^", "( )", "–?!", "'", "+", ":", "{}", "\\", "\u{0}", "👩‍👩‍👧‍👦", "\u{200F}\u{202E}", "%", "\u{301}",
  ])
  func `a query without words is reported as such`(text: String) async throws {
    #expect(try await mine.search(text, by: .newest, of: 10) == .noWords)
  }

  @Test(arguments: [
    "NEAR(milk bread)", "milk AND bread", "milk OR bread", "NOT milk", "title:milk", "scope : milk", "\"milk", "milk*",
    "milk\"\"*", "{title} : milk", "-milk", "milk\u{0}bread", "^milk", "open", "o1", "d1", "search", "' OR 1=1 --",
    "اتصل", "\u{202E}milk",
  ])
  func `SQLite's query syntax is searched as words`(text: String) async throws {
    let list = try await world.list("none")
    try await world.add("milk", "bread", to: list)
    let hits = try await world.found(text)
    #expect(
      hits == (["\"milk", "milk*", "milk\"\"*", "-milk", "^milk", "\u{202E}milk"].contains(text) ? ["milk"] : []))
  }

  @Test func `too many words are refused, and repeated words count once`() async throws {
    let many = (0..<200).map { "w\($0)x" }.joined(separator: " ")
    #expect(try await mine.search(many, by: .newest, of: 10) == .tooManyWords)
    let same = Array(repeating: "milk mil mi", count: 1_000).joined(separator: " ")
    try await world.add("milk", to: try await world.list())
    #expect(try await world.found(same) == ["milk"])
  }
}
