import Foundation
import NetworkAddresses

/// A run of notes: text, or a link.
package struct NoteRun: Hashable, Sendable {
  package let text: String
  /// Where it leads, with the scheme `http`, `https`, `mailto` or `tel`; nil for text.
  package var address: String?
  /// The host that it leads to, if the text spells it otherwise; nil if the text shows it.
  package var host: String?
}

/// Finds web addresses, mail addresses and telephone numbers in a text, each character in a bounded number of steps.
///
/// A link shows where it leads: an address with a login, which can pass for a host, is none, and one ends before characters that are invisible
/// or change the direction of what follows.
struct NoteLinks {
  private let text: [Unicode.Scalar]
  private var runs: [NoteRun] = []
  /// Where the text begins that belongs to no run yet, and where the next link is looked for.
  private var (start, index) = (0, 0)

  static func runs(of text: Substring) -> [NoteRun] {
    var links = NoteLinks(text: Array(text.unicodeScalars))
    while links.index < links.text.count { links.advance() }
    links.addText(to: links.text.count)
    return links.runs
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  private mutating func advance() {
    switch text[index] {
    case "h", "H", "w", "W": web()
    case "@": mail()
    case "+", "(": number()
    case let scalar where scalar.digit != nil: number()
    case _: index += 1
    }
  }

  private mutating func addText(to end: Int) {
    if start < end { runs.append(NoteRun(text: string(start..<end))) }
  }

  /// Adds a link, whose text may leave out what it begins with.
  private mutating func add(_ range: Range<Int>, shown: Range<Int>? = nil, _ address: String, host: String? = nil) {
    addText(to: range.lowerBound)
    runs.append(NoteRun(text: string(shown ?? range), address: address, host: host))
    (start, index) = (range.upperBound, range.upperBound)
  }

  private func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(text[range])) }

  /// Whether the text at a place begins with ASCII letters, in any case.
  private func has(_ letters: StaticString, at place: Int) -> Bool {
    let end = place + letters.utf8CodeUnitCount
    guard place >= start, end <= text.count else { return false }
    return letters.withUTF8Buffer { zip(text[place..<end], $0).allSatisfy { $0.lower == $1 } }
  }

  /// Whether a word begins at the index.
  private var isAtWord: Bool { index == 0 || !text[index - 1].isWord }
}

extension NoteLinks {
  private mutating func web() {
    let schemes: [(letters: StaticString, scheme: String)] = [
      ("https://", "https://"), ("http://", "http://"), ("www.", ""),
    ]
    guard isAtWord, let (letters, scheme) = schemes.first(where: { has($0.letters, at: index) }) else {
      index += 1
      return
    }
    let first = scheme.isEmpty ? index : index + letters.utf8CodeUnitCount
    let end = endOfAddress(from: first)
    let pathStart = text[first..<end].firstIndex { "/?#".unicodeScalars.contains($0) } ?? end
    // A host that goes on behind what is invisible looks like another one.
    let isCut = pathStart == end && end < text.count && text[end].isInvisible
    guard !isCut, let host = Self.host(string(first..<pathStart)), !scheme.isEmpty || host.canonical.contains(".")
    else {
      // What looks like an address and is none has no other link in it.
      index = max(end, index + 1)
      return
    }
    let address = (scheme.isEmpty ? "https://" : scheme) + host.canonical + string(pathStart..<end)
    add(
      index..<end, shown: scheme == "https://" ? first..<end : nil, address, host: host.isShown ? nil : host.canonical)
  }

  /// The end of an address: before white space, quotation marks, what is invisible, and the punctuation of the sentence around it.
  private func endOfAddress(from first: Int) -> Int {
    var end = first
    // The brackets that are not closed within it.
    var open: [Unicode.Scalar: Int] = ["(": 0, "[": 0]
    while end < text.count, !text[end].endsAddress {
      if let bracket = text[end].openingBracket { open[bracket, default: 0] -= 1 }
      if open[text[end]] != nil { open[text[end], default: 0] += 1 }
      end += 1
    }
    while end > first {
      let last = text[end - 1]
      if let bracket = last.openingBracket {
        guard let count = open[bracket], count < 0 else { break }
        open[bracket] = count + 1
      } else if !".,:;!?'’*_~".unicodeScalars.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }

  /// A host with its port in the spelling that a link has, and whether the typed one is the same; nil for anything else, such as a login.
  private static func host(_ typed: String) -> (canonical: String, isShown: Bool)? {
    let portStart = typed.lastIndex(of: ":").flatMap { typed[$0...].contains("]") ? nil : $0 } ?? typed.endIndex
    let port = typed[portStart...].dropFirst()
    guard portStart == typed.endIndex || (1...65_535).contains(Int(port) ?? 0), port.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    var host = String(typed[..<portStart])
    if !host.utf8.allSatisfy({ $0 < 128 }) {
      guard !host.contains(where: { "@%\\".contains($0) }),
        let encoded = URLComponents(string: "https://\(host)")?.encodedHost
      else { return nil }
      host = encoded
    }
    guard let canonical = HostName.canonical(host) else { return nil }
    // A number, `2130706433`, is an address that no reader recognizes.
    if !canonical.hasPrefix("["), let address = HostName.address(canonical), "\(address)" != canonical { return nil }
    return (canonical + typed[portStart...], canonical == typed[..<portStart].lowercased())
  }
}

extension NoteLinks {
  /// A mail address around the index, `ann@choir.example`, with `mailto:` before it or without. What follows it, such as a subject, is text.
  private mutating func mail() {
    let at = index
    index += 1
    var first = at
    while first > max(start, at - 64), text[first - 1].isInMailbox { first -= 1 }
    while first < at, text[first].lower == UInt8(ascii: ".") || text[first] == "-" { first += 1 }
    guard first < at,
      first == start || !"/:@=&\\".unicodeScalars.contains(text[first - 1]) || has("mailto:", at: first - 7)
    else { return }
    var end = at + 1
    while end < min(text.count, at + 255), text[end].isInDomain { end += 1 }
    while end > at + 1, !text[end - 1].isLetterOrDigit { end -= 1 }
    let domain = string(at + 1..<end)
    guard let last = domain.split(separator: ".").last, last.count > 1, last.count < domain.count,
      last.utf8.allSatisfy({ !$0.isDigit }), let host = HostName.canonical(domain),
      end == text.count || text[end] != "@"
    else { return }
    let whole = has("mailto:", at: first - 7) ? first - 7 : first
    add(whole..<end, shown: first..<end, "mailto:" + string(first..<at) + "@" + host)
  }

  /// A telephone number: an international one, one that begins with a zero, or ten digits in groups, with `tel:` before it or without.
  private mutating func number() {
    let first = index
    let isInternational = text[first] == "+"
    let isNamed = has("tel:", at: first - 4)
    var next = isInternational ? first + 1 : first
    var (digits, groups): (String, [Int]) = ("", [])
    /// The longest number, and where it ends.
    var found: (digits: String, end: Int)?
    var end = next
    while next < min(text.count, first + 28) {
      if let digit = text[next].digit {
        groups = end == next && !groups.isEmpty ? groups.dropLast() + [(groups.last ?? 0) + 1] : groups + [1]
        digits += String(digit)
        end = next + 1
        let isWhole = end == text.count || text[end].digit == nil && text[end] != ":" && !text[end].isWord
        if isWhole, isNamed && digits.count >= 3 || Self.isPhone(digits, groups, isInternational) {
          found = (digits, end)
        }
      } else if text[next].dividesNumber, end >= next - 1 || "()".unicodeScalars.contains(text[next]) {
        // In `+44 (0)20`, the zero is not dialled from abroad.
        if isInternational, text[next] == ")", text[next - 1] == "0", text[next - 2] == "(" { digits.removeLast() }
      } else {
        break
      }
      next += 1
    }
    guard let found, isNamed || canBegin(at: first) else {
      // The next group may begin one.
      repeat { index += 1 } while index < text.count && text[index - 1].digit != nil && text[index].digit != nil
      return
    }
    add(
      (isNamed ? first - 4 : first)..<found.end, shown: first..<found.end,
      "tel:" + (isInternational ? "+" : "") + found.digits)
  }

  /// Whether a number can begin at a place, and does not go on there, or after a time of day.
  private func canBegin(at place: Int) -> Bool {
    guard place > 0 else { return true }
    let previous = text[place - 1]
    if previous == ":" { return place == 1 || text[place - 2].digit == nil }
    return !previous.isWord && !".-/+#@=,".unicodeScalars.contains(previous)
  }

  private static func isPhone(_ digits: String, _ groups: [Int], _ isInternational: Bool) -> Bool {
    if isInternational { return (7...15).contains(digits.count) }
    if digits.hasPrefix("0"), groups.first != 1 {
      // A day with a zero before it, and the time after it, have as many digits.
      let isDay = groups.count < 5 && (groups.starts(with: [2, 2, 2]) || groups.starts(with: [2, 2, 4]))
      return !isDay && (groups.count > 1 ? 8...14 : 10...12).contains(digits.count)
    }
    return groups == [3, 3, 4] || groups == [1, 3, 3, 4]
  }
}

extension Unicode.Scalar {
  /// The value of a decimal digit of any script.
  fileprivate var digit: Int? {
    if isASCII { return ("0"..."9").contains(self) ? Int(value - 48) : nil }
    guard properties.numericType == .decimal else { return nil }
    return properties.numericValue.map { Int($0) }
  }

  /// An ASCII letter in lower case, or another ASCII character; 0 for any other.
  fileprivate var lower: UInt8 { isASCII ? UInt8(value) | (("A"..."Z").contains(self) ? 32 : 0) : 0 }

  fileprivate var isLetterOrDigit: Bool { (97...122).contains(lower) || (48...57).contains(lower) }
  fileprivate var isInMailbox: Bool { isLetterOrDigit || "._%+-".unicodeScalars.contains(self) }
  fileprivate var isInDomain: Bool { isLetterOrDigit || self == "." || self == "-" }
  fileprivate var isWord: Bool { isASCII ? isLetterOrDigit || self == "_" : properties.isAlphabetic || digit != nil }
  fileprivate var dividesNumber: Bool { " -./()\u{A0}\u{2009}\u{202F}\u{2010}\u{2011}".unicodeScalars.contains(self) }
  fileprivate var openingBracket: Unicode.Scalar? { self == ")" ? "(" : self == "]" ? "[" : nil }

  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.isBidiControl || properties.generalCategory == .control
  }

  /// Whether an address ends before it: white space, quotation marks, characters that are invisible or change the direction of a line,
  /// a backslash, which browsers take for a slash, and the punctuation of scripts that put no space after it.
  fileprivate var endsAddress: Bool {
    if isASCII { return value <= 0x20 || value == 0x7F || "\"<>\\^`{|}".unicodeScalars.contains(self) }
    return properties.isWhitespace || isInvisible || properties.isQuotationMark
      || "，。、；：？！（）【】《》…،؛؟".unicodeScalars.contains(self)
  }
}
