import Foundation
import Tasks
import Testing

/// What note-taking apps write into titles becomes fields; what was typed stays text.
struct TitleMarksTests {
  private func read(_ line: String) throws -> (title: String, fields: [String], told: [String]) {
    let file = try importing(line)
    let task = try #require(file.tasks.first)
    let fields = [
      task[.due], task[.start], task[.priority], task[.repeats],
      task.completed.map { Day(of: $0, in: .berlin).iso } ?? "",
    ]
    return (task[.title], fields, file.remarked)
  }

  @Test(
    arguments: [
      ("- [ ] Paint 📅 2027-03-04", ["2027-03-04", "", "none", "", ""], []),
      (
        "- [ ] Paint ⏫ 🛫 2027-03-01 📅 2027-03-04 🔁 every week",
        ["2027-03-04", "2027-03-01", "high", "2027-03-04 FREQ=WEEKLY;BYDAY=TH", ""], []
      ),
      (
        "- [ ] Paint 🔁 every 3 days when done 📅 2027-03-04",
        ["2027-03-04", "", "none", "2027-03-04 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", ""], []
      ),
      ("- [x] Paint ✅ 2026-06-01 🗓️ 2026-06-02", ["2026-06-02", "", "none", "", "2026-06-01"], []),
      (
        "- [ ] Paint [due:: 2027-03-04] (priority:: low) [scheduled:: 2027-03-01]",
        ["2027-03-04", "2027-03-01", "low", "", ""], []
      ),
      ("- [ ] Paint ⏳ 2027-03-01 🆔 a1b", ["", "2027-03-01", "none", "", ""], ["other: 🆔 a1b"]),
      ("- [!] Paint", ["", "", "high", "", ""], []), ("- [>] Paint", ["", "", "none", "", ""], ["state: [>]"]),
      ("- Paint @due(2027-03-04) @done(2026-06-01)", ["2027-03-04", "", "none", "", "2026-06-01"], []),
      ("- [ ] Paint 🔁 every day ⏳ 2027-03-04", ["2027-03-04", "2027-03-04", "none", "2027-03-04 FREQ=DAILY", ""], []),
      (
        "- [ ] Paint 🔁 every month on the last 📅 2027-03-31",
        ["2027-03-31", "", "none", "2027-03-31 FREQ=MONTHLY;BYMONTHDAY=-1", ""], []
      ),
      ("- [ ] Paint 🔁 at full moon", ["", "", "none", "", ""], ["rule: at full moon"]),
    ] as [(String, [String], [String])])
  func `marks are fields`(line: String, fields: [String], told: [String]) throws {
    let found = try read(line)
    #expect(found.title == "Paint")
    #expect(found.fields == fields)
    #expect(found.told == told)
  }

  @Test(
    arguments: [
      "Paint 📅 soon", "Paint [key:: value]", "Paint (due tomorrow)", "Mail a@due(x", "Write to jo@done.example",
      "Paint @due(soon)",
      "Read [x](y) 📅", "Paint [due:: soon]",
    ])
  func `other text stays`(title: String) throws {
    let found = try read("- [ ] " + title)
    #expect(found.title == title.replacing("[x](y)", with: "x"))
    #expect(found.fields[0] == "")
  }

  @Test(arguments: ["●", "○", "■", "⁃", "·", "•", "–"])
  func `bullets of word processors are taken off`(bullet: String) throws {
    let file = try importing("\(bullet) Milk\n\(bullet)\tBread\n✓ Eggs\n✔ Salt")
    #expect(file.titles == ["Milk", "Bread", "Eggs", "Salt"])
    #expect(file.tasks.map { $0.completed != nil } == [false, false, true, true])
  }
}
