import Crypto
import Foundation

/// Why a page file cannot be used.
enum PageFileFault: Error, Hashable {
  /// It is not there.
  case missing
  /// It is incomplete, or was changed on its way.
  case torn
  /// It is not the file that was asked for, or of a later version.
  case other
}

/// Reads a page file from its beginning to its end, whose checksum it verifies.
final class PageFileReader {
  private static let bufferSize = 1 << 20

  let header: PageFile.Header
  /// The digest of the snapshot; nil until the end was read.
  private(set) var digest: PageDigest?
  private let input: InputFile
  private var hash = SHA256()
  private var left: Int
  private var page: [UInt8] = []
  private var buffer: [UInt8] = []
  private var start = 0

  /// - Throws: ``PageFileFault`` or ``InputProblem``.
  init(_ path: String, _ name: PageFileName) throws {
    input = try InputFile.pages(path)
    var buffer: [UInt8] = []
    try Self.fill(&buffer, from: input, Self.bufferSize)
    guard let end = buffer.prefix(PageFile.headerSize).firstIndex(of: UInt8(ascii: "\n")) else {
      throw PageFileFault.torn
    }
    do { header = try JSONDecoder().decode(PageFile.Header.self, from: Data(buffer[..<end])) } catch {
      throw PageFileFault.torn
    }
    guard header.format == PageFile.format, header.kind == name.kind, header.stream == name.stream,
      header.number == name.number
    else { throw PageFileFault.other }
    guard PageFile.pageSizes.contains(header.pageSize), (1...Int(UInt32.max)).contains(header.pageCount),
      (0...header.pageCount).contains(header.pages)
    else { throw PageFileFault.torn }
    left = header.pages
    self.buffer = buffer
    start = end + 1
    hash.update(data: buffer[..<start])
  }

  /// The next page; nil after the last one, once the checksum is verified. The content is valid until the next call.
  func next() throws -> (number: UInt32, content: [UInt8])? {
    guard left > 0 else {
      try verifyEnd()
      return nil
    }
    left -= 1
    let record = try take(PageFile.numberSize + header.pageSize)
    hash.update(data: record)
    let number = record.prefix(PageFile.numberSize).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard number > 0, number <= header.pageCount else { throw PageFileFault.torn }
    return (number, Array(record.dropFirst(PageFile.numberSize)))
  }

  private func verifyEnd() throws {
    let after = try take(PageDigest.size)
    hash.update(data: after)
    let found = Array(try take(PageFile.checksumSize))
    guard found == Array(hash.finalize()) else { throw PageFileFault.torn }
    try Self.fill(&buffer, from: input, buffer.count + 1)
    guard start == buffer.count else { throw PageFileFault.torn }
    digest = PageDigest(bytes: after)
  }

  private func take(_ count: Int) throws -> ArraySlice<UInt8> {
    if buffer.count - start < count {
      buffer.removeFirst(start)
      start = 0
      try Self.fill(&buffer, from: input, max(Self.bufferSize, count))
    }
    guard buffer.count - start >= count else { throw PageFileFault.torn }
    defer { start += count }
    return buffer[start..<start + count]
  }

  private static func fill(_ buffer: inout [UInt8], from input: InputFile, _ size: Int) throws {
    let there = buffer.count
    guard there < size else { return }
    buffer.append(contentsOf: repeatElement(0, count: size - there))
    var end = there
    while end < size {
      let count = try buffer.withUnsafeMutableBytes { bytes in
        try input.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
      }
      if count == 0 { break }
      end += count
    }
    buffer.removeLast(size - end)
  }
}
