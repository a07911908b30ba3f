import Foundation

/// A system call on a file that failed.
struct InputProblem: Error, Hashable {
  let path: String
  /// The value of `errno`.
  let code: Int32
}

/// A file that is read in order.
final class InputFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(InputProblem) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputProblem(path: path, code: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Opens a page file.
  /// - Throws: ``PageFileFault/missing`` if it is not there.
  static func pages(_ path: String) throws -> InputFile {
    do throws(InputProblem) { return try InputFile(path) } catch {
      throw error.code == ENOENT ? PageFileFault.missing as any Error : error
    }
  }

  /// Reads bytes into the buffer. Returns their number; 0 at the end of the file.
  func read(into bytes: UnsafeMutableRawBufferPointer) throws(InputProblem) -> Int {
    while true {
      let count = Foundation.read(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno != EINTR { throw InputProblem(path: path, code: errno) }
    }
  }

  /// The content of a small file; nil if there is none.
  static func content(of path: String) throws(InputProblem) -> Data? {
    let file: InputFile
    do { file = try InputFile(path) } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    var count = 0
    while count < bytes.count {
      let more: Int
      do {
        more = try bytes.withUnsafeMutableBytes {
          try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
        }
      } catch {
        throw (error as? InputProblem) ?? InputProblem(path: path, code: EIO)
      }
      if more == 0 { break }
      count += more
    }
    return Data(bytes[..<count])
  }
}

extension UnfinishedFile {
  /// Writes bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(BackupProblem) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(target, Unavailable(fileError: errno)) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes bytes at the end.
  func append(_ bytes: [UInt8]) throws(BackupProblem) {
    do { try bytes.withUnsafeBytes { try append($0) } } catch {
      throw BackupProblem(error, copying: target, to: target)
    }
  }

  /// Writes a small file, durably, in place of another one.
  static func write(_ content: Data, to path: String) throws(BackupProblem) {
    let file = try UnfinishedFile(for: path)
    do {
      try content.withUnsafeBytes { try file.append($0) }
      try file.finish(replacing: true)
    } catch {
      file.abandon()
      throw BackupProblem(error, copying: path, to: path)
    }
  }
}

/// Reads and writes at places of an open file.
enum FilePlace {
  static func read(_ descriptor: Int32, at offset: Int, count: Int) throws(InputProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var there = 0
    while there < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: there), count - there, off_t(offset + there))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw InputProblem(path: "", code: read == 0 ? EIO : errno) }
      there += read
    }
    return bytes
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(InputProblem) {
    var there = 0
    while there < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: there), bytes.count - there, off_t(offset + there))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw InputProblem(path: "", code: errno) }
      there += written
    }
  }
}
