import StateViews

/// The addresses that any template may link to, by name: `{{links.trash}}`.
///
/// A flow gives them, for events that can be sent from everywhere, such as opening the trash. They are the same on every page, so they
/// are put into the texts when those are loaded, and a name that there is not is found then.
struct TemplateLinks {
  /// The texts with addresses in the places of their names.
  private(set) var texts: [String: String] = [:]
  /// The names that there are not.
  private(set) var problems: [TemplateProblems.Problem] = []

  init(_ links: [String: String], in texts: [String: String]) {
    for (template, text) in texts {
      var filled = ""
      var rest = text[...]
      while let tag = rest.firstMatch(of: /\{\{\s*links\.([^}\s]+)\s*\}\}/) {
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
