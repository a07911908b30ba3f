import Testing

@testable import TaskApp

struct TextDifferenceTests {
  @Test(arguments: [
    ("a b c", "a x c", ["a ", "b", " c"], ["a ", "x", " c"]), ("a", "a b", ["a", "", ""], ["a", " b", ""]),
    ("", "a", ["", "", ""], ["", "a", ""]), ("same", "same", ["same", "", ""], ["same", "", ""]),
    ("a a", "a", ["a", " a", ""], ["a", "", ""]),
    ("one\ntwo", "one\n\ntwo", ["one", "\n", "two"], ["one", "\n\n", "two"]),
    ("é", "e\u{301}", ["", "é", ""], ["", "e\u{301}", ""]),
  ])
  func `texts are divided into what they have in common and what differs`(
    first: String, second: String, one: [String], other: [String]
  ) {
    let difference = TextDifference(first, second)
    for (parts, expected) in [(difference.first, one), (difference.second, other)] {
      #expect([parts.before, parts.changed, parts.after].map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
  }
}
