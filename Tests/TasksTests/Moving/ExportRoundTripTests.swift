import Foundation
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
    text.begin(
      PortableList(name: "Choir", kind: .source("https://choir.example/a"), created: Self.at), role: .viewer)
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

  @Test func `nested tasks name their parents`() throws {
    let json =
      #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"c","uid":"3","parent":"2"},{"title":"a","uid":"1"},{"title":"b","uid":"2","parent":"1"}]}]}"#
    let read = try importing(json)
    #expect(read.titles == ["a", "b", "c"])
    #expect(read.depths == [0, 1, 2])
  }

  @Test func `values that are not valid or not known are remarked`() throws {
    let json =
      #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"b","time":"14:05 Mars/Olympus","due":"2026-07-01","start":"soon","repeats":"often","priority":"most","colour":"red"}]}]}"#
    let read = try importing(json)
    #expect([read.tasks[0][.due], read.tasks[0][.time]] == ["2026-07-01", "14:05"])
    #expect(read.tasks[0][.notes] == "soon\n\noften")
    #expect(
      read.remarked == [
        "rule: often", "date: soon", "other: priority: most", "other: colour: red", "zone: Mars/Olympus",
      ])
  }

  @Test func `an export that is cut or of another version is broken`() {
    let json = #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"b"}]}]}"#
    #expect(throws: UnreadableFile.broken) { try importing(String(json.dropLast(3))) }
    #expect(throws: UnreadableFile.broken) { try importing(json.replacing(":1,", with: ":2,")) }
  }
}
