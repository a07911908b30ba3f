import Foundation

/// The value of `Content-Disposition` for a file to save (RFC 6266).
struct ContentDisposition: Hashable, Sendable {
  /// The maximum length of a name in bytes; file systems allow 255.
  private static let most = 120

  /// The file's name, with characters that file systems or programs misread replaced.
  let fileName: String

  /// Creates the value for a file.
  /// - Parameters:
  ///   - name: the name without its ending. Path separators, controls and marks of text direction are replaced.
  ///   - suffix: what follows the name, such as `-2026-01-31.csv`.
  init(name: String, suffix: String) {
    var kept = ""
    for character in name {
      let isPlain = character.unicodeScalars.allSatisfy(Self.isAllowed)
      let next = isPlain ? character : "_"
      guard kept.utf8.count + next.utf8.count + suffix.utf8.count <= Self.most else { break }
      kept.append(next)
    }
    // Leading dots hide a file; Windows drops spaces and dots at the end.
    while let first = kept.first, first == "." || first == " " { kept.removeFirst() }
    while let last = kept.last, last == "." || last == " " { kept.removeLast() }
    fileName = (kept.isEmpty ? "list" : kept) + suffix
  }

  /// The value: the name in ASCII, and if it has other characters also in UTF-8 (RFC 8187).
  var field: String {
    let ascii = fileName.map { $0.isASCII ? $0 : "_" }
    let plain = "attachment; filename=\"\(String(ascii))\""
    guard !fileName.allSatisfy(\.isASCII) else { return plain }
    let encoded = fileName.addingPercentEncoding(withAllowedCharacters: Self.attributeCharacters) ?? ""
    return plain + "; filename*=UTF-8''" + encoded
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      // A joiner is part of emoji and of words in some scripts.
      scalar == "\u{200D}" || scalar == "\u{200C}"
    default: !"/\\:*?\"<>|%".unicodeScalars.contains(scalar)
    }
  }

  /// Everything else is percent-encoded.
  private static let attributeCharacters = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~")
}
