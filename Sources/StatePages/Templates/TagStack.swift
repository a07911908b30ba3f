/// The views around a tag, as verification knows them: what they declare.
struct TagStack {
  /// Innermost first. Each is what the engine sees as one value: a view, or a state's view with its caption around it.
  private let values: [[TagSource]]

  /// A stack of one value, made of `sources`, of which the first that declares a name answers.
  init(_ sources: [TagSource]) {
    values = [sources]
  }

  private init(_ values: [[TagSource]]) {
    self.values = values
  }

  /// The stack within a section: of a view, or of text, which has no names in it.
  func entered(_ source: TagSource? = nil) -> TagStack {
    TagStack([source.map { [$0] } ?? []] + values)
  }

  /// The view that declares a name, for messages.
  func view(of name: String) -> String {
    let first = name.drop { $0 == "." }.prefix { $0 != "." }
    return values.flatMap { $0 }.first { $0.kinds[String(first)] != nil }?.name ?? "its view"
  }

  /// What a tag of a name would find: looking from the innermost value outwards, as the engine does, or into the innermost
  /// value only where the name has a leading dot.
  func kind(of name: String) -> FieldKind? {
    let isInner = name.first == "."
    let path = (isInner ? name.dropFirst() : name[...]).split(separator: ".", omittingEmptySubsequences: false)
    guard let first = path.first.map(String.init) else { return nil }
    let sources = isInner ? values[0] : values.flatMap { $0 }
    guard let source = sources.first(where: { $0.kinds[first] != nil }) else { return nil }
    return path.dropFirst().reduce(source.kinds[first]) { kind, part in
      switch kind {
      case .view(let view): TagSource(view).kinds[String(part)]
      case .facts: source.facts[String(part)]
      case .text, .address, .flag, .rows, .markup, .pieces, .template, nil: nil
      }
    }
  }
}

/// The tags that a view declares, and the facts that it has.
struct TagSource {
  let kinds: [String: FieldKind]
  let facts: [String: FieldKind]
  /// The view's type.
  let name: String

  init(_ view: any TemplateView.Type, facts: [String: FieldKind] = [:]) {
    func kinds<V: TemplateView>(_ view: V.Type) -> [String: FieldKind] { V.fields.mapValues(\.kind) }
    self.kinds = kinds(view)
    self.facts = facts
    name = String(describing: view)
  }
}
