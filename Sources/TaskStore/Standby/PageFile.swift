import Foundation

/// A file of pages in a standby's folder: a *base* with all pages of a snapshot, or the *changes* from one snapshot to the next.
///
/// It consists of a header, which is one line of JSON, the pages, each after its number (four bytes, big-endian), the digest of the
/// snapshot, and the SHA-256 of everything before.
enum PageFile {
  static let format = 1
  static let numberSize = 4
  static let checksumSize = 32
  /// The maximum size of a header.
  static let headerSize = 4_096
  /// SQLite's page sizes (file format, section 1.3.2).
  static let pageSizes = 512...65_536

  enum Kind: String, Codable, CaseIterable, Sendable {
    case base, changes
  }

  struct Header: Codable, Hashable, Sendable {
    var format = PageFile.format
    let kind: Kind
    /// The run of the server that wrote the file.
    let stream: String
    /// The number of the snapshot in the stream.
    let number: Int
    /// The number of times that another machine took over.
    let generation: Int
    let pageSize: Int
    /// The number of pages of the snapshot.
    let pageCount: Int
    /// The number of pages in the file.
    let pages: Int
    /// The digest of the snapshot that the changes apply to; of no page for a base.
    let before: PageDigest
    /// When the snapshot was taken, in milliseconds since 1970.
    let at: Int64
  }
}

/// The name of a page file, such as `0x9k2….00000012.changes`.
struct PageFileName: Hashable, Sendable {
  let stream: String
  let number: Int
  let kind: PageFile.Kind

  var text: String {
    let digits = String(number)
    return "\(stream).\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits).\(kind.rawValue)"
  }
}

extension PageFileName {
  /// Nil if `text` is not the name of a page file, exactly.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let number = Int(parts[1]), let kind = PageFile.Kind(rawValue: parts[2]),
      Self.isStream(parts[0])
    else { return nil }
    self.init(stream: parts[0], number: number, kind: kind)
    if self.text != text { return nil }
  }

  /// Whether a text is the name of a stream, which becomes part of a file's name.
  static func isStream(_ text: String) -> Bool {
    text.utf8.count == 13 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }
}
