/// The tags of a template, as far as verification against its view needs them.
///
/// The engine does not expose its parse, and prints nothing for a misspelt name; so templates are parsed here once
/// more.
struct TemplateTags {
  indirect enum Tag {
    /// The text between tags, and the line that it begins on.
    case text(String, line: Int)
    case variable(String, TagPlace, line: Int)
    case section(String, inverted: Bool, [Tag], TagPlace, line: Int)
    case partial(String, TagPlace, line: Int)
    case dynamicPartial(String, TagPlace, line: Int)
  }

  let tags: [Tag]
  /// The problems in the markup around the tags.
  let problems: [TagProblem]

  /// Parses the tags of a template.
  /// - Throws: the first problem, if a tag is unclosed, misplaced, or of a kind that templates may not use.
  init(of text: String) throws(TagProblem) {
    var reader = TagReader(text)
    let markup = TemplateMarkup(try reader.tags(in: nil))
    (tags, problems) = (markup.tags, markup.problems)
  }
}

/// An invalid tag, and its line, counted from 1.
struct TagProblem: Error {
  let line: Int
  let message: String
}

private struct TagReader {
  private var rest: Substring
  private var line = 1

  init(_ text: String) {
    rest = text[...]
  }

  mutating func tags(in section: String?) throws(TagProblem) -> [TemplateTags.Tag] {
    var tags: [TemplateTags.Tag] = []
    let start = line
    while let content = try next(&tags) {
      let name = content.dropFirst().trimmed
      let line = line
      switch content.first {
      case "#": tags.append(.section(name, inverted: false, try self.tags(in: name), TagPlace(), line: line))
      case "^": tags.append(.section(name, inverted: true, try self.tags(in: name), TagPlace(), line: line))
      case "/":
        guard name == section else {
          throw TagProblem(line: line, message: "{{/\(name)}} closes no section of that name")
        }
        return tags
      case ">" where name.hasPrefix("*"):
        tags.append(.dynamicPartial(name.dropFirst().trimmed, TagPlace(), line: line))
      case ">": tags.append(.partial(name, TagPlace(), line: line))
      case "!": break
      case "{", "&": throw TagProblem(line: line, message: "an unescaped tag is not allowed")
      case "=": throw TagProblem(line: line, message: "a change of delimiters is not allowed")
      case "<", "$": throw TagProblem(line: line, message: "inheritance is not used: name a partial")
      case "%": throw TagProblem(line: line, message: "a pragma is not allowed: the loader sets the content type")
      case nil: throw TagProblem(line: line, message: "an empty tag")
      default: tags.append(.variable(content.trimmed, TagPlace(), line: line))
      }
    }
    if let section { throw TagProblem(line: start, message: "{{#\(section)}} is not closed") }
    return tags
  }

  /// The content of the next tag, after appending the text before it to `tags`; nil at the end.
  private mutating func next(_ tags: inout [TemplateTags.Tag]) throws(TagProblem) -> Substring? {
    let opening = rest.firstRange(of: "{{")
    let text = rest[..<(opening?.lowerBound ?? rest.endIndex)]
    if !text.isEmpty { tags.append(.text(String(text), line: line)) }
    guard let opening else { return nil }
    line += text.newlines
    rest = rest[opening.upperBound...]
    guard let closing = rest.firstRange(of: "}}") else { throw TagProblem(line: line, message: "a tag is not closed") }
    let content = rest[..<closing.lowerBound]
    line += content.newlines
    rest = rest[closing.upperBound...]
    return content
  }
}

extension Substring {
  fileprivate var newlines: Int {
    utf8.count { $0 == UInt8(ascii: "\n") }
  }

  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
