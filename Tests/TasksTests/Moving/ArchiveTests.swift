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
}
