/// All templates of an app as parsed, for questions about a template together with its partials.
struct ParsedTemplates {
  var tags: [String: TemplateTags] = [:]

  /// The number of times that a template has a variable, or a section of its name, itself or by its partials.
  func count(of variable: String, in template: String, within: [String] = []) -> Int {
    func prints(_ tags: [TemplateTags.Tag]) -> Int {
      tags.reduce(0) { count, tag in
        switch tag {
        case .text: count
        case .variable(let name, _, _): count + (name == variable || name.hasPrefix(variable + ".") ? 1 : 0)
        case .section(let name, _, let inner, _, _): count + (name == variable ? 1 : 0) + prints(inner)
        case .partial(let name, _, _): count + self.count(of: variable, in: name, within: within + [template])
        case .dynamicPartial: count
        }
      }
    }
    guard !within.contains(template), let tags = tags[template] else { return 0 }
    return prints(tags.tags)
  }

  func including(_ template: String) -> Set<String> {
    var found: Set<String> = []
    var open = [template]
    while let name = open.popLast() {
      if found.insert(name).inserted { open += partials(tags[name]?.tags ?? []) }
    }
    return found
  }

  private func partials(_ tags: [TemplateTags.Tag]) -> [String] {
    tags.flatMap { tag in
      switch tag {
      case .partial(let name, _, _): [name]
      case .section(_, _, let inner, _, _): partials(inner)
      case .text, .variable, .dynamicPartial: [String]()
      }
    }
  }

  /// Whether nothing stands beside a variable in its element.
  func isAlone(_ variable: String, in template: String) -> Bool {
    func isAlone(_ tags: [TemplateTags.Tag]) -> Bool {
      tags.indices.allSatisfy { index in
        switch tags[index] {
        case .variable(variable, let place, _) where !place.isInAttribute:
          guard index > 0, index + 1 < tags.count, case .text(let before, _, _) = tags[index - 1],
            case .text(let behind, _, _) = tags[index + 1]
          else { return false }
          return before.endsWithStartTag && behind.drop(while: \.isWhitespace).hasPrefix("</")
        case .section(_, _, let inner, _, _): return isAlone(inner)
        case .text, .variable, .partial, .dynamicPartial: return true
        }
      }
    }
    return including(template).allSatisfy { isAlone(self.tags[$0]?.tags ?? []) }
  }

  /// Whether a template has a quote or an element.
  func hasMarkup(_ template: String) -> Bool {
    func hasMarkup(_ tags: [TemplateTags.Tag]) -> Bool {
      tags.contains { tag in
        switch tag {
        case .text(let text, _, _): text.unicodeScalars.contains { $0 == "\"" || $0 == "<" }
        case .section(_, _, let inner, _, _): hasMarkup(inner)
        case .partial, .variable, .dynamicPartial: false
        }
      }
    }
    return including(template).contains { hasMarkup(self.tags[$0]?.tags ?? []) }
  }
}

extension String {
  /// Whether the text ends with a start tag, and white space.
  fileprivate var endsWithStartTag: Bool {
    firstMatch(of: /(?:^|<[a-zA-Z])(?:[^<>]*[^<>\/])?>\s*$/) != nil
  }
}
