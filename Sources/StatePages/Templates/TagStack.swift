/// The contexts around a tag during verification: the tags that their views declare.
struct TagStack {
  /// Innermost first. Each is one value to the engine: a view, or a state's view combined with its caption.
  private let values: [[TagSource]]

  /// Creates a stack of one value. The first source that declares a name provides it.
  init(_ sources: [TagSource]) {
    values = [sources]
  }

  private init(_ values: [[TagSource]]) {
    self.values = values
  }

  /// The stack inside a section over a view, or over text, which declares no names.
  func entered(_ source: TagSource? = nil) -> TagStack {
    TagStack([source.map { [$0] } ?? []] + values)
  }

  /// The type of the view that declares a name, for messages.
  func view(of name: String) -> String { source(of: name)?.name ?? "its view" }

  /// The case of a form's message that a template has the words of.
  func message(of template: String) -> String? {
    values.flatMap { $0 }.lazy.compactMap { ($0.view as? any FormMessage.Type)?.name(of: template) }.first
  }

  /// The declared name that was probably meant by an undeclared one, as the end of a message; for one of a catalogue else all of them.
  func suggestion(for name: String, in template: String) -> String {
    let names = Set(values.flatMap { $0.flatMap(\.kinds.keys) })
    // A declared name that is not in reach is not misspelt.
    guard source(of: name) == nil else { return "" }
    if let near = SpellingSuggestion.name(to: name, among: names) { return ": is \(near) meant?" }
    return template.hasPrefix("\(MessageCatalogue.folder)/") ? ": it has \(names.sorted().joined(separator: ", "))" : ""
  }

  private func source(of name: String) -> TagSource? {
    let first = String(name.drop { $0 == "." }.prefix { $0 != "." })
    return values.flatMap { $0 }.first { $0.kinds[first] != nil }
  }

  /// The kind of a tag's value. Names are looked up from the innermost value outwards, as the engine does; a name with
  /// a leading dot in the innermost value only.
  func kind(of name: String) -> FieldKind? {
    let isInner = name.first == "."
    let path = (isInner ? name.dropFirst() : name[...]).split(separator: ".", omittingEmptySubsequences: false)
    guard let first = path.first.map(String.init) else { return nil }
    let sources = isInner ? values[0] : values.flatMap { $0 }
    guard let source = sources.first(where: { $0.kinds[first] != nil }) else { return nil }
    return path.dropFirst().reduce(source.kinds[first]) { kind, part in
      switch kind {
      case .view(let view): TagSource(view).kinds[String(part)]
      case .facts: source.facts[String(part)] ?? (source.knownFacts.contains(String(part)) ? .absent : nil)
      case .words:
        source.words[String(part)].map(FieldKind.message) ?? (StateWords.parts.contains(String(part)) ? .absent : nil)
      case .number: TagSource(PluralCount.self).kinds[String(part)]
      case .text, .address, .intent, .flag, .rows, .markup, .pieces, .template, .message, .absent, .chosen, nil: nil
      }
    }
  }
}

/// The tags that a view declares, and the facts of its reason.
struct TagSource {
  let kinds: [String: FieldKind]
  let facts: [String: FieldKind]
  /// The names of the facts of other reasons, which this one may lack.
  let knownFacts: Set<String>
  /// The messages of its state.
  let words: [String: String]
  let view: any TemplateView.Type

  init(
    _ view: any TemplateView.Type, facts: [String: FieldKind] = [:], knownFacts: Set<String> = [],
    words: [String: String] = [:]
  ) {
    func kinds<V: TemplateView>(_ view: V.Type) -> [String: FieldKind] { V.fields.mapValues(\.kind) }
    self.kinds = kinds(view)
    self.facts = facts
    self.knownFacts = knownFacts
    self.words = words
    self.view = view
  }

  init(names facts: [String: FieldKind]) {
    kinds = facts
    (self.facts, knownFacts, words) = ([:], [], [:])
    view = EmptyView.self
  }

  /// The name of the view's type. Only messages need it, and it takes longer than the rest.
  var name: String { String(describing: view) }
}
