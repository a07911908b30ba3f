import Tasks

/// A task that an address brings along, from another app, a bookmark or the address bar.
struct SharedText: Hashable, Sendable {
  /// As sent; what is more than one line belongs to the notes.
  var title = ""
  var text = ""
  var url = ""
  /// The list to add it to, as sent.
  var list = ""
  var due: Day?

  /// The title and the notes: of what was sent, the first line is the title, and the rest are the notes.
  var lines: (title: String, notes: String) {
    var texts = [title, text].filter { !$0.isEmpty }
    // Many apps send the address in the text already.
    if !url.isEmpty, !texts.contains(where: { $0.contains(url) }) { texts.append(url) }
    let whole = texts.joined(separator: "\n").drop(while: \.isWhitespace)
    let first = whole.prefix { !$0.isNewline }
    return (String(first), String(whole.dropFirst(first.count).drop(while: \.isNewline)))
  }
}
