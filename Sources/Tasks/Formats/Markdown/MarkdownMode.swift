/// What the text of a Markdown file outside of its check boxes is.
enum MarkdownMode {
  /// It is ignored: a document with some check boxes stays a document.
  case followed
  /// It is remarked as left out.
  case file
  /// List items without a box are open tasks, other text is remarked.
  case pasted
}

/// The text of a Markdown file that is in no task.
struct MarkdownRest {
  /// The number of list items without a box.
  private(set) var plainItems = 0
  /// The number of other lines.
  private(set) var lines = 0
  private(set) var firstPlainItems: [Bytes] = []
  private(set) var firstLines: [Bytes] = []

  /// The last heading, until an item is below it.
  var unusedHeading: Bytes?

  mutating func add(_ line: Bytes, isPlainItem: Bool = false) {
    if line.trimmed.isEmpty { return }
    let line = line.prefix(Self.mostBytes)
    if isPlainItem {
      plainItems += 1
      if firstPlainItems.count < ImportRemarks.mostExamples { firstPlainItems.append(line) }
    } else {
      lines += 1
      if firstLines.count < ImportRemarks.mostExamples { firstLines.append(line) }
    }
  }

  /// Begins a section, or ends the last one. A heading without an item below it is text.
  mutating func begin(_ heading: Bytes?) {
    if let unusedHeading { add(unusedHeading) }
    unusedHeading = heading
  }

  /// More bytes than an example shows.
  private static let mostBytes = 1_000
}
