/// A box that can be ticked at the beginning of an item: `[x] Call the plumber`.
struct MarkdownBox {
  /// What became of the task; nil for a mark that is not known, of which there are as many as programs.
  let status: RemoteStatus?
  /// How many bytes it has.
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
    // A number is a reference to something.
    case let first? where !first.isDigit && !first.isSpace && mark.text.count == 1: status = nil
    case _: return nil
    }
  }
}
