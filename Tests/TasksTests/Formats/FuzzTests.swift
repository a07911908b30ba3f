import Foundation
import Tasks
import TestSupport
import Testing

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
    "DURATION:-P999999W\n", "PRIORITY:", "PERCENT-COMPLETE:",
    "99999999999999999999", "-1", "\\n", "\\",
    "\r\n ", "\n\t", "\r", "\n", "\0", "\u{FEFF}", "\u{2028}", "e\u{301}", "👩‍🌾", "- [ ] ", "* [x] ", "1. ", "\t", "    ",
    "```\n", "# ", "===\n",
    "---\n", "> ", "<!--", "-->", "[[", "]]", "](", "[a]: b\n", "- [!] ", "  \n", "<div>\n", "\u{FF}", ")", "**", "_",
    "`", "<", ">", "&amp;", "(A) ", "x ", "2026-01-31 ",
    "+p ", "@c ", "due:", "pri:A ",
    "{\"format\":\"fourfold\",\"version\":1,\"lists\":[", "{\"name\":\"a\",\"tasks\":[", "{\"title\":\"", "\"}", "]}",
    ",", "null", "1e999", "\\ud800",
    "<html>", "a", " ",
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
