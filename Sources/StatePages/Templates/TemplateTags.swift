/// The tags of a template, as far as verification against its view needs them.
///
/// The engine does not expose its parse, and prints nothing for a misspelt name; so templates are parsed here once
/// more.
struct TemplateTags {
  indirect enum Tag {
    /// The text between tags, the line that it begins on, and the number of characters (Unicode scalars) before it.
    case text(String, line: Int, offset: Int)
    case variable(String, TagContext, line: Int)
    case section(String, inverted: Bool, [Tag], TagContext, line: Int)
    case partial(String, TagContext, line: Int)
    case dynamicPartial(String, TagContext, line: Int)
  }

  let tags: [Tag]
  /// The problems in the markup around the tags.
  let problems: [TagProblem]
  /// The addresses of the app that are written out, by the offsets of their first slashes.
  let addresses: Set<Int>
  /// The problems that the template has below a base path only.
  let problemsBelow: [TagProblem]

  /// Parses the tags of a template.
  /// - Throws: the first problem, if a tag is unclosed, misplaced, or of a kind that templates may not use.
  init(of text: String) throws(TagProblem) {
    var reader = TagReader(text)
    let markup = TemplateMarkup(try reader.tags(in: nil))
    (tags, problems) = (markup.tags, markup.problems)
    (addresses, problemsBelow) = (markup.addresses, markup.problemsBelow)
  }

  /// A template in which the addresses of the app that are written out begin with the base path. A template that can't be parsed is
  /// unchanged; verification reports it.
  static func completed(_ text: String, below basePath: BasePath) -> String {
    guard !basePath.isRoot else { return text }
    do throws(TagProblem) {
      let addresses = try TemplateTags(of: text).addresses
      var completed = String.UnicodeScalarView()
      for (offset, scalar) in text.unicodeScalars.enumerated() {
        if addresses.contains(offset) { completed.append(contentsOf: basePath.path.unicodeScalars) }
        completed.append(scalar)
      }
      return String(completed)
    } catch {
      return text
    }
  }
}

/// An invalid tag, and its line, counted from 1; nil for the whole template.
struct TagProblem: Error {
  let line: Int?
  let message: String
}

private struct TagReader {
  private var rest: Substring
  private var line = 1
  /// The number of scalars before the rest.
  private var offset = 0

  init(_ text: String) { rest = text[...] }

  mutating func tags(in section: String?) throws(TagProblem) -> [TemplateTags.Tag] {
    var tags: [TemplateTags.Tag] = []
    let start = line
    while let content = try next(&tags) {
      let name = content.dropFirst().trimmed
      let line = line
      switch content.first {
      case "#": tags.append(.section(name, inverted: false, try self.tags(in: name), TagContext(), line: line))
      case "^": tags.append(.section(name, inverted: true, try self.tags(in: name), TagContext(), line: line))
      case "/":
        guard name == section else {
          throw TagProblem(line: line, message: "{{/\(name)}} closes no section of that name")
        }
        return tags
      case ">" where name.hasPrefix("*"):
        tags.append(.dynamicPartial(name.dropFirst().trimmed, TagContext(), line: line))
      case ">": tags.append(.partial(name, TagContext(), line: line))
      case "!": break
      case "{", "&": throw TagProblem(line: line, message: "an unescaped tag is not allowed")
      case "=": throw TagProblem(line: line, message: "a change of delimiters is not allowed")
      case "<", "$": throw TagProblem(line: line, message: "inheritance is not used: name a partial")
      case "%": throw TagProblem(line: line, message: "a pragma is not allowed: the loader sets the content type")
      case nil: throw TagProblem(line: line, message: "an empty tag")
      default: tags.append(.variable(content.trimmed, TagContext(), line: line))
      }
    }
    if let section { throw TagProblem(line: start, message: "{{#\(section)}} is not closed") }
    return tags
  }

  /// The content of the next tag, after appending the text before it to `tags`; nil at the end.
  private mutating func next(_ tags: inout [TemplateTags.Tag]) throws(TagProblem) -> Substring? {
    let opening = rest.firstRange(of: "{{")
    let text = rest[..<(opening?.lowerBound ?? rest.endIndex)]
    if !text.isEmpty { tags.append(.text(String(text), line: line, offset: offset)) }
    guard let opening else { return nil }
    let began = rest
    line += text.newlines
    rest = rest[opening.upperBound...]
    guard let closing = rest.firstRange(of: "}}") else { throw TagProblem(line: line, message: "a tag is not closed") }
    let content = rest[..<closing.lowerBound]
    line += content.newlines
    rest = rest[closing.upperBound...]
    offset += began[..<closing.upperBound].unicodeScalars.count
    return content
  }
}

extension Substring {
  fileprivate var newlines: Int { utf8.count { $0 == UInt8(ascii: "\n") } }

  fileprivate var trimmed: String {
    var rest = drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

/// The contexts around a tag during verification: the tags that their views declare.
struct TagStack {
  /// Innermost first. Each is one value to the engine: a view, or a state's view combined with its caption.
  private let values: [[TagSource]]

  /// Creates a stack of one value. The first source that declares a name provides it.
  init(_ sources: [TagSource]) { values = [sources] }

  private init(_ values: [[TagSource]]) { self.values = values }

  /// The stack inside a section over a view, or over text, which declares no names.
  func entered(_ source: TagSource? = nil) -> TagStack { TagStack([source.map { [$0] } ?? []] + values) }

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
  let kinds, facts: [String: FieldKind]
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
    (self.facts, self.knownFacts, self.words, self.view) = (facts, knownFacts, words, view)
  }

  init(names facts: [String: FieldKind]) {
    kinds = facts
    (self.facts, knownFacts, words) = ([:], [], [:])
    view = EmptyView.self
  }

  /// The name of the view's type. Only messages need it, and it takes longer than the rest.
  var name: String { String(describing: view) }
}
