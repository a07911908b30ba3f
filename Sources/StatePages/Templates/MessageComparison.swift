/// Compares the messages of a language with those of the first one, which the templates and views were verified with.
extension MessageCatalogue {
  /// Reads catalogues.
  /// - Throws: everything that is wrong with the form of any.
  static func all(_ paths: [String]) throws(TemplateProblems) -> [MessageCatalogue] {
    var catalogues: [MessageCatalogue] = []
    var problems: [TemplateProblems.Problem] = []
    for path in paths {
      do throws(TemplateProblems) { catalogues.append(try MessageCatalogue(path)) } catch { problems += error.problems }
    }
    guard problems.isEmpty else { throw TemplateProblems(problems: problems) }
    return catalogues
  }

  /// The messages that are missing or not used, and those that have other placeholders or elements than the first language's.
  func problems(comparedWith first: MessageCatalogue) -> [TemplateProblems.Problem] {
    var problems: [TemplateProblems.Problem] = []
    let rules = PluralRules(of: language)
    func report(_ key: String, _ message: String) {
      problems.append(.init(template: file, line: line(of: key), message: "\(key) \(message)"))
    }
    for key in first.forms.keys.sorted() where forms[key] == nil {
      report(key, "is missing: in \(first.language) it is “\(first.example(of: key))”")
    }
    for (key, texts) in forms.sorted(by: { $0.key < $1.key }) {
      guard let others = first.forms[key] else {
        let near = SpellingSuggestion.name(to: key, among: first.forms.keys.filter { forms[$0] == nil })
        report(key, "is not in \(first.language)" + (near.map { ": is \($0) meant?" } ?? ""))
        continue
      }
      guard (texts[nil] == nil) == (others[nil] == nil) else {
        report(key, others[nil] == nil ? "needs plural categories" : "has no plural categories in \(first.language)")
        continue
      }
      let expected = others.values.map(MessageParts.init)
      let count = others[.other].map(MessageParts.init)?.prints("count") == true
      for (category, text) in texts.sorted(by: { ($0.key?.index ?? 0) < ($1.key?.index ?? 0) }) {
        let key = category.map { "\(key)_\($0.rawValue)" } ?? key
        let parts = MessageParts(text)
        for problem in parts.problems(expected) { report(key, problem) }
        guard let category, count, !parts.prints("count"), rules?.isOfSeveral(category) == true else { continue }
        report(key, "lacks {{count}}: \(category.rawValue) is of several numbers")
      }
    }
    return problems
  }

  private func example(of key: String) -> String {
    let texts = forms[key] ?? [:]
    return texts[nil] ?? texts[.other] ?? ""
  }

  /// The keys of the messages that have the same words as in the first language, in order.
  func untranslated(from first: MessageCatalogue) -> [String] {
    forms.filter { key, texts in
      let words = first.forms[key]
      return texts.contains { category, text in
        text == (words?[category] ?? words?[.other])
          && text.withoutTags.contains(where: \.isLetter)
      }
    }.keys.sorted()
  }
}

/// What a message has beside words.
private struct MessageParts {
  /// The tags, but for the ends of sections.
  private var tags: Set<String> = []
  private var elements: [String: Int] = [:]
  /// The tags of values whose direction doesn't mix with that of the words around them.
  private var isolated: Set<String> = []
  private var problem: String?

  init(_ text: String) {
    if text.isEmpty { problem = "is empty" }
    if text.contains("{{") {
      do throws(TagProblem) { _ = try TemplateTags(of: text) } catch { problem = error.message }
      tags = Set(text.matches(of: MessageCheck.Pattern.tag).map { String($0.output) }.filter { !$0.hasPrefix("{{/") })
    }
    guard text.hasMarkup else { return }
    for part in text.matches(of: MessageCheck.Pattern.isolated) {
      for tag in part.output.0.matches(of: MessageCheck.Pattern.tag) { isolated.insert(String(tag.output)) }
    }
    for element in text.withoutTags.matches(of: MessageCheck.Pattern.element) {
      elements[String(element.output), default: 0] += 1
    }
  }

  func prints(_ name: String) -> Bool { tags.contains("{{\(name)}}") }

  /// - Parameter others: the parts of the message in the first language, for each of its plural categories. A number may be left out of
  ///   a category, as in “a day ago”.
  func problems(_ others: [MessageParts]) -> [String] {
    if let problem { return [problem] }
    let known = others.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
    let needed = others.dropFirst().reduce(others.first?.tags ?? []) { $0.intersection($1.tags) }
      .filter { others.count == 1 || $0 != "{{count}}" }
    func list(_ tags: Set<String>) -> String { tags.isEmpty ? "none" : tags.sorted().joined(separator: ", ") }
    var problems: [String] = []
    let unknown = tags.subtracting(known)
    if !unknown.isEmpty { problems.append("has \(list(unknown)), and may have \(list(known))") }
    let missing = needed.subtracting(tags)
    if !missing.isEmpty { problems.append("lacks \(list(missing))") }
    let mixed = others.reduce(into: Set<String>()) { $0.formUnion($1.isolated) }.subtracting(isolated)
      .intersection(tags)
    if !mixed.isEmpty { problems.append("lacks <bdi> or &#8296;…&#8297; around \(list(mixed))") }
    for (element, count) in elements.sorted(by: { $0.key < $1.key })
    where count > others.map({ $0.elements[element] ?? 0 }).max() ?? 0 {
      problems.append("has \(element) more often than the first language")
    }
    return problems
  }
}
