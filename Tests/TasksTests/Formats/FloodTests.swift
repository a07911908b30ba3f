import Foundation
import Tasks
import TestSupport
import Testing

/// Malicious input. Serialized and yielding, like ``FuzzTests``.
@Suite(.serialized) struct FloodTests {
  private static let pieces = [
    "a", "a ", "- [ ]\n", "\t- a\n", "[", "[a](", "[[", "*a", "* a_ _b *c* ", "`a``b```c", "<", ">", "\u{301}", "👩‍",
    "🇩", "\u{0600}",
    "+a ", "\r", "\n \n", "\\", "\"", ":;=", "9", "{\"a\":", "BEGIN:X\n", "BEGIN:VTODO\n", "a,", "\u{85}",
  ]

  @Test(arguments: pieces)
  func `any large input is read within its limits or refused`(piece: String) async {
    let flood = String(repeating: piece, count: 32_768 / piece.utf8.count)
    let texts = [
      flood, "- [ ] \(flood)", "- [ ] a\n  \(flood)", "# \(flood)\n- [ ] a", "(A) \(flood)",
      todo("DESCRIPTION:\(flood)\nCATEGORIES:\(flood)\nX-A;B=\(flood)\nDUE;TZID=\(flood):\(flood)\nUID:\(flood)"),
      calendar("BEGIN:VTODO\nUID:\(flood)\nSUMMARY:\(flood)\nRELATED-TO:\(flood)\nDURATION:P\(flood)\nEND:VTODO"),
      "{\"format\":\"fourfold\",\"version\":1,\"lists\":[{\"name\":\"\(flood)\",\"tasks\":[{\"title\":\"\(flood)\"}]}]}",
    ]
    for text in texts {
      await Task.yield()
      do {
        let list = try read(text, name: "todo.txt")
        #expect(faults(of: list) == [])
      } catch {
        #expect(error != .notText || piece == "\u{85}")
      }
    }
  }

  @Test func `a line of a million bytes and a million empty boxes are read`() throws {
    let line = try read(String(repeating: "a", count: 1 << 20), name: "todo.txt")
    #expect(line.tasks.first?.title.count == Limits.titleCharacters)
    let boxes = try read(String(repeating: "- [ ]\n", count: 174_762))
    #expect(boxes.tasks.isEmpty)
    #expect(boxes.skipped == 174_762)
  }

  @Test func `an endless grapheme cluster is cut`() throws {
    let list = try read("(A) e" + String(repeating: "\u{301}", count: 100_000))
    #expect(faults(of: list) == [])
    #expect((2_000...Limits.titleBytes).contains(list.tasks.first?.title.utf8.count ?? 0))
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `deeply nested JSON is refused`(piece: String) {
    #expect(throws: UnreadableList.tooDeep) { try read(String(repeating: piece, count: 100_000)) }
  }

  @Test func `deeply nested lists end at the deepest level`() throws {
    let list = try read((0..<900).map { String(repeating: "\t", count: $0) + "- [ ] \($0)\n" }.joined())
    #expect(list.tasks.count == 900)
    #expect(faults(of: list) == [])
  }
}
