import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// What a transcript tells of a page: what a reader is told, and nothing of how it looks.
enum TranscriptText {
  /// The status, the window's title, the notice, what is wrong, and the rows or the state of each region.
  static func page(_ page: HTMLElement, after status: String?) -> [String] {
    var lines = [[status, clean(page.title)].compactMap(\.self).joined(separator: " ")]
    if let notice = page.first({ $0["class"]?.hasPrefix("notice") == true }) {
      lines.append("notice: \(clean(notice.text))")
    }
    if let error = page.element(id: "form-error") { lines.append("error: \(clean(error.text))") }
    for field in page.all({ $0["aria-invalid"] == "true" }) {
      let name = field["name"] ?? field["id"] ?? ""
      lines.append("error of \(name): \(clean(page.error(of: name) ?? ""))")
    }
    let focused = page.all { $0["autofocus"] != nil }.map { $0["name"] ?? $0["id"] ?? $0.name }
    if !focused.isEmpty, status != nil { lines.append("focus on \(focused.joined(separator: ", "))") }
    return lines + page.all { $0["data-region"] != nil && !isUsual($0) }.map(region)
  }

  /// Whether a region is as it nearly always is beside others.
  private static func isUsual(_ region: HTMLElement) -> Bool {
    switch region["data-region"] {
    case "rail": true
    case "completed": region["data-state"] == "empty"
    default: false
    }
  }

  /// The titles of the rows of a region, or its state.
  private static func region(_ region: HTMLElement) -> String {
    let name = region["data-region"] ?? ""
    var titles = region.all { $0.name == "li" && $0.rowTitle != nil }.map(mark)
    if titles.count > 12 { titles = titles.prefix(3) + ["…"] + titles.suffix(2) + ["(\(titles.count) rows)"] }
    let state = region.stateOfRegion
    return "\(name): "
      + (titles.isEmpty ? state : (state == "content" ? "" : state + " ") + titles.joined(separator: " | "))
  }

  /// A row's title, indented by its level, with what was done to it.
  private static func mark(_ row: HTMLElement) -> String {
    let classes = row["class"]?.split(separator: " ") ?? []
    let level = row["aria-level"].flatMap { Int($0) } ?? 1
    let words = [classes.contains("done") ? "done" : "", classes.contains("gone") ? "gone" : ""].filter { !$0.isEmpty }
    let undo = row.everything.contains { ($0["formaction"] ?? $0["action"])?.hasSuffix("/undo") == true }
    let state = (words + (undo ? ["undo"] : [])).joined(separator: ", ")
    return String(repeating: "> ", count: level - 1) + (row.rowTitle ?? "")
      + (state.isEmpty ? "" : " (\(state))")
  }

  /// The text of a row and its buttons.
  static func row(_ row: HTMLElement) -> String {
    let classes = row["class"].map { "\($0): " } ?? ""
    let buttons = row.all("input").compactMap { $0["alt"] }
    return "\(classes)\(clean(row.text)) [\(buttons.joined(separator: ", "))]"
  }

  /// The fields of a task that are set.
  static func task(_ task: TaskDetail) -> String {
    let fields = TaskField.all.filter { !task.text[$0].isEmpty }.map { "\($0.name)=\(clean(task.text[$0]))" }
    return (["list \(task.list):"] + fields + (task.done == nil ? [] : ["done"])).joined(separator: " ")
  }

  /// The values that a form would send for a name.
  static func values(of name: String, in page: HTMLElement) -> String {
    var values = page.forms.flatMap(\.controls).filter { $0.name == name }.map { "\"\(kept($0.value))\"" }
    if values.count > 1, Set(values).count == 1 { values = [values[0]] }
    return values.isEmpty ? "nothing" : values.joined(separator: " | ")
  }

  /// The text of the innermost element that contains words.
  static func around(_ words: String, in page: HTMLElement) -> String {
    page.all { $0.text.contains(words) }.last.map { clean($0.text) } ?? "nothing"
  }

  /// The values of a header, with tokens left out.
  static func header(_ name: String, of answer: Answer?) -> String {
    let values = HTTPField.Name(name).flatMap { answer?.headers[values: $0] } ?? []
    return "\(name): "
      + (values.isEmpty ? "none" : values.joined(separator: " | ").replacing(/=[A-Za-z0-9_.-]{43,}/, with: "=…"))
  }

  /// The text of an answer that is no page.
  static func text(_ body: String) -> [String] { body.isEmpty ? [] : [clean(body)] }

  /// A text on one line; a long one is cut.
  static func clean(_ text: String) -> String {
    let line = text.split { $0.isWhitespace && $0 != "\u{202F}" }.joined(separator: " ")
    return line.count > 300 ? "\(line.prefix(60))… (\(line.count) letters)" : line
  }

  /// A value, with its line breaks.
  private static func kept(_ text: String) -> String {
    let line = text.replacing("\r\n", with: "\n").replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t")
    return line.count > 300 ? "\(line.prefix(60))… (\(text.count) letters)" : line
  }
}

extension HTMLElement {
  fileprivate var rowTitle: String? {
    first { $0["class"] == "title" }.map { TranscriptText.clean($0.text) }
  }

  fileprivate var stateOfRegion: String {
    [self["data-state"], self["data-reason"]].compactMap(\.self).joined(separator: "/")
  }
}

/// Elements of a page, as in CSS: `a[href^=/lists] .name`, and `@href` at the end for an attribute in place of the text.
struct Selector {
  private let parts: [(HTMLElement) -> Bool]
  private let attribute: String?

  init(_ text: String) throws {
    let halves = text.split(separator: " @", maxSplits: 1)
    parts = try halves[0].split(separator: " ").map(Self.matching)
    attribute = halves.count > 1 ? String(halves[1]) : nil
  }

  /// The texts of the elements.
  func text(in page: HTMLElement) -> String {
    let found = parts.reduce([page]) { found, matches in found.flatMap { $0.everything.dropFirst().filter(matches) } }
    let texts = found.map { element in
      attribute.map { element[$0] ?? "none" } ?? TranscriptText.clean(element.text)
    }
    return texts.isEmpty ? "nothing" : texts.joined(separator: " | ")
  }

  /// Whether an element is one of a part. The part is read once, not for each element.
  private static func matching(_ part: Substring) throws -> (HTMLElement) -> Bool {
    let parsed = try #require(
      part.wholeMatch(of: /([a-z0-9]*)((?:#[\w-]+|\.[\w-]+|\[[^\]]+\])*)/), "no selector: \(part)")
    let (name, rest) = (parsed.1, parsed.2)
    let conditions = rest.matches(of: /#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:(\^?)=([^\]]*))?\]/)
    return { element in
      guard name.isEmpty || element.name == name else { return false }
      return conditions.allSatisfy { match in
        if let id = match.1 { return element["id"] == String(id) }
        if let name = match.2 { return element["class"]?.split(separator: " ").contains(name) == true }
        guard let value = element[String(match.3 ?? "")] else { return false }
        guard let wanted = match.5 else { return true }
        return match.4 == "^" ? value.hasPrefix(wanted) : value == String(wanted)
      }
    }
  }
}
