import Foundation

/// The texts of a catalogue's file, a JSON object of texts without further objects, with the line of each key, if each has one.
struct MessageFile {
  /// Where a file is no object of texts, and why.
  struct Invalid: Error {
    let line: Int?
    let reason: String
  }

  private(set) var texts: [String: String] = [:]
  private(set) var lines: [String: Int] = [:]
  /// The keys that occur more than once.
  private(set) var repeated: [String] = []

  init(_ json: Data) throws(Invalid) {
    for (index, line) in String(decoding: json, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let key = line.prefixMatch(of: MessageCheck.Pattern.key).map({ String($0.output.1) }) else { continue }
      if lines.updateValue(index + 1, forKey: key) != nil { repeated.append(key) }
    }
    let content: Any
    do {
      content = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
    } catch {
      let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
      let place = reason.firstMatch(of: /character (\d+)/).flatMap { Int($0.output.1) } ?? json.count
      throw Invalid(line: 1 + json.prefix(place).count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }
    guard let members = content as? [String: Any] else { throw Invalid(line: 1, reason: "an object is expected") }
    for (key, value) in members {
      guard let text = value as? String else { throw Invalid(line: lines[key], reason: "\(key) is no text") }
      texts[key] = text
    }
  }
}
