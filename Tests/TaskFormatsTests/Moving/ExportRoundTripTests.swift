import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

/// The app's own JSON is read back completely.
struct ExportRoundTripTests {
  private static let at = Date(timeIntervalSince1970: 1_770_000_000.123)

  @Test(arguments: 0..<20)
  func `all values of tasks are read as they were written, the trash included`(seed: Int) throws {
    var random = RandomTasks(seed: UInt64(seed) + 5_000)
    // The export has no depths yet.
    var tasks = random.tasks(60).map { task in
      var task = task
      task.depth = 0
      return task
    }
    tasks[7].deleted = Self.at
    var text = ExportText(account: "Ana", exported: Self.at)
    text.begin(PortableList(name: "House", created: Self.at), role: .owner)
    for task in tasks { text.append(task) }
    text.end()
    let read = try importing(text.take())
    #expect(read.format == .fourfold)
    #expect(read.tasks == tasks)
    #expect(read.remarked == [])
  }

  @Test func `lists are read with their kinds, times and names, those in the trash included`() throws {
    var text = ExportText(account: "Ana", exported: Self.at)
    text.begin(PortableList(number: 7, name: "House", created: Self.at), role: .owner)
    text.begin(PortableList(name: "House", created: Self.at, deleted: Self.at), role: .owner)
    text.append(PortableTask(uid: "u", draft: try TaskDraft(validating: TaskInput(title: "b")), created: Self.at))
    text.begin(PortableList(name: "Choir", kind: .source("https://choir.example/a"), created: Self.at), role: .viewer)
    text.begin(PortableList(name: "Late", kind: .filter("due:late"), created: Self.at), role: .owner)
    text.end()
    let read = try importing(text.take())
    #expect(read.lists.map(\.name) == ["House", "House", "Choir", "Late"])
    #expect(read.lists.map(\.kind) == [.tasks, .tasks, .source("https://choir.example/a"), .filter("due:late")])
    #expect(read.lists.map(\.number) == [7, nil, nil, nil])
    #expect(read.lists.map(\.created) == Array(repeating: Self.at, count: 4))
    #expect(read.lists.map(\.deleted) == [nil, Self.at, nil, nil])
    #expect(read.lists.map(\.tasks.count) == [0, 1, 0, 0])
  }
}

struct ExportTextTests {
  private static let at = Date(timeIntervalSince1970: 1_770_000_000.123)

  @Test func `the file names its format, and is read as it was written`() throws {
    let input = TaskInput(
      title: "\"e\u{301}\" </script>", notes: "a\n\tb", due: "2026-03-01", time: "14:05 Europe/Berlin",
      start: "2026-02-28", priority: "high")
    let drafts = [try TaskDraft(validating: input), try TaskDraft(validating: TaskInput(title: "b"))]
    let full = ExportedTask(
      text: drafts[0], uid: "u", percent: "40", created: Self.at, changed: Self.at,
      completed: Self.at, deleted: Self.at)
    let plain = ExportedTask(text: drafts[1], created: Self.at, completed: nil, deleted: nil)
    var text = ExportText(account: "Ana", exported: Self.at)
    text.begin(PortableList(name: "House", created: Self.at), role: .owner)
    text.append(
      PortableTask(
        uid: "u", draft: drafts[0], percent: 40, created: Self.at, changed: Self.at, completed: Self.at,
        deleted: Self.at))
    text.append(PortableTask(uid: "", draft: drafts[1], created: Self.at))
    text.begin(
      PortableList(
        name: "Choir", kind: .source("https://choir.example/a"), created: Self.at, deleted: Self.at), role: .viewer)
    text.end()
    let json = Data(text.take())
    #expect(text.bytes.isEmpty)
    let read = try AccountExport(json: json)
    #expect((read.format, read.version, read.account, read.exported) == ("fourfold", 1, "Ana", Self.at))
    #expect(read.lists.map(\.name) == ["House", "Choir"])
    #expect(read.lists.map(\.tasks) == [[full, plain], []])
    #expect(read.lists.map(\.role) == ["owner", "viewer"])
    #expect(read.lists.map(\.deleted) == [nil, Self.at])
    #expect(read.lists.map(\.source) == [nil, "https://choir.example/a"])
    let words = String(decoding: json, as: UTF8.self)
    #expect(words.contains(#""format" : "fourfold""#))
    #expect(words.contains(#""version" : 1"#))
    #expect(words.contains(#""completed-at" : "2026-02-02T02:40:00.123Z""#))
    #expect(words.contains(#""due" : "2026-03-01""#))
    #expect(words.hasSuffix("}\n"))
  }

  @Test func `an account without lists has a file, too`() throws {
    #expect(try AccountExport(json: Self.empty(account: "a", at: Self.at)).lists.isEmpty)
  }

  @Test func `every millisecond is read as it was written, before 1970 as well`() throws {
    for base in [1_770_000_000_000, -1_000, -86_400_000, 951_782_399_500] {
      for millisecond in 0..<1_000 {
        let at = Date(timeIntervalSince1970: Double(base + millisecond) / 1_000)
        #expect(try AccountExport(json: Self.empty(account: "a", at: at)).exported == at)
      }
    }
  }

  @Test func `every scalar of the first byte is read as it was written, like any JSON`() throws {
    let name = String(String.UnicodeScalarView((1..<0x100).compactMap(UnicodeScalar.init))) + "\u{2028}👩‍👩‍👧"
    let json = Self.empty(account: name, at: Self.at)
    #expect(try Array(AccountExport(json: json).account.utf8) == Array(name.utf8))
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    #expect(object?["account"] as? String == name)
    #expect(!json.dropFirst().contains { $0 < 32 && $0 != UInt8(ascii: "\n") })
  }

  @Test(arguments: [
    "", "{}", "[1]", #"{"format":"fourfold","version":1,"exported-at":"yesterday","account":"a","lists":[]}"#,
  ])
  func `a file that is no export is refused`(text: String) {
    #expect(throws: DecodingError.self) { try AccountExport(json: Data(text.utf8)) }
  }

  private static func empty(account: String, at: Date) -> Data {
    var text = ExportText(account: account, exported: at)
    text.end()
    return Data(text.take())
  }
}
