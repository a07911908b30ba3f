import Synchronization

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
  func outline<View: TemplateView>(of template: String, for view: View.Type, _ numbers: NumberPrinter)
    -> CompiledTemplate<View>?
  {
    known.withLock { known in
      let name = Name(template: template, view: ObjectIdentifier(view))
      if let outline = known[name] { return outline as? CompiledTemplate<View> }
      let outline = CompiledTemplate<View>(of: template, numbers)
      known[name] = .some(outline)
      return outline
    }
  }
}
