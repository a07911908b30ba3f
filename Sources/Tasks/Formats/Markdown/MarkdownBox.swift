/// The checkbox of a task list item: `[x] Call the plumber`.
struct MarkdownBox {
  /// The status that the mark stands for; open for a mark of an app's own.
  let status: RemoteStatus
  /// A mark of an app's own, such as `>` for a task that was put off.
  private(set) var mark: String?
  /// In bytes.
  let length: Int

  init?(_ item: Bytes) {
    guard item.first == UInt8(ascii: "["), let end = item.prefix(16).firstIndex(of: UInt8(ascii: "]")),
      item[end...].dropFirst().first?.isSpace ?? true
    else { return nil }
    let mark = item[..<end].dropFirst()
    length = mark.count + 2
    switch mark.first {
    case UInt8.space where mark.count == 1, UInt8.tab where mark.count == 1, UInt8(ascii: "/") where mark.count == 1:
      status = .open(percent: 0)
    case UInt8(ascii: "x") where mark.count == 1, UInt8(ascii: "X") where mark.count == 1: status = .done(nil)
    case UInt8(ascii: "-") where mark.count == 1: status = .cancelled
    // A number is a footnote or a reference.
    case let first? where !first.isDigit && !first.isSpace && mark.text.count == 1:
      status = .open(percent: 0)
      self.mark = mark.text
    case _: return nil
    }
  }
}
