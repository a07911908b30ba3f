import Foundation
import NIOCore
import Synchronization

/// A file that a client sent, on the disk. It is deleted with its last reference.
final class UploadedFile: Sendable {
  private let descriptor: Int32
  private let folder: UploadFolder
  private let size = Mutex(0)

  init(_ descriptor: Int32, in folder: UploadFolder) {
    self.descriptor = descriptor
    self.folder = folder
  }

  deinit {
    close(descriptor)
  }

  static func with(_ text: String, in folder: UploadFolder) async throws(UploadProblem) -> UploadedFile {
    let file = try folder.file()
    let bytes = ByteBuffer(string: text)
    try await BackgroundThread.run { () -> Result<Void, UploadProblem> in
      do throws(UploadProblem) { return .success(try file.append(bytes)) } catch { return .failure(error) }
    }.get()
    return file
  }

  /// Its size in bytes.
  var count: Int { size.withLock { $0 } }

  /// Appends bytes. Blocks until the system has taken them.
  func append(_ bytes: ByteBuffer) throws(UploadProblem) {
    try folder.requireSpace()
    var rest = bytes
    while rest.readableBytes > 0 {
      let place = count
      let (written, code) = rest.withUnsafeReadableBytes { room -> (Int, Int32) in
        let written = pwrite(descriptor, room.baseAddress, room.count, off_t(place))
        return (written, errno)
      }
      if written < 0, code == EINTR { continue }
      guard written > 0 else { throw UploadProblem(written == 0 ? EIO : code) }
      rest.moveReaderIndex(forwardBy: written)
      size.withLock { $0 += written }
    }
  }

  /// Its content. Blocks while it is read: see `BackgroundThread`.
  func bytes() throws(UploadProblem) -> [UInt8] {
    let count = count
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, done in
      while done < count {
        let read = pread(descriptor, room.baseAddress.map { $0 + done }, count - done, off_t(done))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          code = read == 0 ? EIO : errno
          return
        }
        done += read
      }
    }
    guard code == 0 else { throw UploadProblem(code) }
    return bytes
  }
}

/// Why a file can't be stored, or read again.
enum UploadProblem: Error, Hashable, Sendable {
  /// The disk is full, or would have less than the free space that is to remain.
  case diskFull
  /// The system refuses it, with the number of the error.
  case failed(Int32)
}
