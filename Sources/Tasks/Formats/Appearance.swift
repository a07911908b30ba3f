/// What a file looks like at its beginning.
enum Appearance: Equatable {
  /// White space only.
  case nothing
  case calendar
  case json
  case webPage
  /// Something else that gives itself away.
  case other
  /// Lines of text, of which the rest of the file or the hint tells more.
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
    case UInt8(ascii: "<"):
      let isPage = beginning.contains("<!doctype html") || beginning.contains("<html") || beginning.contains("<body")
      self = isPage ? .webPage : beginning.begins(with: "<?xml") ? .other : .lines(format.ofMarkup)
    default:
      let isCalendar = Self.isCalendar(beginning)
      let isOther = beginning.begins(with: "begin:v") || beginning.begins(with: "%pdf-")
      self = isCalendar ? .calendar : isOther ? .other : .lines(format)
    }
  }

  /// Whether it begins as calendars do.
  static func isCalendar(_ text: Bytes) -> Bool {
    let beginning = text.drop { $0.isSpace }
    return beginning.begins(with: "begin:vcalendar") || beginning.begins(with: "begin:vtodo")
  }

  /// Whether a bracket is followed by what may follow it in JSON. Markdown and todo.txt have brackets too: `[ ]`, `[a](b)`.
  private static func opensJSON(_ beginning: Bytes) -> Bool {
    let isObject = beginning.first == UInt8(ascii: "{")
    guard let next = beginning.dropFirst().first(where: { !$0.isSpace }) else { return true }
    switch next {
    case UInt8(ascii: "\""): return true
    case UInt8(ascii: "}"): return isObject
    case UInt8(ascii: "]"): return beginning.trimmed.count == 2
    case UInt8(ascii: "{"): return !isObject
    case UInt8(ascii: "["): return !isObject && opensJSON(beginning.dropFirst().drop { $0.isSpace })
    default: return !isObject && opensNumbers(beginning.dropFirst().drop { $0.isSpace })
    }
  }

  /// Whether it begins as numbers in an array do: `1.5, …`, but not as a footnote does: `1] …`.
  private static func opensNumbers(_ beginning: Bytes) -> Bool {
    let rest = beginning.drop { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    return rest.startIndex > beginning.startIndex && rest.drop { $0.isSpace }.first == UInt8(ascii: ",")
  }
}

/// What a file's name and media type make of it.
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

  /// The end of a name, and what follows its last dot, both in lower case.
  private static func parts(ofName name: String?) -> (name: String, ending: String) {
    let name = Array((name ?? "").utf8.suffix(20)).map(\.lowercased)[...]
    return (name.text, name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...].text } ?? "")
  }

  /// The same of a file that begins with a tag, as Markdown may and todo.txt does not.
  var ofMarkup: HintedFormat {
    switch self {
    case .calendar, .json, .markdown, .webPage: self
    case .todoTxt, .undecided: .markdown
    }
  }
}
