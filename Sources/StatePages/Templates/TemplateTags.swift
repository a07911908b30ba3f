/// The tags of a template, as far as verifying it against its view needs them.
///
/// The engine keeps its own parse to itself, and prints nothing where a name is misspelt; so templates are read here once more.
struct TemplateTags {
  indirect enum Tag {
    case variable(String, line: Int)
    case section(String, inverted: Bool, [Tag], line: Int)
    case partial(String, line: Int)
    case dynamicPartial(String, line: Int)
  }

  let tags: [Tag]

  /// Reads the tags of a template.
  /// - Throws: the first problem, where a tag is unclosed, misplaced, or of a kind that our templates do not use.
  init(of text: String) throws(TagProblem) {
    var reader = TagReader(text)
    tags = try reader.tags(in: nil)
  }
}

/// A tag that cannot be, and the line it is on, counted from 1.
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
    while let content = try next() {
      let name = content.dropFirst().trimmed
      let line = line
      switch content.first {
      case "#": tags.append(.section(name, inverted: false, try self.tags(in: name), line: line))
      case "^": tags.append(.section(name, inverted: true, try self.tags(in: name), line: line))
      case "/":
        guard name == section else {
          throw TagProblem(line: line, message: "{{/\(name)}} closes no section of that name")
        }
        return tags
      case ">" where name.hasPrefix("*"):
        tags.append(.dynamicPartial(name.dropFirst().trimmed, line: line))
      case ">": tags.append(.partial(name, line: line))
      case "!": break
      case "{", "&": throw TagProblem(line: line, message: "an unescaped tag is not allowed")
      case "=": throw TagProblem(line: line, message: "a change of delimiters is not allowed")
      case "<", "$": throw TagProblem(line: line, message: "inheritance is not used: name a partial")
      case "%": throw TagProblem(line: line, message: "a pragma is not allowed: the loader sets the content type")
      case nil: throw TagProblem(line: line, message: "an empty tag")
      default: tags.append(.variable(content.trimmed, line: line))
      }
    }
    if let section { throw TagProblem(line: start, message: "{{#\(section)}} is not closed") }
    return tags
  }

  private mutating func next() throws(TagProblem) -> Substring? {
    guard let opening = rest.firstRange(of: "{{") else { return nil }
    line += rest[..<opening.lowerBound].newlines
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
