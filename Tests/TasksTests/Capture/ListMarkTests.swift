import Testing

@testable import Tasks

struct ListMarkTests {
  @Test(arguments: [
    ("- milk", "milk"), ("* milk", "milk"), ("+ milk", "milk"), ("• milk", "milk"), ("  -  milk ", "milk"),
    ("– milk", "milk"), ("[ ] milk", "milk"), ("[] milk", "milk"), ("[x] milk", "milk"), ("[X] milk", "milk"),
    ("- [ ] milk", "milk"), ("* [x] milk", "milk"), ("1. milk", "milk"), ("1) milk", "milk"), ("12. milk", "milk"),
    ("3. [ ] milk", "milk"), ("☐ milk", "milk"), ("•\tmilk", "milk"),
  ])
  func `the mark of a list item is taken off`(line: String, text: String) {
    #expect(ListMark.removed(from: line) == text)
  }

  @Test(arguments: [
    "milk", "-milk", "-5 degrees", "*important*", "+1", "1.5 litres of milk", "1984. A novel", "2026-11-27 milk",
    "[a] milk",
    "[x]milk", "-", "[ ]", "1.", "- [ ]", "x milk", "§ milk", "1 milk",
  ])
  func `other text stays`(line: String) {
    #expect(ListMark.removed(from: line) == line)
  }

  @Test(arguments: ["- [x] milk", "[x] milk", "* [x]  milk", "3. [x] milk", "☑ milk", "- ☑ milk"])
  func `a checked box is a completed task`(line: String) {
    #expect(ListMark.isDone(line))
  }

  @Test(arguments: [
    "- [X] milk", "[X] milk", "x milk", "x 2026-11-27 milk", "- x milk", "- [ ] milk", "- [x]milk", "[x]", "☒ milk",
    "- milk [x]", "[xx] milk", "",
  ])
  func `other lines are open tasks`(line: String) {
    #expect(!ListMark.isDone(line))
  }

  @Test func `only one mark is taken off`() {
    #expect(ListMark.removed(from: "- - milk") == "- milk")
    #expect(ListMark.removed(from: "[ ] [x] milk") == "[x] milk")
  }
}
