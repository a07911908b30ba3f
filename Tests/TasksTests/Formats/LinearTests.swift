import Foundation
import TestSupport
import Testing

@testable import Tasks

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

  @Test func `a rule for each second of a day ends after its steps, and is told`() throws {
    let seconds = (0..<400).map { String($0 % 60) }.joined(separator: ",")
    let hours = (0..<400).map { String($0 % 24) }.joined(separator: ",")
    let rule = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=27,28;BYHOUR=\(hours);BYMINUTE=\(seconds);BYSECOND=\(seconds)"
    let text = todo("DTSTART:20250101T080000\nRRULE:\(rule)")
    let task = try #require(try read(text).tasks.first)
    #expect(task.recurrence == .unworkable)
    #expect(task.due == nil)
    let file = try importing(Array(text.utf8))
    #expect(file.titles == ["Sing"])
    #expect(file.remarked == ["unworkable-rule"])
    var steps = 172_860
    let start = WallTime(Day(daysSince1970: 0))
    #expect(RecurrenceRule(Array(rule.utf8)[...])?.hours.count == 24)
    #expect(RecurrenceRule(Array(rule.utf8)[...])?.occurrences(in: 2, from: start, steps: &steps)?.count == 172_800)
    #expect(RecurrenceRule(Array(rule.utf8)[...])?.occurrences(in: 2, from: start, steps: &steps)?.isEmpty == true)
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
    #expect(list.tasks.map { $0.due?.written } == ["2026-07-01T08:00"])
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
