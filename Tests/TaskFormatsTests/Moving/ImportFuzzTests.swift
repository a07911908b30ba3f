import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

/// Mutated files of all formats. The seed is fixed, so that every finding is reproducible. `FOURFOLD_MUTATIONS` sets their number.
@Suite(.serialized) struct ImportFuzzTests {
  private static let corpora: [[UInt8]] = {
    var random = RandomTasks(seed: 9)
    let list = PortableList(name: "House", tasks: random.tasks(8))
    let written = ExportFormat.allCases.filter { $0 != .json }.map { format in
      var writer = format.writer(in: .berlin, now: importDate)
      writer.write([list])
      return writer.take()
    }
    let todoist = [
      todoistHeader, "section,Garden,,,,,,,,,,,,,",
      "task,Paint @a,\"x \"\"y\"\"\",,1,2,,,every mon at 9am,en,,30,minute,Oct 5,en",
      "note,\"[[file {}]]\",,,,,,,,,,,,,",
    ].joined(separator: "\r\n")
    let microsoft = microsoftList(
      #","body":{"content":"<a href='http://a'>b</a>&amp;","contentType":"html"},"dueDateTime":{"dateTime":"2026-07-01T00:00:00","timeZone":"UTC"},"recurrence":{"pattern":{"type":"absoluteMonthly","interval":1,"dayOfMonth":31},"range":{"type":"noEnd"}},"checklistItems":[{"displayName":"s"}]"#
    )
    let samples = ["trello", "google-tasks", "vikunja", "tasks-org"].map { sample("\($0).json") }
    let others = ["taskwarrior", "super-productivity", "trello-card"].map { sample("\($0).json") }
    let texts = samples + [Array(todoist.utf8), Array(microsoft.utf8)] + others
    let zip = ZipFile.bytes(
      texts.enumerated().map { index, text in
        .init(name: "\(index).\(index == 4 ? "csv" : "json")", content: text, isDeflated: index % 2 == 0)
      })
    return written + texts + Sample.allCases.map(\.bytes) + [zip]
  }()

  private static let words = [
    "null", "true", "-1", "1e308", "99999999999999999999", "\"", "\\", "\\u0000", "\\ud83d", "[", "]", "{", "}", ",",
    ":", "\r\n", "\n", "\t", ";", "\"\"", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-02-30",
    "every! 999 years",
    "FREQ=YEARLY;INTERVAL=999;UNTIL=99991231", "FREQ=MONTHLY;BYMONTHDAY=31", "BEGIN:VTODO\n", "END:VTODO\n",
    "RELATED-TO:1\n",
    "X-FOURFOLD-REPEATS:9999-12-31 FREQ=DAILY\n", "X-FOURFOLD-START:0001-01-01\n", "DTSTART:99991231T235959Z\n",
    "- [ ] ", "# ", "task,", "@", "<", "&#x10FFFF;", "<li>", "\u{2028}", "e\u{301}", "\0", "due:", "rec:+999y", "t:",
  ]

  @Test func `any file is read as documented, or refused`() async {
    var mutations = Mutations(of: Self.corpora, words: Self.words, seed: 20_260_615)
    for run in 0..<Mutations.count(2_000) {
      let file = mutations.next(run)
      let time = threadTime {
        do {
          let read = try importing(file, name: "file.txt", hasPlainLines: run % 3 == 0)
          let faults = faults(of: read)
          if !faults.isEmpty { Issue.record("\(faults.prefix(3)) in run \(run): \(Data(file).base64EncodedString())") }
        } catch {
          // Refused. Other tests check the reason.
        }
      }
      if time > .seconds(2) { Issue.record("\(time) in run \(run): \(Data(file).base64EncodedString())") }
      if run % 16 == 0 { await Task.yield() }
    }
  }

  private static let pieces = [
    "{\"a\":", "[", "\"", "\\u", "<a", "<", "&", "&#", ",", "\"\",", "task,a\n", "a;b\n", "- [ ] a\n", "(A) a\n", "@a ",
    "BEGIN:VTODO\nEND:VTODO\n", "{\"title\":\"a\"},", "  - [ ] a\n",
  ]

  @Test(arguments: pieces)
  func `large files are read within their limits, or refused`(piece: String) async {
    let flood = String(repeating: piece, count: 65_536 / piece.utf8.count)
    let json = flood.replacing("\"", with: "\\\"").replacing("\n", with: " ")
    for text in [
      flood, "title,notes\n\(flood)", "\(todoistHeader)\ntask,\(flood)",
      microsoftList(",\"body\":{\"content\":\"\(json)\",\"contentType\":\"html\"}"),
      "{\"name\":\"a\",\"lists\":[{\"id\":\"1\"}],\"cards\":[{\"idList\":\"1\",\"name\":\"\(json)\"}]}",
    ] {
      await Task.yield()
      do {
        let read = try importing(Array(text.utf8), hasPlainLines: true)
        #expect(faults(of: read).prefix(3) == [])
      } catch {
        #expect(UnreadableFile.allCases.contains(error))
      }
    }
  }
}

/// The violated invariants of a file that was read.
func faults(of file: PortableFile) -> [String] {
  var faults: [String] = []
  for list in file.lists {
    if let name = list.name, !isListName(name) { faults.append("name \(name.debugDescription)") }
    var depth = -1
    for task in list.tasks {
      if task.depth < 0 || task.depth > min(depth + 1, PortableTask.deepest) { faults.append("depth \(task.depth)") }
      depth = task.depth
      if let section = task.section, !isListName(section) { faults.append("section \(section.debugDescription)") }
      if let percent = task.percent, !(1...99).contains(percent) || task.completed != nil { faults.append("percent") }
      if let completed = task.completed, completed > importDate { faults.append("completed \(completed)") }
      if task.uid.isEmpty || task.uid.utf8.count > 200 { faults.append("uid \(task.uid)") }
      if !isValid(task.draft) { faults.append("draft \(task.draft)") }
    }
  }
  let uids = file.lists.flatMap(\.tasks).map(\.uid)
  if Set(uids).count != uids.count { faults.append("uids are not unique") }
  return faults
}

private func isListName(_ text: String) -> Bool {
  do { return try ListName(validating: text).text == text } catch { return false }
}

/// Whether typing the same gives the same.
private func isValid(_ draft: TaskDraft) -> Bool {
  do { return try TaskDraft(validating: TaskInput(draft)) == draft } catch { return false }
}

/// An export of Microsoft To Do with one task, which has these members after those that every task has.
private func microsoftList(_ members: String) -> String {
  """
  [{"id":"L","displayName":"House","wellknownListName":"none","tasks":[{"id":"AAMk=","title":"Paint",\
  "status":"notStarted","importance":"normal","createdDateTime":"2026-01-02T03:04:05.1234567Z"\(members)}]}]
  """
}
