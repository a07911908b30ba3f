import Tasks

/// The format that the first bytes of a file suggest.
enum SniffedFormat: Equatable {
  /// White space only.
  case nothing
  case calendar
  case json
  case webPage
  /// A known format that holds no tasks, such as PDF.
  case other
  /// Plain text: the rest of the file or the hint decides.
  case lines(HintedFormat)

  init(of text: Bytes, hint: ListHint) {
    let rest = text.drop { $0.isSpace }
    let beginning = rest.prefix(1024)
    guard let first = rest.first else {
      self = .nothing
      return
    }
    let format = HintedFormat(hint)
    switch first {
    case UInt8(ascii: "{") where Self.opensJSON(beginning), UInt8(ascii: "[") where Self.opensJSON(beginning):
      self = .json
    case UInt8(ascii: "/") where Self.opensJSON(Self.afterComments(rest).prefix(1024)): self = .json
    case UInt8(ascii: "<"):
      let isPage = beginning.contains("<!doctype html") || beginning.contains("<html") || beginning.contains("<body")
      self = isPage ? .webPage : beginning.begins(with: "<?xml") ? .other : .lines(format.ofMarkup)
    default:
      let isCalendar = Self.isCalendar(beginning)
      let isOther = beginning.begins(with: "begin:v") || beginning.begins(with: "%pdf-")
      self = isCalendar ? .calendar : isOther ? .other : .lines(format)
    }
  }

  /// Whether the text starts like a calendar.
  static func isCalendar(_ text: Bytes) -> Bool {
    let beginning = text.drop { $0.isSpace }
    return beginning.begins(with: "begin:vcalendar") || beginning.begins(with: "begin:vtodo")
  }

  /// Whether the character after the bracket is valid JSON. Markdown and todo.txt have brackets too: `[ ]`, `[a](b)`.
  private static func opensJSON(_ beginning: Bytes) -> Bool {
    let isObject = beginning.first == UInt8(ascii: "{")
    guard isObject || beginning.first == UInt8(ascii: "[") else { return false }
    guard let next = afterComments(beginning.dropFirst()).first else { return true }
    switch next {
    case UInt8(ascii: "\""): return true
    case UInt8(ascii: "}"), UInt8(ascii: "'"): return isObject
    case UInt8(ascii: "]"): return beginning.trimmed.count == 2
    case UInt8(ascii: "{"): return !isObject
    case UInt8(ascii: "["): return !isObject && opensJSON(beginning.dropFirst().drop { $0.isSpace })
    default: return !isObject && opensNumbers(beginning.dropFirst().drop { $0.isSpace })
    }
  }

  /// The text after space and the comments of JavaScript, which some programs write into JSON. It is damaged then, but no list.
  private static func afterComments(_ text: Bytes) -> Bytes {
    var rest = text.drop { $0.isSpace }
    while rest.first == UInt8(ascii: "/") {
      if rest.begins(with: "//") {
        rest = rest.drop { $0 != .lineFeed && $0 != .carriageReturn }
      } else if rest.begins(with: "/*") {
        rest = rest.firstRange(of: Array("*/".utf8)).map { rest[$0.upperBound...] } ?? []
      } else {
        break
      }
      rest = rest.drop { $0.isSpace }
    }
    return rest
  }

  /// Whether the text starts like an array of numbers, `1.5, …`, and not like a footnote, `1] …`.
  private static func opensNumbers(_ beginning: Bytes) -> Bool {
    let rest = beginning.drop { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    return rest.startIndex > beginning.startIndex && rest.drop { $0.isSpace }.first == UInt8(ascii: ",")
  }
}

/// The format that a file's name and media type suggest.
enum HintedFormat: Equatable {
  case calendar, json, webPage, markdown, todoTxt, undecided

  init(_ hint: ListHint) {
    if Self.isTodoTxt(hint) {
      self = .todoTxt
      return
    }
    let (_, ending) = Self.parts(ofName: hint.name)
    switch (ending, hint.mediaType ?? "") {
    case ("md", _), ("markdown", _), (_, "text/markdown"), (_, "text/x-markdown"): self = .markdown
    case ("ics", _), ("ical", _), ("ifb", _), (_, "text/calendar"): self = .calendar
    case ("json", _), (_, "application/json"): self = .json
    case ("html", _), ("htm", _), (_, "text/html"), (_, "application/xhtml+xml"): self = .webPage
    case ("", "text/plain"): self = .todoTxt
    default: self = .undecided
    }
  }

  /// Whether a file has the name of a todo.txt.
  static func isTodoTxt(_ hint: ListHint) -> Bool {
    let (name, ending) = parts(ofName: hint.name)
    return ending == "txt" || ending == "todo" || name == "todo" || name == "done"
  }

  /// The end of a name, and its extension, both in lower case.
  private static func parts(ofName name: String?) -> (name: String, ending: String) {
    let name = Array((name ?? "").utf8.suffix(20)).map(\.lowercased)[...]
    return (name.text, name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...].text } ?? "")
  }

  /// The format of a file that starts with a tag: Markdown may, todo.txt does not.
  var ofMarkup: HintedFormat {
    switch self {
    case .calendar, .json, .markdown, .webPage: self
    case .todoTxt, .undecided: .markdown
    }
  }
}
