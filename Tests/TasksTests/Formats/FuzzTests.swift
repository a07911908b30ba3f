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
  ].map { Array($0.utf8) }

  @Test(arguments: [nil] + Sample.allCases)
  func `any input is read as documented, or refused`(sample: Sample?) async throws {
    var random = Seeded(UInt64(Sample.allCases.firstIndex { $0 == sample } ?? 99))
    let corpora = sample.map { [$0.bytes] } ?? Sample.allCases.map(\.bytes)
    for run in 0..<(sample == nil ? 300 : 120) {
      var file = corpora.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...12, using: &random) { Self.mangle(&file, corpora, &random) }
      do {
        let list = try ReadList(reading: file, hint: ListHint(name: "todo.txt"))
        let found = faults(of: list)
        if !found.isEmpty { Issue.record("\(found) in run \(run): \(Data(file).base64EncodedString())") }
      } catch {
        // Refused. Other tests check the reason.
      }
      await Task.yield()
    }
  }

  private static func mangle(_ file: inout [UInt8], _ corpora: [[UInt8]], _ random: inout Seeded) {
    let place = Int.random(in: 0...file.count, using: &random)
    let rest = Int.random(in: place...min(place + 80, file.count), using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: file.removeSubrange(place..<rest)
    case 1: file.insert(contentsOf: file[place..<rest], at: Int.random(in: 0...place, using: &random))
    case 2: if place < file.count { file[place] = UInt8.random(in: 0...255, using: &random) }
    case 3: if place < file.count { file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 4:
      let other = corpora.randomElement(using: &random) ?? []
      file.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
    default: file.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
    }
  }
}
