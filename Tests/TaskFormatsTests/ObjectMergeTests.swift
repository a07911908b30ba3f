import TestSupport
import Testing

@testable import TaskFormats
@testable import Tasks

/// The three-way merge of texts of one task.
struct ObjectMergeTests {
  /// Properties of the task, each with the values that it may have; the first one is that it is missing.
  private static let properties: [(name: String, values: [String?])] = [
    ("SUMMARY", [nil, "SUMMARY:Milk", "SUMMARY:Oats", "SUMMARY:Soy"]),
    ("DESCRIPTION", [nil, "DESCRIPTION:a\\, b", "DESCRIPTION:c"]),
    ("LOCATION", [nil, "LOCATION;LANGUAGE=en:Shop", "LOCATION:Home"]),
    ("PRIORITY", [nil, "PRIORITY:1", "PRIORITY:5"]),
    ("STATUS", [nil, "STATUS:COMPLETED\r\nCOMPLETED:20261126T100000Z", "STATUS:IN-PROCESS\r\nPERCENT-COMPLETE:40"]),
    ("PARENT", [nil, "RELATED-TO:p", "RELATED-TO;RELTYPE=PARENT:q"]),
    ("X-A", [nil, "X-A;P=1:x", "X-A:y"]),
    (
      "VALARM u",
      [
        nil, "BEGIN:VALARM\r\nUID:u\r\nTRIGGER:PT0S\r\nEND:VALARM",
        "BEGIN:VALARM\r\nUID:u\r\nTRIGGER:PT5M\r\nEND:VALARM",
      ]
    ),
  ]
  /// Properties that say as much as their absence.
  private static let nothing = [
    "STATUS": "STATUS:NEEDS-ACTION", "PRIORITY": "PRIORITY:0", "DESCRIPTION": "DESCRIPTION:",
  ]
  private static let tags = ["red", "blue", "green"]
  private static let alarms = ["-PT1M", "-PT2M"]

  /// A task as a table of its properties, and the sets that it has.
  private struct Version: Equatable {
    var values = Array(repeating: 0, count: ObjectMergeTests.properties.count)
    var tags: Set<String> = []
    var alarms: Set<String> = []

    /// Changes some properties, and members of sets.
    mutating func change(_ random: inout Seeded) {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0..<(values.count + 2), using: &random)
        if place < values.count {
          values[place] = ObjectMergeTests.properties[place].values.indices.randomElement(using: &random) ?? 0
        } else if place == values.count {
          tags.formSymmetricDifference([ObjectMergeTests.tags.randomElement(using: &random) ?? ""])
        } else {
          alarms.formSymmetricDifference([ObjectMergeTests.alarms.randomElement(using: &random) ?? ""])
        }
      }
    }

    func text(_ random: inout Seeded) -> String {
      var parts = values.enumerated().compactMap { place, value in
        let property = ObjectMergeTests.properties[place]
        return property.values[value] ?? (Bool.random(using: &random) ? ObjectMergeTests.nothing[property.name] : nil)
      }
      if !tags.isEmpty {
        let isOneLine = Bool.random(using: &random)
        let lines = isOneLine ? [tags.shuffled(using: &random).joined(separator: ",")] : tags.sorted()
        parts += lines.map { "CATEGORIES:\($0)" }
      }
      // Components come after the properties.
      let (inner, own) = (parts.filter { $0.hasPrefix("BEGIN") }, parts.filter { !$0.hasPrefix("BEGIN") })
      let more = alarms.map { "BEGIN:VALARM\r\nTRIGGER:\($0)\r\nEND:VALARM" }
      let stamp = "DTSTAMP:2026112\(Int.random(in: 0...9, using: &random))T000000Z"
      return
        (["BEGIN:VCALENDAR", "PRODID:A", "BEGIN:VTODO", "UID:a", stamp] + own.shuffled(using: &random)
        + (inner + more).shuffled(using: &random) + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// What a merge has to give, told apart from how it works.
    static func merged(_ sent: Version, since base: Version, with here: Version) -> Version {
      var merged = sent
      for place in sent.values.indices where sent.values[place] == base.values[place] {
        merged.values[place] = here.values[place]
      }
      merged.tags = sent.tags.union(here.tags).subtracting(base.tags.subtracting(sent.tags))
        .subtracting(base.tags.subtracting(here.tags))
      merged.alarms = sent.alarms.union(here.alarms).subtracting(base.alarms.subtracting(sent.alarms))
        .subtracting(base.alarms.subtracting(here.alarms))
      return merged
    }
  }

  private func object(_ text: String) throws -> CalendarObject { try CalendarObject(Array(text.utf8)) }

  @Test(arguments: 0..<20)
  func `no change of either side is missing, but where both have changed one property`(seed: UInt64) throws {
    var random = Seeded(seed)
    for _ in 0..<100 {
      var base = Version()
      for _ in 0..<3 { base.change(&random) }
      var (here, sent) = (base, base)
      here.change(&random)
      sent.change(&random)
      let texts = try [base, here, sent].map { try object($0.text(&random)) }
      let merged = try object(texts[2].merged(since: texts[0], with: texts[1]))
      let wanted = try object(Version.merged(sent, since: base, with: here).text(&random))
      for name in ["STATUS", "PRIORITY", "DESCRIPTION"] {
        #expect(merged.text.split(separator: "\r\n").count { $0.hasPrefix("\(name):") } <= 1, "\(merged.text)")
      }
      #expect(
        merged.saysTheSame(as: wanted),
        "base:\n\(texts[0].text)\nhere:\n\(texts[1].text)\nsent:\n\(texts[2].text)\nmerged:\n\(merged.text)\nwanted:\n\(wanted.text)"
      )
    }
  }

  @Test func `without a base nothing is removed, and what was sent is there`() throws {
    var random = Seeded(7)
    for _ in 0..<200 {
      var (here, sent) = (Version(), Version())
      here.change(&random)
      sent.change(&random)
      let texts = try [here, sent].map { try object($0.text(&random)) }
      let merged = try object(texts[1].merged(since: nil, with: texts[0]))
      var wanted = sent
      for place in wanted.values.indices where wanted.values[place] == 0 { wanted.values[place] = here.values[place] }
      wanted.tags.formUnion(here.tags)
      wanted.alarms.formUnion(here.alarms)
      #expect(merged.saysTheSame(as: try object(wanted.text(&random))), "\(merged.text)")
    }
  }

  @Test func `what was sent stays byte by byte if nothing else was changed here`() throws {
    var random = Seeded(3)
    var base = Version()
    for _ in 0..<3 { base.change(&random) }
    var sent = base
    sent.change(&random)
    let (known, new) = (try object(base.text(&random)), sent.text(&random))
    #expect(try object(new).merged(since: known, with: known) == new)
    let stamped = known.text.replacing("DTSTAMP:2026112", with: "DTSTAMP:2025112")
    #expect(try object(new).merged(since: known, with: object(stamped)) == new)
  }

  @Test func `a start is never taken from one side and an earlier due date from the other`() throws {
    func text(_ start: String, _ due: String) -> String {
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\nDTSTART;VALUE=DATE:\(start)\nDUE;VALUE=DATE:\(due)\nEND:VTODO\nEND:VCALENDAR\n"
    }
    let merged = try object(text("20261201", "20261202")).merged(
      since: object(text("20261201", "20261210")), with: object(text("20261208", "20261210")))
    #expect(merged == text("20261201", "20261202"))
  }

  @Test func `a zone comes along with a time that is taken`() throws {
    func text(_ properties: String, _ zone: String = "") -> String {
      "BEGIN:VCALENDAR\n\(zone)BEGIN:VTODO\nUID:a\n\(properties)END:VTODO\nEND:VCALENDAR\n"
    }
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Office\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"
    let due = "DUE;TZID=Office:20261201T120000\n"
    let merged = try object(text("SUMMARY:b\n")).merged(
      since: object(text("SUMMARY:a\n")), with: object(text("SUMMARY:a\n\(due)", zone)))
    #expect(merged == text("SUMMARY:b\n\(due)", zone))
  }
}
