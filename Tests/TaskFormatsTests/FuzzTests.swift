import Foundation
import TestSupport
import Testing

@testable import TaskFormats
@testable import Tasks

/// Files of all kinds, broken, mixed and mangled. The seed is fixed, so that every finding is reproducible.
///
/// Serialized and yielding, because the tests would otherwise occupy the few threads that all tests share.
@Suite(.serialized) struct FuzzTests {
  private static let words = [
    "BEGIN:VCALENDAR\r\n", "END:VCALENDAR\r\n", "BEGIN:VTODO\n", "END:VTODO\n", "BEGIN:VTIMEZONE\n", "TZID:Z\n",
    "BEGIN:STANDARD\n",
    "END:STANDARD\n", "END:VTIMEZONE\n", "TZOFFSETTO:+2359\n", "TZOFFSETFROM:-0100\n", "DTSTART:00010101T000000\n",
    "RRULE:FREQ=YEARLY;BYDAY=-5SU;BYMONTH=2;COUNT=999999999;UNTIL=99991231\n", "RDATE:19700101T000000,\n",
    "DUE;TZID=Z:", "99991231T235959",
    "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=9;BYSETPOS=2\n", "RRULE:FREQ=DAILY\n", "EXDATE:20260601T080000\n",
    "RECURRENCE-ID:20260601T080000\n", "X-APPLE-SORT-ORDER:-1e308\n", "SUMMARY:", "UID:a\n", "RELATED-TO:a\n",
    "DURATION:-P999999W\n", "PRIORITY:", "PERCENT-COMPLETE:", "99999999999999999999", "-1", "\\n", "\\",
    "\r\n ", "\n\t", "\r", "\n", "\0", "\u{FEFF}", "\u{2028}", "e\u{301}", "👩‍🌾", "- [ ] ", "* [x] ", "1. ", "\t", "    ",
    "```\n", "# ", "===\n",
    "---\n", "> ", "<!--", "-->", "[[", "]]", "](", "[a]: b\n", "- [!] ", "  \n", "<div>\n", "\u{FF}", ")", "**", "_",
    "`", "<", ">", "&amp;", "(A) ", "x ", "2026-01-31 ", "+p ", "@c ", "due:", "pri:A ",
    "{\"format\":\"fourfold\",\"version\":1,\"lists\":[", "{\"name\":\"a\",\"tasks\":[", "{\"title\":\"", "\"}", "]}",
    ",", "null", "1e999", "\\ud800", "<html>", "a", " ",
  ]

  @Test(arguments: [nil] + Sample.allCases)
  func `any input is read as documented, or refused`(sample: Sample?) async throws {
    let corpora = sample.map { [$0.bytes] } ?? Sample.allCases.map(\.bytes)
    let seed = UInt64(Sample.allCases.firstIndex { $0 == sample } ?? 99)
    var mutations = Mutations(of: corpora, words: Self.words, seed: seed)
    for run in 0..<Mutations.count(sample == nil ? 300 : 120) {
      let file = mutations.next(at: 12)
      let time = threadTime {
        do {
          let list = try ReadList(reading: file, hint: ListHint(name: "todo.txt"))
          let found = faults(of: list)
          if !found.isEmpty { Issue.record("\(found) in run \(run): \(Data(file).base64EncodedString())") }
        } catch {
          // Refused. Other tests check the reason.
        }
      }
      if time > .seconds(2) { Issue.record("\(time) in run \(run): \(Data(file).base64EncodedString())") }
      await Task.yield()
    }
  }
}

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
    #expect(line.tasks.first?.draft.title.count == Limits.titleCharacters)
    let boxes = try read(String(repeating: "- [ ]\n", count: 174_762))
    #expect(boxes.tasks.isEmpty)
    #expect(boxes.skipped == 174_762)
  }

  @Test func `an endless grapheme cluster is cut`() throws {
    let list = try read("(A) e" + String(repeating: "\u{301}", count: 100_000))
    #expect(faults(of: list) == [])
    #expect((2_000...Limits.titleBytes).contains(list.tasks.first?.draft.title.utf8.count ?? 0))
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

/// The work on a file is linear in its size, whatever is in it. Serialized and yielding, like ``FuzzTests``.
@Suite(.serialized) struct LinearTests {
  @Test(arguments: Generator.all)
  func `twice the size takes at most two and a half times as long`(generator: Generator) async {
    var ratio = Double.infinity
    // Others use the processor's caches at the same time: the best of some attempts counts.
    for attempt in 0..<5 where ratio > 2.5 {
      var size = 2_048
      var first = await Self.time(generator.bytes(size))
      while first < .milliseconds(5 << attempt), size < 1 << 20 {
        size *= 2
        first = await Self.time(generator.bytes(size))
      }
      ratio = min(ratio, await Self.time(generator.bytes(2 * size)) / max(first, .milliseconds(1)))
    }
    #expect(ratio <= 2.5)
  }

  /// The time of a thread for reading a file.
  private static func time(_ bytes: [UInt8]) async -> Duration {
    await Task.yield()
    return threadTime { Generator.read(bytes) }
  }

  @Test func `a rule for each second of a day ends after its iterations, and is told`() throws {
    let seconds = (0..<400).map { String($0 % 60) }.joined(separator: ",")
    let hours = (0..<400).map { String($0 % 24) }.joined(separator: ",")
    let rule = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=27,28;BYHOUR=\(hours);BYMINUTE=\(seconds);BYSECOND=\(seconds)"
    let text = todo("DTSTART:20250101T080000\nRRULE:\(rule)")
    let list = try read(text)
    #expect(list.repeats && list.tasks.map(\.draft.due) == [nil] && list.tasks.map(\.draft.repeats) == [nil])
    let file = try importing(Array(text.utf8))
    #expect(file.titles == ["Sing"])
    #expect(file.remarked == ["unworkable-rule"])
    var iterations = 172_860
    let start = WallTime(Day(daysSince1970: 0))
    #expect(RecurrenceRule(Array(rule.utf8)[...])?.hours.count == 24)
    #expect(
      RecurrenceRule(Array(rule.utf8)[...])?.occurrences(in: 2, from: start, iterations: &iterations)?.count == 172_800)
    #expect(
      RecurrenceRule(Array(rule.utf8)[...])?.occurrences(in: 2, from: start, iterations: &iterations)?.isEmpty == true)
  }

  @Test func `a zone with a transition each second is unknown, and its times stay as they are`() throws {
    let all = (0..<60).map(String.init).joined(separator: ",")
    let list = try read(
      calendar(
        """
        BEGIN:VTIMEZONE
        TZID:Own
        BEGIN:STANDARD
        TZOFFSETTO:+0100
        DTSTART:19700101T000000
        RRULE:FREQ=YEARLY;BYHOUR=1,2,3,4,5,6,7,8;BYMINUTE=\(all);BYSECOND=\(all)
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VTODO
        SUMMARY:a
        DUE;TZID=Own:20260701T080000
        END:VTODO
        """))
    #expect(list.tasks.map { "\($0.draft[.due]) \($0.draft[.time])" } == ["2026-07-01 08:00"])
  }

  @Test func `reading ends when its time is over, or when it is cancelled`() {
    let text = Array(String(repeating: "- [ ] a\n", count: 1_000).utf8)
    #expect(throws: UnreadableList.tooComplex) { try ReadList(reading: text, within: ReadingLimit(.zero)) }
    let limit = ReadingLimit(.seconds(600))
    limit.cancel()
    #expect(throws: UnreadableList.tooComplex) { try ReadList(reading: text, within: limit) }
    #expect(throws: UnreadableFile.tooComplex) {
      try PortableFile(reading: text, in: .gmt, within: ReadingLimit(.zero), inflate: { _, _ in nil })
    }
  }

  @Test func `an archive unpacks to at most a hundred times its size`() {
    let limits = ImportLimits.standard
    #expect(limits.unpacked(from: 100) == 1_000_000)
    #expect(limits.unpacked(from: 85_000) == 8_500_000)
    #expect(limits.unpacked(from: 50_000_000) == 64_000_000)
  }
}
