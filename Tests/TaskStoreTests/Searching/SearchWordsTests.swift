import Tasks
import Testing

@testable import TaskStore

/// Which tasks the words of a search find.
struct SearchWordsTests {
  private let world: World
  private let list: ListID

  init() async throws {
    world = try World()
    list = try await world.list()
  }

  private func add(_ titles: String...) async throws {
    for title in titles { try await world.add(title, to: list) }
  }

  private func found(_ text: String) async throws -> [String] { try await world.found(text).sorted() }

  @Test func `a word after a hyphen excludes`() async throws {
    try await add("milk and bread", "milk, oat", "bread", "milkshake", "well-known milk")
    #expect(try await found("milk -bread") == ["milk, oat", "milkshake", "well-known milk"])
    #expect(try await found("milk -bread -oat") == ["milkshake", "well-known milk"])
    #expect(try await found("-bread milk -\"milk oat\"") == ["milkshake", "well-known milk"])
    #expect(try await found("bread -milk") == ["bread"])
    #expect(try await found("well-known") == ["well-known milk"], "a hyphen inside of a word excludes nothing")
    #expect(try await found("milk - oat") == ["milk, oat"], "a hyphen alone excludes nothing")
    let answer = try await world.mine.search("-milk", by: .newest, of: 10)
    #expect(answer == .noWords)
  }

  @Test func `words in quotation marks are found next to each other, and whole`() async throws {
    try await add("buy oat milk", "oat and milk", "milk oat", "buy oat milkshake")
    #expect(try await found("\"oat milk\"") == ["buy oat milk"])
    #expect(try await found("„oat milk“") == ["buy oat milk"])
    #expect(try await found("buy \"oat milk\"") == ["buy oat milk"])
    #expect(try await found("oat milk") == ["buy oat milk", "buy oat milkshake", "milk oat", "oat and milk"])
    #expect(try await found("\"milk\"") == ["buy oat milk", "milk oat", "oat and milk"])
    #expect(try await found("oat -\"milk oat\"") == ["buy oat milk", "buy oat milkshake", "oat and milk"])
    #expect(try await found("\"oat mil") == ["buy oat milk", "buy oat milkshake", "milk oat", "oat and milk"])
    #expect(try await found("oat \"\"").count == 4)
    let marked = try await world.search("buy \"oat milk\"").tasks.map(\.title.bracketed)
    #expect(marked == ["[buy] [oat milk]"] || marked == ["[buy] [oat] [milk]"])
  }

  @Test func `what is excluded is not found in notes, tags, names of lists and followed lists either`() async throws {
    _ = try await world.mine.addTasks(
      [try draft("paint", notes: "the red door"), try draft("paint too", notes: "the blue door")], to: list,
      submission: .fresh())
    _ = try await world.list("Paint red")
    #expect(try await found("paint -red") == ["paint too"])
    #expect(try await world.search("paint -red").lists.map(\.name.plain) == [])
    #expect(try await world.search("paint red").lists.map(\.name.plain) == ["Paint red"])
  }

  @Test(arguments: [
    ("Müller", "Mueller"), ("Mueller", "Müller"), ("Muller", "Müller"), ("Müller", "Muller"), ("Straße", "Strasse"),
    ("Käse", "Kaese"), ("Öl", "Oel"), ("مكتبة", "مكتبه"), ("مستشفى", "مستشفي"), ("مسؤول", "مسئول"),
    ("مرحـــبا", "مرحبا"), ("صفحة ٢٥", "25"), ("صفحة 25", "٢٥"), ("البيت", "بيت"), ("والبيت", "بيت"), ("للبيت", "بيت"),
    ("بالبيت", "البيت"), ("بيت", "البيت"), ("أحمد", "احمد"),
  ])
  func `spellings of a word find each other`(title: String, text: String) async throws {
    try await add(title, "Tom")
    #expect(try await found(text) == [title])
    #expect(try await world.store.searchProblems() == [])
    #expect(try await world.search(text).tasks.first?.title.bracketed.contains("[") == true)
  }

  @Test(arguments: [("Muse", "Müse"), ("الم", "م"), ("duck", "due")])
  func `other words do not`(title: String, text: String) async throws {
    try await add(title)
    #expect(try await found(text) == (title == "Muse" ? ["Muse"] : []))
  }
}
