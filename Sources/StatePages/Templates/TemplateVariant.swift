import StateViews

/// The variant of a view: which of its tags hold.
@usableFromInline
struct TemplateVariant: Hashable, Sendable {
  /// One bit for each flag and each optional value, in the order of the tags' names.
  private var bits: UInt64 = 0
  private var count = 0
  /// The names of the templates that the view selects.
  private var templates: [String] = []

  @usableFromInline
  mutating func add(_ holds: Bool) {
    bits = bits << 1 | (holds ? 1 : 0)
    count += 1
  }

  mutating func add(_ category: PluralCategory?) {
    let index = category.map { $0.index + 1 } ?? 0
    for bit in 0..<Self.categoryBits { add(index >> bit & 1 == 1) }
  }

  static var categoryBits: Int { 3 }

  mutating func add(template: String) { templates.append(template) }
}

/// Computes the variants of one type of view.
@usableFromInline
struct VariantReader<View: TemplateView>: Sendable {
  /// The contribution of a field to the variant.
  @usableFromInline
  typealias Component = @Sendable (View, inout TemplateVariant) -> Void

  private let components: [Component]
  /// The maximum number of bits of a variant.
  @usableFromInline
  let bits: Int

  /// Nil for views with rows or facts, and for those with more tags than a variant has bits.
  @usableFromInline
  init?(_ numbers: NumberPrinter) {
    var components: [Component] = []
    var bits = 0
    for (_, field) in View.fields.sorted(by: { $0.key < $1.key }) {
      switch field.part {
      case .text, .address, .markup: continue
      case .optional(let get): components.append { view, variant in variant.add(get(view) != nil) }
      case .optionalAddress(let isThere, _): components.append { view, variant in variant.add(isThere(view)) }
      case .flag(let get): components.append { view, variant in variant.add(get(view)) }
      case .numeral(let get): components.append { view, variant in variant.add(get(view) != nil) }
      case .number(_, let get):
        components.append { view, variant in variant.add(get(view).map { numbers.category(of: $0) }) }
        bits += TemplateVariant.categoryBits - 1
      case .template(let get): components.append { view, variant in variant.add(template: get(view)) }
      case .view(let nested):
        guard let (component, more) = nested.component(numbers) else { return nil }
        components.append(component)
        bits += more
      case .other: return nil
      }
      bits += 1
    }
    guard bits <= UInt64.bitWidth else { return nil }
    self.components = components
    self.bits = bits
  }

  func variant(of view: View) -> TemplateVariant {
    var variant = TemplateVariant()
    add(view, to: &variant)
    return variant
  }

  @usableFromInline
  func add(_ view: View, to variant: inout TemplateVariant) {
    for component in components { component(view, &variant) }
  }
}

/// A view within a view, as needed for variants and compiled templates.
@usableFromInline
struct NestedField<View: TemplateView>: Sendable {
  /// The contribution of the nested view to a variant, and the maximum number of bits; nil if it has an unlimited number of variants.
  @usableFromInline
  let component: @Sendable (NumberPrinter) -> (VariantReader<View>.Component, Int)?
  /// The context of the nested view for compiling a template; nil if it is absent.
  @usableFromInline
  let markerContext: @Sendable (View, NumberPrinter, @escaping (CompiledTemplatePart<View>) -> String) -> Any?

  @inlinable
  init<Child: TemplateView>(_ get: @escaping @Sendable (View) -> Child?) {
    component = { numbers in
      guard let inner = VariantReader<Child>(numbers) else { return nil }
      return (
        { view, variant in
          let child = get(view)
          variant.add(child != nil)
          if let child { inner.add(child, to: &variant) }
        }, inner.bits
      )
    }
    markerContext = { view, numbers, mark in
      get(view).map { child in
        Self.context(of: child, numbers) { part in
          switch part {
          case .literal(let text): text
          case .text(let text): mark(.text { get($0).map(text) ?? "" })
          case .address(let address):
            mark(.address { view, catalogue in get(view).map { address($0, catalogue) } ?? "" })
          case .markup(let markup):
            mark(.markup { view, catalogue in get(view).map { markup($0, catalogue) } ?? .none })
          }
        }
      }
    }
  }

  @usableFromInline
  static func context<Child: TemplateView>(
    of child: Child, _ numbers: NumberPrinter, mark: @escaping (CompiledTemplatePart<Child>) -> String
  ) -> Any {
    MarkerContext(child, numbers, mark: mark)
  }
}

/// The addresses that any template may link to, by name: `{{links.trash}}`.
///
/// A flow gives them for events that can be sent from every page, such as opening the trash. They are the same on every
/// page, so they are inserted when the templates are loaded, and unknown names are detected then.
struct TemplateLinks {
  /// The texts with the addresses inserted.
  private(set) var texts: [String: String] = [:]
  private(set) var problems: [TemplateProblems.Problem] = []

  init(_ links: [String: String], in texts: [String: String]) {
    // Compiled once: a literal in the loop would be compiled in each round.
    let link = /\{\{\s*links\.([^}\s]+)\s*\}\}/
    for (template, text) in texts {
      var filled = ""
      var rest = text[...]
      while let tag = rest.firstMatch(of: link) {
        let name = String(tag.output.1)
        filled += rest[..<tag.range.lowerBound]
        if let address = links[name] {
          filled += HTMLEscaping.escaped(Address.checked(address))
        } else {
          let line = text[..<tag.range.lowerBound].count { $0.isNewline } + 1
          let near = SpellingSuggestion.name(to: name, among: links.keys).map { ": is \($0) meant?" } ?? ""
          problems.append(.init(template: template, line: line, message: "there is no link \(name)\(near)"))
        }
        rest = rest[tag.range.upperBound...]
      }
      self.texts[template] = filled + rest
    }
  }
}
