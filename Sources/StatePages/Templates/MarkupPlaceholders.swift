import Mustache
import Synchronization

/// The one audited place where markup is joined into markup.
///
/// A template engine that may print markup unescaped in one tag may do so in all of them. Ours may not: a markup field prints
/// a *joint*, two control characters around a number, and what the joint stands for is put in its place after the template was
/// rendered. Our escaping removes those control characters from all text, so nobody's text can forge a joint.
final class MarkupPlaceholders: Sendable {
  static let opening: UInt8 = 0x01
  static let closing: UInt8 = 0x02
  static let cut: UInt8 = 0x03

  /// The templates of pieces within.
  let catalogue: Catalogue
  private let pieces = Mutex<[String]>([])

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  /// Keeps `markup` and returns what stands for it until ``join(_:)``.
  func joint(for markup: Markup) -> MustacheTemplate {
    let index = pieces.withLock { pieces in
      pieces.append(markup.html)
      return pieces.count - 1
    }
    return index < Self.templates.count ? Self.templates[index] : Self.template(index)
  }

  /// `rendered` with every joint replaced by its markup.
  func join(_ rendered: String) -> Markup {
    let pieces = pieces.withLock { $0 }
    guard !pieces.isEmpty else { return Markup(rendered: rendered) }
    var joined: [UInt8] = []
    var rest = Substring(rendered).utf8
    joined.reserveCapacity(rest.count + pieces.reduce(0) { $0 + $1.utf8.count })
    while let start = rest.firstIndex(of: Self.opening) {
      joined.append(contentsOf: rest[..<start])
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: Self.closing) else { break }
      if let index = Int(Substring(rest[..<end])), pieces.indices.contains(index) {
        joined.append(contentsOf: pieces[index].utf8)
      }
      rest = rest[rest.index(after: end)...]
    }
    joined.append(contentsOf: rest)
    return Markup(rendered: String(decoding: joined, as: UTF8.self))
  }

  /// The line, counted from 1, of the first of those control characters in a template, where it would pass for ours.
  static func firstControlCharacter(in template: String) -> Int? {
    guard let place = template.utf8.firstIndex(where: { [opening, closing, cut].contains($0) }) else { return nil }
    return 1 + template.utf8[..<place].count { $0 == UInt8(ascii: "\n") }
  }

  /// Templates are the only values that the engine prints without escaping them; these hold a joint and nothing else.
  private static let templates = (0..<64).map(template)

  private static func template(_ index: Int) -> MustacheTemplate {
    do {
      return try MustacheTemplate(string: "\u{1}\(index)\u{2}")
    } catch {
      preconditionFailure("a joint without a tag is a template: \(error)")
    }
  }
}
