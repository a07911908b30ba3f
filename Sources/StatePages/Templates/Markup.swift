internal import Mustache
import Synchronization

/// HTML that this library rendered itself.
///
/// Only the catalogue can make one, from a verified template with escaped text, so user input is never taken for
/// markup.
@usableFromInline package struct Markup: Hashable, Sendable {
  package let html: String

  /// The only initializer: called with the output of a verified template, or with joined markup.
  init(rendered html: String) { self.html = html }

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

/// The one audited place where markup is inserted into markup.
///
/// A template engine that can print markup unescaped in one tag can do so in all of them. Ours cannot: a markup field
/// prints a placeholder, a number between two control characters, which is replaced by the markup after the template
/// was rendered. Escaping removes those control characters from all text, so user input cannot forge a placeholder.
final class MarkupPlaceholders: Sendable {
  static let opening: UInt8 = 0x01
  static let closing: UInt8 = 0x02
  static let cut: UInt8 = 0x03

  let catalogue: Catalogue
  private let pieces = Mutex<[String]>([])

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Stores `markup` and returns its placeholder, which ``join(_:)`` replaces.
  func placeholder(for markup: Markup) -> MustacheTemplate {
    let index = pieces.withLock { pieces in
      pieces.append(markup.html)
      return pieces.count - 1
    }
    return index < Self.templates.count ? Self.templates[index] : Self.template(index)
  }

  /// Replaces every placeholder in `rendered` by its markup.
  func join(_ rendered: String) -> Markup {
    let pieces = pieces.withLock { $0 }
    guard !pieces.isEmpty else { return Markup(rendered: rendered) }
    // As strings, so that no byte is validated again: a page is as long as all its rows.
    var joined = ""
    var rest = Substring(rendered)
    joined.reserveCapacity(rest.utf8.count + pieces.reduce(0) { $0 + $1.utf8.count })
    while let start = rest.utf8.firstIndex(of: Self.opening) {
      joined += rest[..<start]
      rest = rest[rest.utf8.index(after: start)...]
      guard let end = rest.utf8.firstIndex(of: Self.closing) else { break }
      if let index = Int(rest[..<end]), pieces.indices.contains(index) { joined += pieces[index] }
      rest = rest[rest.utf8.index(after: end)...]
    }
    joined += rest
    return Markup(rendered: joined)
  }

  /// The line, counted from 1, of the first placeholder character in a template, where it would be taken for a
  /// placeholder.
  static func firstControlCharacter(in template: String) -> Int? {
    guard let place = template.utf8.firstIndex(where: { [opening, closing, cut].contains($0) }) else { return nil }
    return 1 + template.utf8[..<place].count { $0 == UInt8(ascii: "\n") }
  }

  /// Templates are the only values that the engine prints without escaping. Each of these contains one placeholder.
  private static let templates = (0..<64).map(template)

  private static func template(_ index: Int) -> MustacheTemplate {
    do {
      return try MustacheTemplate(string: "\u{1}\(index)\u{2}")
    } catch {
      preconditionFailure("a placeholder without a tag is a template: \(error)")
    }
  }
}
