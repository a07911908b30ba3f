import Crypto
import Foundation

/// Writes a page file.
final class PageFileWriter {
  private static let bufferSize = 1 << 20
  /// What is written between two syncs. Otherwise the last sync would write everything, and other syncs would wait for it.
  private static let unsynced = 8 << 20

  private let file: UnfinishedFile
  private var hash = SHA256()
  private var buffer: [UInt8] = []
  private var written = 0

  init(_ header: PageFile.Header, to file: UnfinishedFile) throws {
    self.file = file
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    buffer.reserveCapacity(Self.bufferSize)
    buffer.append(contentsOf: try encoder.encode(header))
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends a page.
  func append(_ number: UInt32, _ content: UnsafeRawBufferPointer) throws(BackupProblem) {
    withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: content)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Appends pages with their numbers.
  func append(records: UnsafeRawBufferPointer) throws(BackupProblem) {
    buffer.append(contentsOf: records)
    try flush()
  }

  /// Completes the file, but for its name.
  /// - Parameter digest: the digest of the snapshot.
  func finish(_ digest: PageDigest) throws(BackupProblem) {
    buffer.append(contentsOf: digest.bytes)
    try flush()
    buffer.append(contentsOf: hash.finalize())
    try flush()
  }

  private func flush() throws(BackupProblem) {
    buffer.withUnsafeBytes { hash.update(bufferPointer: $0) }
    try file.append(buffer)
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
    if written >= Self.unsynced {
      try file.sync()
      written = 0
    }
  }
}

/// Changed pages, in a file beside the database until it is known how many they are.
final class PageSpool {
  private static let bufferSize = 1 << 20
  /// The room that the spool leaves on the disk, for the database and its log.
  private static let leastRoom: UInt64 = 64 << 20

  private let file: UnfinishedFile
  private let freeBytes: (String) -> UInt64?
  private var buffer: [UInt8] = []
  private(set) var pages = 0

  /// - Parameter freeBytes: returns the room beside a file.
  init(at path: String, freeBytes: @escaping (String) -> UInt64?) throws(BackupProblem) {
    self.freeBytes = freeBytes
    file = try UnfinishedFile(for: path)
    buffer.reserveCapacity(Self.bufferSize)
  }

  func append(_ number: UInt32, _ content: UnsafeRawBufferPointer) throws(BackupProblem) {
    withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: content)
    pages += 1
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Copies the pages.
  func write(to target: PageFileWriter) throws {
    try flush()
    let input = try InputFile(file.path)
    var block = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = try block.withUnsafeMutableBytes { try input.read(into: $0) }
      if count == 0 { break }
      try block.withUnsafeBytes { try target.append(records: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  func abandon() {
    file.abandon()
  }

  private func flush() throws(BackupProblem) {
    if let free = freeBytes(file.path), free < Self.leastRoom { throw .unwritable(file.target, .diskFull) }
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
