import Synchronization

/// The outlines of a catalogue's templates, each learnt when it is needed first.
final class CompiledTemplates: Sendable {
  /// The characters around the number of a mark: private ones, that no template may have.
  static let opening: Unicode.Scalar = "\u{F8F0}"
  static let closing: Unicode.Scalar = "\u{F8F1}"

  private struct Name: Hashable {
    let template: String
    let view: ObjectIdentifier
  }

  private enum Known {
    case outline(any Sendable & AnyObject)
    /// There can be none.
    case none
  }

  private let known = Mutex<[Name: Known]>([:])

  /// The outline of a template for a kind of view; nil where there can be none.
  func outline<View: TemplateView>(of template: String, for view: View.Type) -> CompiledTemplate<View>? {
    known.withLock { known in
      let name = Name(template: template, view: ObjectIdentifier(view))
      switch known[name] {
      case .outline(let outline): return outline as? CompiledTemplate<View>
      case .some(.none): return nil
      case nil:
        let outline = CompiledTemplate<View>(of: template)
        known[name] = outline.map(Known.outline) ?? Known.none
        return outline
      }
    }
  }
}
