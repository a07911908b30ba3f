import Tasks

/// The directory of a zip archive, and the files in it. Nothing is unpacked to a disk, so the names of files are only text.
///
/// Files are stored or deflated. Archives over 4 GB, of several parts and with encryption are refused.
struct ZipArchive {
  /// A file in an archive.
  struct Entry {
    /// The path, with invalid UTF-8 replaced.
    let name: String
    /// The declared size of the entry, unpacked.
    let size: Int
    fileprivate let method: Int
    fileprivate let packedSize: Int
    fileprivate let offset: Int
    fileprivate let checksum: UInt32
  }

  /// The files; folders are left out.
  private(set) var entries: [Entry] = []
  private let bytes: [UInt8]

  /// Whether a file begins like an archive.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Reads the directory at the end of the archive.
  /// - Parameter most: the maximum number of files and folders.
  init(_ bytes: [UInt8], most: Int) throws(UnreadableFile) {
    self.bytes = bytes
    guard let end = Self.end(of: bytes) else { throw .broken }
    let count = bytes.littleEndian(2, at: end + 10)
    var place = bytes.littleEndian(4, at: end + 16)
    guard count < 0xFFFF, place < 0xFFFF_FFFF, bytes.littleEndian(2, at: end + 4) == 0 else { throw .broken }
    guard count <= most else { throw .tooLarge }
    for _ in 0..<count {
      guard place + 46 <= end, bytes.littleEndian(4, at: place) == 0x0201_4B50 else { throw .broken }
      if bytes.littleEndian(2, at: place + 8) & 1 != 0 { throw .encrypted }
      let lengths = [28, 30, 32].map { bytes.littleEndian(2, at: place + $0) }
      let next = place + 46 + lengths[0] + lengths[1] + lengths[2]
      guard next <= end else { throw .broken }
      let name = bytes[(place + 46)..<(place + 46 + lengths[0])]
      if name.last != UInt8(ascii: "/") {
        entries.append(
          Entry(
            name: name.text, size: bytes.littleEndian(4, at: place + 24), method: bytes.littleEndian(2, at: place + 10),
            packedSize: bytes.littleEndian(4, at: place + 20), offset: bytes.littleEndian(4, at: place + 42),
            checksum: UInt32(truncatingIfNeeded: bytes.littleEndian(4, at: place + 16))))
      }
      place = next
    }
  }

  /// The content of a file.
  /// - Parameter most: the maximum size, which neither the declared nor the real size may exceed.
  func content(
    of entry: Entry, most: Int, _ inflate: PortableFile.Inflate
  ) throws(UnreadableFile) -> [UInt8] {
    guard entry.size <= most else { throw .tooLarge }
    guard entry.offset + 30 <= bytes.count, bytes.littleEndian(4, at: entry.offset) == 0x0403_4B50 else {
      throw .broken
    }
    let start =
      entry.offset + 30 + bytes.littleEndian(2, at: entry.offset + 26) + bytes.littleEndian(2, at: entry.offset + 28)
    guard start + entry.packedSize <= bytes.count else { throw .broken }
    let packed = bytes[start..<(start + entry.packedSize)]
    let content: [UInt8]
    switch entry.method {
    case 0: content = Array(packed)
    case 8:
      // One byte more than declared, so that a false size is found.
      guard let inflated = inflate(packed, entry.size + 1) else { throw .broken }
      content = inflated
    default: throw .broken
    }
    guard content.count == entry.size, Checksum.crc32(content) == entry.checksum else { throw .broken }
    return content
  }

  /// The index of the end-of-directory record, which may be followed by a comment.
  private static func end(of bytes: [UInt8]) -> Int? {
    let last = bytes.count - 22
    guard last >= 0 else { return nil }
    return (max(0, last - 0xFFFF)...last).reversed().first { bytes.littleEndian(4, at: $0) == 0x0605_4B50 }
  }
}

/// The checksum of zip archives.
private enum Checksum {
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
  }
}

extension [UInt8] {
  /// A number of up to eight bytes, the lowest first. The bytes have to be there.
  fileprivate func littleEndian(_ count: Int, at index: Int) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | Int(self[index + $1]) }
  }
}
