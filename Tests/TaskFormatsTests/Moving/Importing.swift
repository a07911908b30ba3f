import Foundation
import TaskFormats
import Tasks

/// Reads a file on 15 June 2026 in Berlin.
func importing(
  _ bytes: [UInt8], name: String? = nil, hasPlainLines: Bool = false, limits: ImportLimits = .standard,
  inflate: PortableFile.Inflate = { inflated($0, most: $1) }
) throws(UnreadableFile) -> PortableFile {
  try PortableFile(
    reading: bytes, name: name, hasPlainLines: hasPlainLines, in: .berlin, now: importDate, limits: limits,
    inflate: inflate)
}

func importing(_ text: String, name: String? = nil) throws(UnreadableFile) -> PortableFile {
  try importing(Array(text.utf8), name: name)
}

let importDate = Date(timeIntervalSince1970: 1_781_481_600)

extension TimeZone {
  static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
}

extension PortableFile {
  /// The tasks of all lists.
  var tasks: [PortableTask] { lists.flatMap(\.tasks) }
  var titles: [String] { tasks.map(\.draft.title) }
  var depths: [Int] { tasks.map(\.depth) }

  /// All remarks, as `reason: value`.
  var remarked: [String] {
    var all = remarks
    for list in lists { all.add(list.remarks) }
    return all.reasons.flatMap { reason in
      let values = all.examples(of: reason).map {
        $0.value.isEmpty ? reason.rawValue : "\(reason.rawValue): \($0.value)"
      }
      return values + Array(repeating: reason.rawValue, count: max(0, all.count(of: reason) - values.count))
    }
  }
}

extension PortableTask {
  /// A field as an export writes it.
  subscript(field: TaskField) -> String { draft[field] }
}

/// A moment as text.
func iso(_ moment: Date?) -> String? { moment?.formatted(.iso8601) }

/// Unpacks deflated bytes that consist of stored blocks (RFC 1951, section 3.2.4), which is enough for archives of tests.
func inflated(_ bytes: ArraySlice<UInt8>, most: Int) -> [UInt8]? {
  var rest = bytes
  var text: [UInt8] = []
  while let head = rest.popFirst() {
    let sizes = Array(rest.prefix(4)).map(Int.init)
    guard head & 6 == 0, sizes.count == 4, sizes[0] == 255 - sizes[2], sizes[1] == 255 - sizes[3] else { return nil }
    let size = sizes[0] | sizes[1] << 8
    guard rest.count >= 4 + size, text.count + size <= most else { return nil }
    text += rest.dropFirst(4).prefix(size)
    rest = rest.dropFirst(4 + size)
    if head & 1 == 1 { return text }
  }
  return nil
}

/// A zip archive.
struct ZipFile {
  /// A file in it.
  struct Part {
    var name: String
    var content: [UInt8]
    var isDeflated = false
    var flags = 0
    /// The size in the directory, if it is a false one.
    var declared: Int?
  }

  static func bytes(_ parts: [Part], comment: String = "") -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for part in parts {
      let packed = part.isDeflated ? deflated(part.content) : part.content
      let common =
        little(20, 2) + little(part.flags, 2) + little(part.isDeflated ? 8 : 0, 2) + little(0, 4)
        + little(Int(crc32(part.content)), 4) + little(packed.count, 4) + little(part.declared ?? part.content.count, 4)
        + little(part.name.utf8.count, 2) + little(0, 2)
      directory += little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
      directory += little(0, 4) + little(file.count, 4) + Array(part.name.utf8)
      file += little(0x0403_4B50, 4) + common + Array(part.name.utf8) + packed
    }
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(parts.count, 2) + little(parts.count, 2)
      + little(directory.count, 4) + little(file.count, 4) + little(comment.utf8.count, 2) + Array(comment.utf8)
    return file + directory + end
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let blocks = stride(from: 0, to: max(bytes.count, 1), by: 0xFFFF).map {
      bytes[min($0, bytes.count)...].prefix(0xFFFF)
    }
    return blocks.enumerated().flatMap { index, block in
      [index == blocks.count - 1 ? 1 : 0] + little(block.count, 2) + little(0xFFFF - block.count, 2) + block
    }
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
    }
    return ~sum
  }
}
