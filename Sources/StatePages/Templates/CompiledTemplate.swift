import Mustache
import Synchronization

/// A template as it is for one kind of view, without the engine.
///
/// What the engine prints for a view depends on which of its tags hold (its *shape*) and on its texts, and texts stand in it as
/// they are. So the engine is asked once for each shape, with a mark in the place of each text, and from then on the texts are
/// written between what it printed: the same bytes, for none of its look-ups and casts.
final class CompiledTemplate<View: TemplateView>: Sendable {
  private let template: String
  private let shape: VariantReader<View>
  private let known = Mutex<[TemplateVariant: [CompiledTemplatePart<View>]]>([:])

  /// More shapes than these are no outline any more: they are forgotten together.
  private static var limit: Int { 256 }

  /// Nil for views with rows or facts in them, whose shapes have no end.
  init?(of template: String) {
    guard let shape = VariantReader<View>() else { return nil }
    self.template = template
    self.shape = shape
  }

  /// Writes views, rendered, one after the other to the end of `html`.
  func write(_ views: [View], to html: inout String, by library: MustacheLibrary, _ catalogue: Catalogue) {
    var last: (shape: TemplateVariant, parts: [CompiledTemplatePart<View>])?
    for view in views {
      let shape = shape.shape(of: view)
      // Most rows look like the one before.
      let parts =
        if let last, last.shape == shape { last.parts } else { parts(of: shape, for: view, library) }
      last = (shape, parts)
      for part in parts {
        switch part {
        case .literal(let text): html += text
        case .text(let get): html += HTMLEscaping.escaped(get(view))
        case .markup(let get): html += get(view, catalogue).html
        }
      }
    }
  }

  private func parts(of shape: TemplateVariant, for view: View, _ library: MustacheLibrary) -> [CompiledTemplatePart<
    View
  >] {
    known.withLock { $0[shape] } ?? learn(shape, from: view, library)
  }

  private func learn(_ shape: TemplateVariant, from view: View, _ library: MustacheLibrary) -> [CompiledTemplatePart<
    View
  >] {
    let marks = TextMarkers<View>()
    let printed = library.render(MarkerContext(view, mark: marks.mark), withTemplate: template) ?? ""
    let parts = marks.parts(of: printed)
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[shape] = parts
    }
    return parts
  }
}

/// A part of an outline.
enum CompiledTemplatePart<View: TemplateView>: Sendable {
  /// As the engine printed it.
  case literal(String)
  /// Printed escaped.
  case text(@Sendable (View) -> String)
  /// Printed as it is.
  case markup(@Sendable (View, Catalogue) -> Markup)
}

/// The marks in what the engine printed of one view: two characters that no template has, around a number. No text of a view is
/// printed there, so none can pass for one.
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

/// A view on its way into a template whose outline is learnt: what decides its shape is there, and marks stand for its texts.
struct MarkerContext<View: TemplateView>: MustacheParent {
  private let view: View
  private let mark: (CompiledTemplatePart<View>) -> String

  init(_ view: View, mark: @escaping (CompiledTemplatePart<View>) -> String) {
    self.view = view
    self.mark = mark
  }

  func child(named name: String) -> Any? {
    switch View.fields[name]?.part {
    case .text(let get): mark(.text(get))
    case .optional(let get): get(view) == nil ? Absent() : mark(.text { get($0) ?? "" })
    case .flag(let get): get(view)
    case .template(let get): get(view)
    case .view(let nested): nested.stencil(view, mark) ?? Absent()
    case .markup(let get): mark(.markup(get))
    case .other, nil: nil
    }
  }
}
