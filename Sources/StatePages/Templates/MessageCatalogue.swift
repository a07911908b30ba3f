import Foundation
import StateViews

/// The messages of one language, by key: a flat file in the JSON of i18next, version 4
/// (<https://www.i18next.com/misc/json-format>).
///
/// A message is a piece of Mustache. The message `trash.title` is the partial `{{> words/trash.title}}` of the templates, and is
/// verified and compiled with them. A message with a number has a text for each plural category of the language, such as
/// `trash.left_one` and `trash.left_other`, and its number is the field or fact `count`.
package struct MessageCatalogue: Sendable {
  /// The folder of messages among the templates.
  static let folder = "words"

  /// The language, a BCP 47 tag: the name of the file without its extension.
  package let language: String
  /// The text of each partial, by its name.
  let texts: [String: String]
  /// The records of states: the partials of `short`, `title` and `text`, by the state's path.
  let records: [String: [String: String]]

  let file: String
  private(set) var lines: [String: Int]
  /// The messages as written, by their keys without plural categories; the category is nil for one without a number.
  private(set) var forms: [String: [PluralCategory?: String]]

  /// The catalogue without what only its verification needs.
  var verified: MessageCatalogue {
    var verified = self
    (verified.lines, verified.forms) = ([:], [:])
    return verified
  }

  /// Reads a catalogue. The one named `pseudo.json` is made of `en.json` beside it, to show which words are in no catalogue.
  /// - Parameter path: the path of the file, such as `Words/en.json`.
  /// - Throws: everything that is wrong with its form, with file and line.
  package init(_ path: String) throws(TemplateProblems) {
    let url = URL(filePath: path)
    let language = Self.language(of: path)
    let isPseudo = language == PseudoLanguage.name
    let json: Data
    do {
      json = try Data(
        contentsOf: isPseudo ? url.deletingLastPathComponent().appending(path: "\(PseudoLanguage.base).json") : url)
    } catch {
      throw TemplateProblems(problems: [.init(template: path, line: nil, message: "there is no such catalogue")])
    }
    try self.init(json, language: language, file: path)
  }

  static func language(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// A catalogue without messages.
  init() { (language, texts, records, file, lines, forms) = ("en", [:], [:], "", [:], [:]) }

  init(_ json: Data, language: String, file: String) throws(TemplateProblems) {
    self.language = language
    self.file = file
    let content: MessageFile
    do throws(MessageFile.Invalid) {
      content = try MessageFile(json)
    } catch {
      throw TemplateProblems(problems: [
        .init(template: file, line: error.line, message: "not valid JSON: \(error.reason)")
      ])
    }
    lines = content.lines
    var problems = content.repeated.map { key in
      TemplateProblems.Problem(template: file, line: content.lines[key], message: "\(key) is there twice")
    }
    var texts: [String: String] = [:]
    var written: [String: [PluralCategory?: String]] = [:]
    var plurals: [String: [PluralCategory: String]] = [:]
    for (key, message) in content.texts.sorted(by: { $0.key < $1.key }) {
      for problem in MessageCheck.problems(in: message) {
        problems.append(.init(template: file, line: content.lines[key], message: "\(key): \(problem)"))
      }
      let message = language == PseudoLanguage.name ? PseudoLanguage.text(of: message) : message
      if let (base, category) = Self.plural(key) {
        written[base, default: [:]][category] = message
        plurals[base, default: [:]][category] = message
      } else {
        written[key, default: [:]][nil] = message
        texts[key] = message
      }
    }
    let rules = PluralRules(of: language)
    if rules == nil {
      problems.append(
        .init(
          template: file, line: nil, message: "the plural categories of \(language) are unknown: add it to PluralRules")
      )
    }
    for (key, forms) in plurals.sorted(by: { $0.key < $1.key }) {
      let line = forms.keys.compactMap { content.lines["\(key)_\($0.rawValue)"] }.min()
      let expected = rules?.categories ?? []
      for category in expected where forms[category] == nil {
        problems.append(
          .init(
            template: file, line: line,
            message: "\(key) lacks the plural category \(category.rawValue): add \(key)_\(category.rawValue)"))
      }
      for category in forms.keys.sorted() where rules != nil && !expected.contains(category) {
        let name = "\(key)_\(category.rawValue)"
        problems.append(
          .init(
            template: file, line: content.lines[name],
            message: "\(language) has no plural category \(category.rawValue): remove \(name)"))
      }
      if texts[key] != nil {
        problems.append(
          .init(template: file, line: line, message: "\(key) is there with and without plural categories"))
      }
      texts[key] = Self.partial(forms)
    }
    guard problems.isEmpty else { throw TemplateProblems(problems: problems) }
    forms = written
    self.texts = Dictionary(uniqueKeysWithValues: texts.map { ("\(Self.folder)/\($0)", $1) })
    var records: [String: [String: String]] = [:]
    for key in texts.keys {
      guard let dot = key.lastIndex(of: ".") else { continue }
      records[String(key[..<dot]), default: [:]][String(key[dot...].dropFirst())] = "\(Self.folder)/\(key)"
    }
    self.records = records
  }

  /// The message of one category, chosen by the flags of ``PluralCount``.
  private static func partial(_ forms: [PluralCategory: String]) -> String {
    let choices = forms.sorted { $0.key < $1.key }.map { "{{#\($0.flag)}}\($1){{/\($0.flag)}}" }
    return "{{#count}}\(choices.joined()){{/count}}"
  }

  private static func plural(_ key: String) -> (base: String, PluralCategory)? {
    guard let mark = key.lastIndex(of: "_"), let category = PluralCategory(rawValue: String(key[mark...].dropFirst()))
    else { return nil }
    return (String(key[..<mark]), category)
  }

  /// A template with its messages in place of their partials, so that rendering looks none of them up. One that stands on a line of its
  /// own stays a partial, which takes the end of the line with it.
  func inserted(in template: String, depth: Int = 0) -> String {
    var text = ""
    var rest = template[...]
    while let tag = rest.firstRange(of: "{{> \(Self.folder)/"), let end = rest[tag.upperBound...].firstRange(of: "}}") {
      let before = rest[..<tag.lowerBound].last ?? text.last
      let isAlone = (before?.isNewline ?? true) && (rest[end.upperBound...].first?.isNewline ?? true)
      let message = texts["\(Self.folder)/\(rest[tag.upperBound..<end.lowerBound])"]
      text += rest[..<tag.lowerBound]
      // A message that includes itself, which verification reports, ends somewhere.
      let isPartial = isAlone || depth == 8
      text +=
        isPartial
        ? String(rest[tag.lowerBound..<end.upperBound]) : message.map { inserted(in: $0, depth: depth + 1) } ?? ""
      rest = rest[end.upperBound...]
    }
    return text + rest
  }

  static func isMessage(_ template: String) -> Bool { template.hasPrefix("\(folder)/") }

  static func hasMessages(_ template: String) -> Bool { template.contains("{{> \(folder)/") }

  static func messages(in template: String) -> [String] {
    template.split(separator: "{{> \(folder)/", omittingEmptySubsequences: false).dropFirst()
      .map { "\(folder)/\($0.prefix { $0 != "}" })" }
  }

  /// The line of a message, or the first of those with its plural categories.
  func line(of key: String) -> Int? {
    lines[key] ?? PluralCategory.allCases.compactMap { lines["\(key)_\($0.rawValue)"] }.min()
  }

  /// Whether a message prints a count without the words that it needs for each plural category.
  func isCount(_ name: String, outsidePlural template: String) -> Bool {
    guard Self.isMessage(template), let forms = forms[String(template.dropFirst(Self.folder.count + 1))]
    else { return false }
    return name != "count" || forms[nil] != nil
  }

  /// A message without elements and tags, for the console; nil if there is none.
  package func plain(_ key: String, count: Int? = nil) -> String? {
    let numbers = NumberPrinter.of(language)
    return forms[key]?[count.map(numbers.category)].map { text in
      text.replacing("{{count}}", with: count.map { numbers.text($0) } ?? "").withoutTags
        .replacing(MessageCheck.Pattern.element, with: "")
    }
  }

  /// The problem of a partial, with the file, the line and the key of its message.
  func located(_ problem: TemplateProblems.Problem) -> TemplateProblems.Problem {
    guard Self.isMessage(problem.template), texts[problem.template] != nil else { return problem }
    let key = String(problem.template.dropFirst(Self.folder.count + 1))
    return .init(template: file, line: line(of: key), message: "\(key): \(problem.message)")
  }

  /// The record of a state: the partials of its messages, by `short`, `title` and `text`.
  ///
  /// Owners are a screen and its family; the other records are shared by all. The record of the same reason is used, else the nearest
  /// one in the state's lineage, an owner's before a shared one. What it lacks is taken from the next owner's of the same name.
  func record(of owners: [ViewName], for state: ViewName) -> [String: String] {
    let prefixes = owners.map { "\($0.path)/" } + [""]
    let lineage = state.lineage.map(\.path)
    let hasReason = lineage.count > (["empty", "other", "status"].contains(lineage.last) ? 1 : 2)
    var names = hasReason ? [lineage[0]] : []
    // A refresh that failed has the words of the same failure.
    if hasReason, lineage.last == "refresh-failed" { names.append(String(lineage[0].dropFirst("refresh-".count))) }
    var candidates = names.flatMap { name in prefixes.map { ($0, name) } }
    candidates += lineage.flatMap { name in prefixes.dropLast().map { ($0, name) } } + lineage.map { ("", $0) }
    guard let found = candidates.first(where: { records[$0.0 + $0.1] != nil }) else { return [:] }
    return prefixes.reversed().reduce(into: [:]) { record, prefix in
      record.merge(records[prefix + found.1] ?? [:]) { $1 }
    }
  }
}

/// What a message may contain beside words and tags.
enum MessageCheck {
  /// The elements of a message, without attributes.
  static let elements = ["bdi", "strong", "code"]

  static func problems(in message: String) -> [String] {
    let words = message.withoutTags
    var problems: [String] = []
    if words.contains("\"") || words.contains("'") { problems.append("a straight quote") }
    if words.hasMarkup {
      for tag in words.matches(of: Pattern.namedElement) where !elements.contains(String(tag.output.1)) {
        problems.append("\(tag.output.0) is not one of <\(elements.joined(separator: ">, <"))>")
      }
      if let unbalanced = unbalanced(in: words) { problems.append(unbalanced) }
    }
    guard message.contains("{{#") || message.contains("{{^") else { return problems }
    // Another language has another order, so what differs is a message of its own. A section may insert a template, such as a moment.
    for section in message.matches(of: Pattern.section) {
      let words = String(section.output.2).withoutTags
      if words.contains(where: \.isLetter) { problems.append("words within a section, {{\(section.output.1)}}") }
    }
    return problems
  }

  /// The first element or isolate that is not closed, or not opened.
  private static func unbalanced(in message: String) -> String? {
    var open: [String] = []
    for part in message.matches(of: Pattern.elementOrIsolate).map({ String($0.output) }) {
      switch part {
      case "&#8297;" where open.last == "&#8296;": open.removeLast()
      case _ where part.hasPrefix("</") && open.last == "<\(part.dropFirst(2))": open.removeLast()
      case "&#8297;": return "&#8297; without &#8296;"
      case _ where part.hasPrefix("</"): return "\(part) without <\(part.dropFirst(2))"
      case _: open.append(part)
      }
    }
    return open.last.map { "\($0) is not closed" + ($0 == "&#8296;" ? " by &#8297;" : "") }
  }
}

extension MessageCheck {
  /// Compiled once: a literal is compiled at each use, which took half of a server's start. They are only read.
  enum Pattern {
    nonisolated(unsafe) static let key = /\s*"([^"\\]*)"\s*:/
    nonisolated(unsafe) static let tag = /\{\{[^}]*\}\}/
    nonisolated(unsafe) static let element = /<\/?[^>]*>/
    nonisolated(unsafe) static let namedElement = /<\/?([^>]*)>?/
    nonisolated(unsafe) static let elementOrIsolate = /<\/?\w+>|&#829[67];/
    nonisolated(unsafe) static let isolated = /<bdi>(.*?)<\/bdi>|&#8296;(.*?)&#8297;/
    nonisolated(unsafe) static let section = /\{\{[#^]([^}]*)\}\}(.*?)\{\{\/\1\}\}/
  }
}

extension String {
  /// The words of a message, without `{{…}}`.
  var withoutTags: String { contains("{{") ? replacing(MessageCheck.Pattern.tag, with: "") : self }
  /// Whether a message has elements or character references.
  var hasMarkup: Bool { utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } }
}
