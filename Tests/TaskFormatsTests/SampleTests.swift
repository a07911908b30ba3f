import Foundation
import TaskFormats
import Tasks
import Testing

struct SampleTests {
  @Test func `times, starts and percentages of an export are read`() throws {
    let at = Date(timeIntervalSince1970: 1_770_000_000)
    var text = ExportText(account: "Ana", exported: at)
    text.begin(PortableList(name: "House", created: at), role: .owner)
    for time in ["", "14:05", "14:05 Europe/Berlin"] {
      let input = TaskInput(title: "Paint", due: "2026-03-02", time: time, start: "2026-03-01")
      text.append(PortableTask(uid: "", draft: try TaskDraft(validating: input), percent: 40, created: at))
    }
    text.end()
    let tasks = try read(text.take()).tasks
    #expect(tasks.map { $0.draft[.time] } == ["", "14:05", "14:05 Europe/Berlin"])
    #expect(tasks.allSatisfy { $0.draft[.due] == "2026-03-02" && $0.draft[.start] == "2026-03-01" && $0.percent == 40 })
  }

  @Test(arguments: Sample.allCases)
  func `each sample is recognized by its content, whatever the hint`(sample: Sample) throws {
    let list = try read(sample.bytes)
    #expect(list.format == sample.format)
    #expect(faults(of: list) == [])
    for hint in [ListHint(name: "a.html", mediaType: "text/html"), ListHint(name: "a.ics"), ListHint(name: "todo.txt")]
    {
      if sample == .todoTxt, hint.name != "todo.txt" { continue }
      #expect(try read(sample.bytes, hint: hint) == list)
    }
  }

  @Test(arguments: Sample.allCases)
  func `each sample reads the same in UTF-16 and with other line endings`(sample: Sample) throws {
    let text = String(decoding: sample.bytes, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let list = try read(text)
    for order in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let mark: [UInt8] = order == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
      let data = try #require(text.data(using: order))
      #expect(try read(mark + Array(data)) == list)
    }
    let plain = text.replacing("\r\n", with: "\n")
    for end in ["\n", "\r", "\r\n"] where sample != .export || end != "\r" {
      #expect(try read(plain.replacing("\n", with: end)) == list)
    }
  }

  @Test(arguments: Sample.allCases)
  func `every prefix of each sample is read or refused`(sample: Sample) throws {
    for count in 0...sample.bytes.count {
      let beginning = Array(sample.bytes.prefix(count))
      do {
        let list = try read(beginning)
        #expect(faults(of: list) == [], "\(count) bytes")
        if sample.format == .iCalendar, list.format == .iCalendar, count < sample.bytes.count - 2 {
          Issue.record("\(count) bytes of a calendar that was cut off were taken for a whole one")
        }
      } catch {
        #expect([.unknown, .broken, .otherJSON, .notText, .emptyFile].contains(error), "\(count) bytes")
      }
    }
  }
}

/// Files in `Tests/Samples`, in the style of the programs that write them, with texts of our own.
enum Sample: String, CaseIterable {
  case radicale, nextcloud, reminders, outlook, thunderbird, todoTxt, github, obsidian, joplin, export

  var format: PortableFormat {
    switch self {
    case .radicale, .nextcloud, .reminders, .outlook, .thunderbird: .iCalendar
    case .todoTxt: .todoTxt
    case .github, .obsidian, .joplin: .markdown
    case .export: .fourfold
    }
  }

  var bytes: [UInt8] {
    let ending =
      switch format {
      case .iCalendar: "ics"
      case .todoTxt: "txt"
      case .markdown: "md"
      case _: "json"
      }
    return sample("\(rawValue).\(ending)")
  }
}

/// A file in `Tests/Samples`.
func sample(_ name: String) -> [UInt8] {
  do {
    return try Array(Data(contentsOf: URL(filePath: "../Samples/\(name)", relativeTo: URL(filePath: #filePath))))
  } catch {
    preconditionFailure("\(name): \(error)")
  }
}
