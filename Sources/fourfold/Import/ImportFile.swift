import Foundation
import Tasks

/// A file to import, read up to the limit.
struct ImportFile {
  let path: String
  let console: Console
  var limit = ImportLimits.standard.fileBytes

  private static let room = 1 << 20

  /// The content; one byte more than the limit if it is longer.
  func bytes() throws(CommandProblem) -> [UInt8] {
    let descriptor = path == "-" ? console.input : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(errno) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: Self.room) { room, count in
        let done = read(descriptor, room.baseAddress, min(room.count, limit + 1 - bytes.count))
        if done < 0 { failure = errno }
        count = max(0, done)
      }
      if failure == EINTR { continue }
      if failure != 0 { throw problem(failure) }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  private func problem(_ error: Int32) -> CommandProblem {
    CommandProblem("\(path) could not be read: \(String(cString: strerror(error))).")
  }
}
