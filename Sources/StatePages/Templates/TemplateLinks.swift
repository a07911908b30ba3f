import StateViews

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
