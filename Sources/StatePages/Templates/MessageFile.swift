import Foundation

/// The texts of a catalogue's file, a JSON object of texts without further objects, with the line of each key.
///
/// Foundation's decoder tells no place of an error, keeps one of two texts of a key, and accepts a comma before the end.
struct MessageFile {
  /// Where a file is no object of texts.
  struct Invalid: Error {
    let line: Int
    /// In bytes, counted from 1.
    let column: Int
    let expected: String
  }

  private(set) var texts: [String: String] = [:]
  private(set) var lines: [String: Int] = [:]
  /// The keys that occur more than once.
  private(set) var repeated: [String] = []

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var lineStart = 0

  init(_ json: Data) throws(Invalid) {
    bytes = Array(json)
    try expect("{")
    var isFirst = true
    while !takes("}") {
      if !isFirst { try expect(",", or: "}") }
      isFirst = false
      let key = try text("a key in quotes")
      if lines.updateValue(line, forKey: key) != nil { repeated.append(key) }
      try expect(":")
      texts[key] = try text("a text in quotes")
    }
    skipSpace()
    if place < bytes.count { throw invalid("the end of the file") }
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) {
      if bytes[place] == 0x0A { (line, lineStart) = (line + 1, place + 1) }
      place += 1
    }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar, or other: Unicode.Scalar? = nil) throws(Invalid) {
    if !takes(character) { throw invalid("“\(character)”" + (other.map { " or “\($0)”" } ?? "")) }
  }

  private mutating func text(_ expected: String) throws(Invalid) -> String {
    skipSpace()
    let start = place
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw invalid(expected) }
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] < 0x20 { throw invalid("a closing quote") }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else { throw invalid("a closing quote", at: start) }
    place += 1
    let text = bytes[start + 1..<place - 1]
    if !text.contains(UInt8(ascii: "\\")), let text = String(validating: text, as: UTF8.self) { return text }
    do {
      return try JSONDecoder().decode(String.self, from: Data(bytes[start..<place]))
    } catch {
      throw invalid("a text of valid characters and escapes", at: start)
    }
  }

  private func invalid(_ expected: String, at place: Int? = nil) -> Invalid {
    Invalid(line: line, column: (place ?? self.place) - lineStart + 1, expected: expected)
  }
}
