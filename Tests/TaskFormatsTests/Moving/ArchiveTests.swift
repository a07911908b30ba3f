import TaskFormats
import Tasks
import Testing

struct ArchiveTests {
  private static let todo = Array(
    "BEGIN:VCALENDAR\nX-WR-CALNAME:A\nBEGIN:VTODO\nUID:1\nSUMMARY:Sing\nEND:VTODO\nEND:VCALENDAR".utf8)
  private static let text = Array("(A) Milk".utf8)

  @Test func `stored and deflated files are read, and others are told`() throws {
    let file = try importing(
      ZipFile.bytes(
        [
          .init(name: "a/one.ics", content: Self.todo, isDeflated: true), .init(name: "two.ics", content: Self.todo),
          .init(name: "folder/", content: []), .init(name: "c.txt", content: Array("Dear Jo,\nbye".utf8)),
          .init(name: "d.png", content: [1, 2, 3]),
        ], comment: "PK\u{5}\u{6} is no end"))
    #expect(file.format == .iCalendar)
    #expect(file.lists.map(\.name) == ["A", "A"])
    #expect(file.remarked == ["unknown-file: c.txt", "attachment: d.png"])
  }

  @Test func `files of several formats make an archive`() throws {
    let file = try importing(
      ZipFile.bytes([.init(name: "a.ics", content: Self.todo), .init(name: "b.txt", content: Self.text)]))
    #expect(file.format == .archive)
    #expect(file.titles == ["Sing", "Milk"])
    #expect(file.lists.map(\.name) == ["A", "b"])
  }

  @Test func `an archive without lists is refused`() {
    #expect(throws: UnreadableFile.emptyArchive) { try importing(ZipFile.bytes([])) }
    #expect(throws: UnreadableFile.emptyArchive) {
      try importing(ZipFile.bytes([.init(name: "a.png", content: Self.todo)]))
    }
  }

  @Test func `encrypted and damaged archives are refused`() {
    #expect(throws: UnreadableFile.encrypted) {
      try importing(ZipFile.bytes([.init(name: "a.ics", content: Self.todo, flags: 1)]))
    }
    let whole = ZipFile.bytes([.init(name: "a.ics", content: Self.todo, isDeflated: true)])
    for count in stride(from: 4, to: whole.count, by: 7) {
      #expect(throws: UnreadableFile.broken) { try importing(Array(whole.prefix(count))) }
    }
    var changed = whole
    changed[60] ^= 1
    #expect(throws: UnreadableFile.broken) { try importing(changed) }
  }

  @Test func `bombs are refused by their declared and by their real size`() {
    let limits = ImportLimits(fileBytes: 1_000_000, unpackedBytes: 10_000, files: 10, tasks: 100)
    let large = [UInt8](repeating: 32, count: 20_000)
    var unpacked = 0
    func inflate(_ bytes: ArraySlice<UInt8>, most: Int) -> [UInt8]? {
      unpacked = max(unpacked, most)
      return inflated(bytes, most: most)
    }
    #expect(throws: UnreadableFile.tooLarge) {
      try importing(
        ZipFile.bytes([.init(name: "a.ics", content: large, isDeflated: true)]), limits: limits, inflate: inflate)
    }
    #expect(unpacked == 0)
    // Each is small enough, all are not.
    let parts = (0..<3).map { ZipFile.Part(name: "\($0).ics", content: Array(large.prefix(4_000))) }
    #expect(throws: UnreadableFile.tooLarge) { try importing(ZipFile.bytes(parts), limits: limits, inflate: inflate) }
    // A false size: no more is unpacked than declared, and a byte.
    #expect(throws: UnreadableFile.broken) {
      try importing(
        ZipFile.bytes([.init(name: "a.ics", content: large, isDeflated: true, declared: 100)]), limits: limits,
        inflate: inflate)
    }
    #expect(unpacked == 101)
    let many = (0..<11).map { ZipFile.Part(name: "\($0).ics", content: []) }
    #expect(throws: UnreadableFile.tooLarge) { try importing(ZipFile.bytes(many), limits: limits) }
  }

  @Test func `the archives of an archive of nothing else are read, within the same bounds`() throws {
    let part = ZipFile.bytes([
      .init(name: "a.ics", content: Self.todo, isDeflated: true), .init(name: "d.png", content: [1]),
      .init(name: "deeper.zip", content: ZipFile.bytes([.init(name: "b.txt", content: Self.text)])),
    ])
    let other = ZipFile.bytes([.init(name: "b.txt", content: Self.text)])
    let parts: [ZipFile.Part] = [
      .init(name: "Export-Part-1.zip", content: part),
      .init(name: "Export-Part-2.zip", content: other, isDeflated: true),
      .init(name: "Export-Part-3.zip", content: Array("PK".utf8)),
    ]
    let file = try importing(ZipFile.bytes(parts))
    #expect(file.titles == ["Sing", "Milk"])
    #expect(file.remarked == ["unknown-file: Export-Part-3.zip", "attachment: d.png", "attachment: deeper.zip"])
    // Beside other files they are attached ones.
    let attached = try importing(ZipFile.bytes(parts + [.init(name: "c.txt", content: Self.text)]))
    #expect(attached.titles == ["Milk"] && attached.remarked.count == 3)
    for limits in [
      ImportLimits(fileBytes: 1_000_000, unpackedBytes: part.count + other.count + 50, files: 10, tasks: 100),
      ImportLimits(fileBytes: 1_000_000, unpackedBytes: 100_000, files: 5, tasks: 100),
    ] { #expect(throws: UnreadableFile.tooLarge) { try importing(ZipFile.bytes(parts), limits: limits) } }
    #expect(throws: UnreadableFile.tooManyTasks) {
      try importing(
        ZipFile.bytes(parts), limits: ImportLimits(fileBytes: 1_000_000, unpackedBytes: 100_000, files: 10, tasks: 1))
    }
  }

  @Test func `tasks are in the order of their positions, and a Takeout archive is read`() throws {
    let json = #"""
      {"kind":"tasks#taskLists","items":[{"title":"A","items":[
        {"id":"2","title":"second","position":"00000000000000000002"},
        {"id":"1","title":"first","position":"00000000000000000001"}]}]}
      """#
    let zip = ZipFile.bytes([
      .init(name: "Takeout/archive_browser.html", content: Array("<!DOCTYPE html><html>".utf8)),
      .init(name: "Takeout/Tasks/Tasks.json", content: Array(json.utf8), isDeflated: true),
    ])
    let file = try importing(zip)
    #expect(file.format == .googleTasks)
    #expect(file.titles == ["first", "second"])
    #expect(file.remarked == [])
  }

  @Test func `projects, subtasks and buckets are read in their order`() throws {
    let archive = ZipFile.bytes([
      .init(name: "data.json", content: sample("vikunja.json"), isDeflated: true),
      .init(name: "filters.json", content: Array("[]".utf8)), .init(name: "VERSION", content: Array("v0.24.0".utf8)),
      .init(name: "files/3", content: [0x89, 0x50, 0x4E, 0x47, 0]),
    ])
    let file = try importing(archive)
    #expect(file.format == .vikunja)
    #expect(file.remarked.contains("attachment: files/3"))
    #expect(file.lists.map(\.name) == ["House", "Garden"])
    #expect(file.titles == ["Sweep", "Paint", "Buy paint", "Hourly", "Rake"])
    #expect(file.depths == [0, 0, 1, 0, 0])
    #expect(file.tasks.map(\.section) == ["Doing", "To-Do", nil, nil, nil])
    #expect(file.tasks[1].uid == "vikunja-10-2026-01-01T00:00:00Z")
  }

  @Test func `namespaces of older exports contain the lists, and saved filters are remarked`() throws {
    let data =
      #"[{"id":1,"title":"Me","hex_color":"","projects":[{"id":2,"title":"House","tasks":[{"id":3,"title":"Paint"}]}]}]"#
    let zip = ZipFile.bytes([
      .init(name: "data.json", content: Array(data.utf8)),
      .init(name: "filters.json", content: Array(#"[{"id":1,"filters":{},"title":"Late"}]"#.utf8)),
    ])
    let file = try importing(zip)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint"])
    #expect(file.remarked == ["other: filters.json"])
  }

  @Test func `older templates have fewer columns, and a backup has a file for each project`() throws {
    let old = "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG\ntask,Old,1,1,,,,\n"
    #expect(try importing(old).tasks.map { $0[.priority] } == ["high"])
    let new = "\u{FEFF}\(todoistHeader)\ntask,New,,,4,1,,,,,,,,,\n"
    let zip = ZipFile.bytes([
      .init(name: "Inbox [2203306141].csv", content: Array(new.utf8), isDeflated: true),
      .init(name: "Old house [x] [6Crg8jQ8].csv", content: Array(old.utf8)),
    ])
    let file = try importing(zip)
    #expect(file.format == .todoistBackup)
    #expect(file.lists.map(\.name) == ["Inbox", "Old house [x]"])
    #expect(file.titles == ["New", "Old"])
  }
}
