import Foundation
import Tasks
import Testing

@testable import TaskStore

/// What the index takes for the same word, and for a word.
final class FoldingTests: WorldTests {
  /// Typed words, and titles with the matches in brackets.
  @Test(arguments: [
    // Case.
    ("STRASSE", "[Straße]"), ("straße", "[STRASSE] 5"), ("ΟΔΟΣ", "[οδός]"), ("οδος", "[Οδός]"), ("οδοσ", "[οδός] 5"),
    ("istanbul", "[İstanbul]"), ("ISPARTA", "[ısparta]"), ("ДОМ", "[дом]"),
    // Accents, composed or not.
    ("Κωστας", "[Κώστας]"), ("Κώστας", "[ΚΩΣΤΑΣ]"), ("елка", "[ёлка]"), ("ёлка", "[ЕЛКА]"), ("naive", "[nai\u{308}ve]"),
    ("lodz", "[Łódź]"), ("smorrebrod", "[smørrebrød]"), ("oeuf", "[Œufs] frais"), ("œuf", "[oeufs] frais"),
    ("pho", "[phở] bò"),
    ("שלום", "[שָׁלוֹם]"), ("محمد", "[مُحَمَّد]"), ("احمد", "[أحمد]"),
    // Width, ligatures and other forms of one letter.
    ("office", "[oﬃce]"), ("oﬃce", "[OFFICE]"), ("kitchen", "[Ｋｉｔｃｈｅｎ] paint"), ("Ｋｉｔｃｈｅｎ", "[kitchen]"),
    ("ﾃﾚﾋﾞ", "[テレビ]を買う"), ("テレビ", "[ﾃﾚﾋﾞ]"), ("x2", "[x²]"), ("donaudampf", "[Donau\u{AD}dampf]schiff"),
    // Characters without spaces.
    ("会議", "明日の[会議]室"), ("買う", "牛乳を[買う]、卵も"), ("卵", "牛乳を買う、[卵]も"), ("開会", "[開会]の辞"), ("เย็น", "อาหาร[เย็น]วันนี้"),
    ("ກິນ", "ໄປ[ກິນ]ເຂົ້າ"), ("ทํา", "[ทํา]"), ("東京", "Tokyo[東京]2026"), ("tokyo", "[Tokyo]東京"), ("回会", "第3[回会]議"),
    ("हिन्दी", "[हिन्दी] सीखना"), ("한국", "[한국어] 공부"),
    // Several words.
    ("会議 明日", "[明日]の[会議]室"), ("straße OFEN", "[Ofen] für die [Strasse]"),
  ])
  func `words are the same in any form, and are marked where they stand`(typed: String, title: String) async throws {
    let plain = title.replacing("[", with: "").replacing("]", with: "")
    try await world.add(plain, to: world.list())
    let found = try #require(try await world.search(typed).tasks.first, "\(typed)")
    // The rest of a word is marked with its beginning.
    let marked = found.title.bracketed
    #expect(marked == title || marked.replacing("]", with: "").hasPrefix(title.replacing("]", with: "")), "\(marked)")
    #expect(try await world.store.searchProblems() == [])
  }

  @Test(arguments: [
    ("и", "йогурт"), ("йод", "иод"), ("ї", "іжак"), ("か", "がん"), ("ガ", "カメラ"), ("会議", "会社の議題"), ("議会", "会議"),

    ("कि", "कम"), ("가", "각"), ("tile", "subtile"), ("京東", "東京"),
  ])
  func `other letters, and characters in another order, are other words`(typed: String, title: String) async throws {
    try await world.add(title, to: world.list())
    #expect(try await world.found(typed) == [])
  }

  @Test func `lists, tags and followed lists are found by the same rules as tasks`() async throws {
    let list = try await world.list("明日の会議")
    let drafts = [try draft("Ζ", tags: "ΚΏΣΤΑΣ")]
    try await world.mine.addTasks(drafts, to: list, submission: .fresh())
    _ = try await world.follow("Choir", [.named("Straße")])
    func found(_ text: String) async throws -> SearchAnswer.Found {
      let answer = try await world.mine.search(text, by: .relevance, of: 9)
      guard case .found(let found) = answer else { throw Unexpected(what: "\(answer)") }
      return found
    }
    #expect(try await found("会議").lists.map(\.name.bracketed) == ["明日の[会議]"])
    #expect(try await found("κωστας").tags.map(\.name.bracketed) == ["[ΚΏΣΤΑΣ]"])
    #expect(try await found("κωστας").tasks.map(\.title.plain) == ["Ζ"])
    #expect(try await found("STRASSE").remoteTasks.map(\.title.bracketed) == ["[Straße]"])
  }

  @Test func `an excerpt of notes without spaces has the characters that were found`() async throws {
    let notes = String(repeating: "牛乳を買う、卵も。", count: 30) + "明日の会議室" + String(repeating: "牛乳を買う。", count: 30)
    try await world.mine.addTasks([draft("予定", notes: notes)], to: world.list(), submission: .fresh())
    let excerpt = try #require(try await world.search("会議").tasks.first?.excerpt)
    #expect(excerpt.text.bracketed.contains("明日の[会議]室") && excerpt.isCutBefore && excerpt.isCutAfter)
    #expect(excerpt.text.plain.utf8.count < 300)
  }

  @Test func `any bytes are divided in linear time, into words that fold to themselves`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      bytes.withUnsafeBytes { buffer in
        TextTokens.each(in: buffer) { token in
          #expect(
            !token.word.isEmpty && bytes.indices.contains(token.place.lowerBound)
              && token.place.upperBound <= bytes.count)
          return true
        }
      }
    }
    let marks = "a" + String(repeating: "\u{323}\u{301}\u{5B0}", count: 30_000)
    TextTokens.each(in: marks + " b") { token in
      #expect(token.word.count < 50, "many marks are not sorted")
      return true
    }
    for value in UInt32(0)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = FoldedWord.of(String(scalar))
      if FoldedWord.of(folded) != folded { Issue.record("U+\(String(value, radix: 16)): \(folded)") }
    }
  }
}

final class RemoteSearchTests: WorldTests {
  private func found(_ world: World, _ text: String, _ filter: TaskFilter = TaskFilter(), page: Int = 1) async throws
    -> SearchAnswer.Found
  {
    let answer = try await world.mine.search(text, in: filter, by: .relevance, page: page, of: 2)
    guard case .found(let found) = answer else { throw Unexpected(what: "\(answer)") }
    return found
  }

  @Test func `tasks of followed lists are found in the last good copy, with its host and age`() async throws {
    let (list, source) = try await world.follow(
      "Choir", [.named("Print programmes"), .named("Küche: paint", .done(nil)), .named("Bring paint")])
    let checked = try #require(try await mine.source(source).copy?.checked)
    let tasks = try await found(world, "paint").remoteTasks
    #expect(tasks.map(\.title.bracketed) == ["Bring [paint]"])
    let task = try #require(tasks.first)
    #expect(task.list == list && task.listName == "Choir" && task.number == 3 && task.before == 1 && task.isOpen)
    #expect(task.host == "choir.example" && task.checked == checked)
    let all = try await found(world, "paint kuch", TaskFilter(status: .all)).remoteTasks
    #expect(all.map(\.number) == [2] && all.map(\.before) == [0] && all.map(\.isOpen) == [false])
    #expect(try await found(world, "paint", TaskFilter(status: .done)).remoteTasks.map(\.number) == [2])
    try await world.record(.failed(.refused, notBefore: nil), source, .at("https://choir.example/tasks"))
    #expect(try await found(world, "paint").remoteTasks == tasks, "a failed fetch leaves the copy")
  }

  @Test func `they are found by words only, and on the first page only`() async throws {
    let (remote, _) = try await world.follow("Choir", [.named("paint")])
    let list = try await world.list()
    try await world.add("paint", "paint", "paint", to: list)
    #expect(try await found(world, "paint").remoteTasks.count == 1)
    #expect(try await found(world, "paint", page: 2).remoteTasks == [])
    for filter in [TaskFilter(list: list), TaskFilter(due: .undated), TaskFilter(list: remote)] {
      #expect(try await found(world, "paint", filter).remoteTasks == [])
    }
  }

  @Test func `copies of lists in the trash, of drafts and of other accounts are not searched`() async throws {
    let (list, _) = try await world.follow("Choir", [.named("paint")])
    let draft = try await world.drafted(.at("https://draft.example/tasks"))
    try await world.fetched([.named("paint")], draft, .at("https://draft.example/tasks"))
    let other = try await world.asStranger()
    _ = try await other.follow("Club", [.named("paint")])
    #expect(try await found(world, "paint").remoteTasks.map(\.list) == [list])
    try await mine.deleteList(list)
    #expect(try await found(world, "paint").remoteTasks == [])
  }

  @Test func `a limited number of copied tasks is compared and found, and more are reported`() async throws {
    let count = CopyQuery.comparedTasks
    _ = try await world.follow("Choir", (0..<count).map { .named($0 == count - 1 ? "last" : "task \($0)") })
    let all = try await found(world, "last")
    #expect(all.remoteTasks.count == 1 && !all.areRemoteTasksCut)
    let many = try await found(world, "task")
    #expect(many.remoteTasks.count == Limits.foundRemoteTasks && many.areRemoteTasksCut)
    _ = try await world.follow("Club", [.named("club")])
    let club = try await found(world, "club")
    #expect(club.remoteTasks.isEmpty && club.areRemoteTasksCut)
  }
}
