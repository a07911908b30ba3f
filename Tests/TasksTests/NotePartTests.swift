import TestSupport
import Testing

@testable import Tasks

/// Notes of any length are read in linear time, so ten thousand links cost what their text is long.
@Suite(.serialized) struct NotePartTests {
  @Test func `every link of ten thousand is found`() throws {
    let links = (0..<10_000).map { "see a\($0)@b.example, https://c\($0).example/x, +44 20 7946 \(1000 + $0 % 9000)" }
    let parts = NotePart.parts(of: links.joined(separator: "\n"))
    guard case .paragraph(let runs)? = parts.first, parts.count == 1 else {
      Issue.record("one paragraph")
      return
    }
    #expect(runs.count { $0.address != nil } == 30_000)
    #expect(
      runs.map(\.text).joined().utf8.count == links.joined(separator: "\n").utf8.count - 10_000 * "https://".utf8.count)
  }

  /// Texts in which a search that goes back would take time by the square of their length. Twice the text takes about twice the time; three
  /// times leaves room, and four is a square. The time is that of the thread, which a busy machine does not lengthen.
  @Test(arguments: [
    "a@", "@", "a", "1", "1 ", "(", "+1", "01 ", "https://", "https://a@", "http://a.example/(", "www.", "a.", "[",
    "- [ ] a\n", "\n",
    "https://a.example/) ", "a@b.example ", "+4930123456 ", "1-", "h", "https://b.example\\", "mailto:", "\u{301}", "٠",
    "https://ü.example ",
  ])
  func `twice the text takes at most three times as long`(piece: String) {
    func least(_ bytes: Int) -> Duration {
      let text = String(repeating: piece, count: bytes / piece.utf8.count)
      return (0..<3).map { _ in threadTime { _ = NotePart.parts(of: text) } }.min() ?? .zero
    }
    let (short, long) = (least(20_000), least(80_000))
    #expect(long < short * 12 || long < .milliseconds(10), "\(piece): \(short), \(long)")
  }

  @Test func `links lead to the web, to mail and to telephones, and nowhere else`() {
    let words = [
      "https://", "http://", "javascript:", "a.example", "@", ":", "/", "\\", "%00", "?", "#", "www.", "mailto:",
      "tel:", "+44 20 7946", "0321", "(",
      ")", " ", "\n", "\u{202E}", "é", "- [ ] ", "\"", "<", ".", "[::1]", "127.1",
    ]
    var generator = Seeded(7)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...8, using: &generator)).compactMap { _ in words.randomElement(using: &generator)
      }.joined()
      for run in NotePart.parts(of: text).flatMap(\.runs) {
        guard let address = run.address else { continue }
        let isAllowed = ["http://", "https://", "mailto:", "tel:"].contains { address.hasPrefix($0) }
        #expect(isAllowed && !address.contains(where: { " \n\"<>\\\u{202E}".contains($0) }), "\(text): \(address)")
        let authority = address.split(omittingEmptySubsequences: false) { "/?#".contains($0) }.dropFirst(2).first ?? ""
        #expect(
          !address.hasPrefix("http") || !authority.isEmpty && !authority.contains("@") && !authority.contains("%"))
      }
    }
  }
}

extension NotePart {
  fileprivate var runs: [NoteRun] {
    switch self {
    case .paragraph(let runs): runs
    case .checks(let checks): checks.flatMap(\.runs)
    }
  }
}
