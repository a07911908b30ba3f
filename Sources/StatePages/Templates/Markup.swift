/// HTML that this library rendered itself.
///
/// Only the catalogue can make one, from a verified template with escaped text, so user input is never taken for
/// markup.
@usableFromInline package struct Markup: Hashable, Sendable {
  package let html: String

  /// The only initializer: called with the output of a verified template, or with joined markup.
  init(rendered html: String) {
    self.html = html
  }

  @usableFromInline
  static let none = Markup(rendered: "")

  /// Where a streamed page continues: a control character that escaping removes from all text.
  static let cut = Markup(rendered: String(UnicodeScalar(MarkupPlaceholders.cut)))

  static func joined(_ pieces: some Sequence<Markup>) -> Markup {
    let pieces = pieces.map(\.html)
    var html = ""
    html.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count })
    for piece in pieces { html += piece }
    return Markup(rendered: html)
  }

  /// The markup before and after the cut.
  func halves() -> (before: Markup, behind: Markup) {
    guard let cut = html.utf8.firstIndex(of: MarkupPlaceholders.cut) else { return (self, .none) }
    return (Markup(rendered: String(html[..<cut])), Markup(rendered: String(html[html.utf8.index(after: cut)...])))
  }
}
