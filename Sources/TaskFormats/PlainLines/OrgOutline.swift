import Tasks

/// Reads the lines of an Org file (orgmode.org): headlines with a star for each level, and below them drawers, clocks and text.
struct OrgOutline {
  /// The keywords that the file declares, `#+TODO: DRAFT | PRINTED`, and usual ones of configurations.
  private(set) var keywords: [String: ItemStatus] = ["NEXT": .open(percent: 0), "HOLD": .open(percent: 0)]
  /// The number of stars of the last headline.
  private var level = 0
  private var isInDrawer = false
  /// Whether there was a headline or a list item.
  private var hasBegun = false

  /// What a line is.
  enum Line {
    /// An option of the file, a comment, or text above the first headline.
    case aside
    /// The beginning or the end of a drawer.
    case mark
    /// A line in a drawer, a clock, or a log.
    case record
    case headline(indent: Int)
    case other(indent: Int)
  }

  /// Nil unless the text is an outline: it has headlines of Org with an option, a drawer or a keyword, or it has drawers, as Logseq writes
  /// them. A keyword or a drawer alone is none in a text with headings of Markdown.
  init?(_ text: Bytes) {
    var (hasHeadline, hasKeyword, hasHeading, hasOption, hasDrawer) = (false, false, false, false, false)
    for line in Lines(text) {
      switch line.first {
      case UInt8(ascii: "*"):
        guard Self.stars(line) > 0 else { continue }
        hasHeadline = true
        hasKeyword = hasKeyword || TaskKeyword(ListMark.removed(from: line.beginning(bytes: 200).text)) != nil
      case UInt8(ascii: "#"):
        hasHeading = hasHeading || MarkdownLine(line).heading != nil
        hasOption = hasOption || Self.isOption(line)
        if let names = Self.declared(line) { declare(names) }
      case _:
        let content = line.trimmed
        hasDrawer = hasDrawer || content.equals(":properties:") || content.equals(":logbook:")
      }
    }
    let isWhole = hasHeadline && (hasOption || hasDrawer)
    guard isWhole || (hasHeadline && hasKeyword || hasDrawer) && !hasHeading else { return nil }
  }

  /// Reads the next line, which is not empty.
  mutating func parse(_ line: Bytes) -> Line {
    let content = line.trimmed
    let stars = Self.stars(line)
    if stars > 0 {
      (level, isInDrawer, hasBegun) = (stars, false, true)
      return .headline(indent: stars - 1)
    }
    let hasMark = ListMark.hasMark(content.beginning(bytes: 12).text)
    // Drawers of Logseq have no lists.
    if isInDrawer, level > 0 || !hasMark {
      isInDrawer = !content.equals(":end:")
      return isInDrawer ? .record : .mark
    }
    if content.count > 2, content.first == UInt8(ascii: ":"), content.last == UInt8(ascii: ":"),
      content.dropFirst().dropLast().allSatisfy({ $0.isWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    {
      isInDrawer = true
      return .mark
    }
    if Self.isOption(content) || content.first == UInt8(ascii: "#") && content.dropFirst().first?.isSpace ?? true {
      return .aside
    }
    if Self.records.contains(where: content.begins) { return .record }
    (isInDrawer, hasBegun) = (false, hasBegun || hasMark)
    return hasBegun ? .other(indent: level + MarkdownLine(line).indent) : .aside
  }

  /// The tags at the end of a headline, which are taken off: `Paint :garden:home:`.
  static func tags(endOf title: inout Substring) -> [Substring] {
    guard let space = title.lastIndex(where: TypedText.isSpace) else { return [] }
    let word = title[space...].dropFirst()
    let tags = word.split(separator: ":", omittingEmptySubsequences: false)
    guard word.count > 2, word.first == ":", word.last == ":", tags.dropFirst().dropLast().allSatisfy({ !$0.isEmpty })
    else { return [] }
    title = title[..<space]
    return tags.dropFirst().dropLast()
  }

  /// What Org writes into a task on its own: `- State "DONE" from "TODO" [2026-05-01 Fri 16:10]`.
  private static let records: [StaticString] = [
    "clock:", "- state \"", "- note taken on [", "- rescheduled from \"", "- not scheduled, was \"", "- refiled on [",
    "- new deadline from \"", "- removed deadline, was \"", "- closing note [",
  ]

  private static func stars(_ line: Bytes) -> Int {
    let stars = line.prefix { $0 == UInt8(ascii: "*") }
    return line[stars.endIndex...].first?.isSpace == true ? stars.count : 0
  }

  /// `#+TITLE: House`, `#+BEGIN_QUOTE`.
  private static func isOption(_ line: Bytes) -> Bool {
    line.starts(with: "#+".utf8) && line.dropFirst(2).first.map { $0.isWord && !$0.isDigit } == true
  }

  /// The keywords that a line declares.
  private static func declared(_ line: Bytes) -> Bytes? {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    guard name.equals("#+todo") || name.equals("#+seq_todo") || name.equals("#+typ_todo") else { return nil }
    return line[name.endIndex...].dropFirst().beginning(bytes: 1_000)
  }

  /// Keywords behind a bar, or else the last one, are of completed tasks. A letter in parentheses is a key to press.
  private mutating func declare(_ words: Bytes) {
    let words = words.text.split(whereSeparator: TypedText.isSpace).map { String($0.prefix { $0 != "(" }) }
    let bar = words.firstIndex(of: "|") ?? words.count - 1
    for (index, word) in words.enumerated() where !word.isEmpty && word != "|" {
      keywords[word] = index < bar ? .open(percent: 0) : .done(nil)
    }
  }
}
