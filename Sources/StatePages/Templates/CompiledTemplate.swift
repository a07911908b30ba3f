import Mustache
import Synchronization

/// A template compiled for one type of view, rendered without the engine.
///
/// The engine's output for a view depends on which of its tags hold (its *variant*) and on its texts, which appear
/// unchanged. So the engine renders each variant once, with a marker in place of each text. From then on the texts are
/// written between the parts of that output: the same bytes, without the engine's look-ups and casts.
final class CompiledTemplate<View: TemplateView>: Sendable {
  private typealias Part = CompiledTemplatePart<View>

  private let template: String
  private let numbers: NumberPrinter
  private let variants: VariantReader<View>
  private let known = Mutex<[TemplateVariant: [Part]]>([:])

  /// The maximum number of cached variants; beyond it, all are dropped.
  private static var limit: Int { 256 }

  /// Nil for views with rows or facts, which have an unlimited number of variants.
  init?(of template: String, _ numbers: NumberPrinter) {
    guard let variants = VariantReader<View>(numbers) else { return nil }
    (self.template, self.numbers, self.variants) = (template, numbers, variants)
  }

  /// Renders views one after the other, and appends them to `html`.
  func write(_ views: [View], to html: inout String, by library: MustacheLibrary, _ catalogue: Catalogue) {
    // Characters that need no escaping.
    let basePath = catalogue.basePath.path
    var last: (variant: TemplateVariant, parts: [Part])?
    for (count, view) in views.enumerated() {
      // Most pieces are as long as the first one.
      if count == 1 { html.reserveCapacity(min(html.utf8.count * (views.count + 1), 256 << 10)) }
      let variant = variants.variant(of: view)
      // Most rows have the variant of the row before.
      let parts =
        if let last, last.variant == variant { last.parts } else { parts(of: variant, for: view, library) }
      last = (variant, parts)
      for part in parts {
        switch part {
        case .literal(let text): html += text
        case .text(let get): html += HTMLEscaping.escaped(get(view))
        case .address(let get):
          let address = get(view, catalogue)
          if !basePath.isEmpty, BasePath.isOfApp(address) { html += basePath }
          html += HTMLEscaping.escaped(address)
        case .markup(let get): html += get(view, catalogue).html
        }
      }
    }
  }

  private func parts(of variant: TemplateVariant, for view: View, _ library: MustacheLibrary) -> [Part] {
    known.withLock { $0[variant] } ?? compile(variant, from: view, library)
  }

  private func compile(_ variant: TemplateVariant, from view: View, _ library: MustacheLibrary) -> [Part] {
    let marks = TextMarkers<View>()
    let printed = library.render(MarkerContext(view, numbers, mark: marks.mark), withTemplate: template) ?? ""
    let parts = marks.parts(of: printed)
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[variant] = parts
    }
    return parts
  }
}

/// A part of a compiled template.
@usableFromInline
enum CompiledTemplatePart<View: TemplateView>: Sendable {
  /// Output of the engine.
  case literal(String)
  case text(@Sendable (View) -> String)
  /// An address, which gets the base path.
  case address(@Sendable (View, Catalogue) -> String)
  /// Markup that is inserted unescaped.
  case markup(@Sendable (View, Catalogue) -> Markup)
}

/// The markers in the engine's output for one view: a number between two characters that no template contains. No text
/// of a view is in that output, so none can be mistaken for a marker.
private final class TextMarkers<View: TemplateView> {
  private var parts: [CompiledTemplatePart<View>] = []

  func mark(_ part: CompiledTemplatePart<View>) -> String {
    parts.append(part)
    return "\(CompiledTemplates.opening)\(parts.count - 1)\(CompiledTemplates.closing)"
  }

  func parts(of printed: String) -> [CompiledTemplatePart<View>] {
    var found: [CompiledTemplatePart<View>] = []
    for piece in printed.unicodeScalars.split(separator: CompiledTemplates.opening, omittingEmptySubsequences: false) {
      let number = piece.prefix { $0 != CompiledTemplates.closing }
      if number.endIndex < piece.endIndex, let index = Int(Substring(number)), parts.indices.contains(index) {
        found.append(parts[index])
        found.append(.literal(String(Substring(piece[number.endIndex...].dropFirst()))))
      } else {
        found.append(.literal(String(Substring(piece))))
      }
    }
    return found
  }
}

/// The context for compiling a template: the values that decide the view's variant, and markers in place of its texts.
struct MarkerContext<View: TemplateView>: MustacheParent {
  private let view: View
  private let numbers: NumberPrinter
  private let mark: (CompiledTemplatePart<View>) -> String

  init(_ view: View, _ numbers: NumberPrinter, mark: @escaping (CompiledTemplatePart<View>) -> String) {
    (self.view, self.numbers, self.mark) = (view, numbers, mark)
  }

  func child(named name: String) -> Any? {
    switch View.fields[name]?.part {
    case .text(let get): mark(.text(get))
    case .optional(let get): get(view) == nil ? Absent() : mark(.text { get($0) ?? "" })
    case .address(let get): mark(.address(get))
    case .optionalAddress(let isThere, let get): isThere(view) ? mark(.address(get)) : Absent()
    case .flag(let get): get(view)
    case .number(let most, let get):
      get(view).map { number in
        PrintedNumber(
          PluralCount(
            text: mark(.text { [numbers] in get($0).map { numbers.count($0, upTo: most).text } ?? "" }),
            category: numbers.category(of: number)))
      } ?? Absent()
    case .numeral(let get):
      get(view) == nil ? Absent() : mark(.text { [numbers] in get($0).map { numbers.text($0) } ?? "" })
    case .template(let get): get(view)
    case .view(let nested): nested.markerContext(view, numbers, mark) ?? Absent()
    case .markup(let get): mark(.markup(get))
    case .other, nil: nil
    }
  }
}

/// The compiled templates of a catalogue, each compiled on first use.
final class CompiledTemplates: Sendable {
  /// The characters around the number of a marker: private-use characters, which are not allowed in templates.
  static let opening: Unicode.Scalar = "\u{F8F0}"
  static let closing: Unicode.Scalar = "\u{F8F1}"

  private struct Name: Hashable {
    let template: String
    let view: ObjectIdentifier
  }

  /// Nil for a view that can't be compiled.
  private let known = Mutex<[Name: (any Sendable & AnyObject)?]>([:])

  /// The compiled template for a type of view; nil if the view can't be compiled.
  func template<View: TemplateView>(of template: String, for view: View.Type, _ numbers: NumberPrinter)
    -> CompiledTemplate<View>?
  {
    known.withLock { known in
      let name = Name(template: template, view: ObjectIdentifier(view))
      if let compiled = known[name] { return compiled as? CompiledTemplate<View> }
      let compiled = CompiledTemplate<View>(of: template, numbers)
      known[name] = .some(compiled)
      return compiled
    }
  }
}
