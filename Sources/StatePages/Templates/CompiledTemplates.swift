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

  private enum Known {
    case outline(any Sendable & AnyObject)
    /// The view can't be compiled.
    case none
  }

  private let known = Mutex<[Name: Known]>([:])

  /// The compiled template for a type of view; nil if the view can't be compiled.
  func outline<View: TemplateView>(of template: String, for view: View.Type, _ numbers: NumberPrinter)
    -> CompiledTemplate<View>?
  {
    known.withLock { known in
      let name = Name(template: template, view: ObjectIdentifier(view))
      switch known[name] {
      case .outline(let outline): return outline as? CompiledTemplate<View>
      case .some(.none): return nil
      case nil:
        let outline = CompiledTemplate<View>(of: template, numbers)
        known[name] = outline.map(Known.outline) ?? Known.none
        return outline
      }
    }
  }
}
