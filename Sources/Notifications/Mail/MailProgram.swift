import Foundation
import Subprocess
import SystemPackage

/// A program that takes a message on its input and knows where to send it, like `sendmail`.
struct MailProgram {
  let path: String
  var deadline: Duration = .seconds(60)

  /// - Throws: ``SendingFailure``; ``SendingFailure/program(_:)`` with what the program says.
  func send(_ message: MailMessage, from sender: MailAddress) async throws(SendingFailure) {
    let path = path
    // The recipient is in the message, and no argument. A line with a single point is no end.
    let arguments = ["-i", "-t", "-f", sender.text]
    let ended = await TimeLimit(deadline).result { () -> Result<ServerReply, SendingFailure> in
      do {
        // No pipes: a program that reads nothing would end this process by a signal, and one that leaves a child behind would be waited
        // for.
        let input = try TemporaryFile(message.bytes)
        let errors = try TemporaryFile([])
        let result = try await run(
          .path(FilePath(path)), arguments: Arguments(arguments),
          input: .fileDescriptor(input.descriptor, closeAfterSpawningProcess: false), output: .discarded,
          error: .fileDescriptor(errors.descriptor, closeAfterSpawningProcess: false))
        return .success(Self.reply(result.terminationStatus, errors.start))
      } catch is CancellationError {
        return .failure(.cancelled)
      } catch {
        return .failure(.program(ServerReply(status: 0, bytes: Array("\(error)".utf8), hiding: [])))
      }
    }
    if Task.isCancelled { throw .cancelled }
    switch ended {
    case .success(let reply)?: try Self.check(reply)
    case .failure(let failure)?: throw failure
    case nil: throw .timedOut(isSent: true)
    }
  }

  private static func reply(_ status: TerminationStatus, _ said: [UInt8]) -> ServerReply {
    switch status {
    case .exited(let code): ServerReply(status: Int(code), bytes: said, hiding: [])
    case .signaled(let signal): ServerReply(status: 128 + Int(signal), bytes: said, hiding: [])
    }
  }

  /// The exit codes of sysexits.h. Those for wrong addresses and data are for good.
  private static func check(_ reply: ServerReply) throws(SendingFailure) {
    switch reply.status {
    case 0: return
    case 65, 67, 68, 69: throw .rejected(reply)
    case 75: throw .deferred(reply)
    case _: throw .program(reply)
    }
  }
}

/// A file without a name, which is gone when it is closed.
private final class TemporaryFile: Sendable {
  private static let mostBytes = 16 << 10

  let descriptor: FileDescriptor

  /// A file with some bytes, at its beginning.
  init(_ bytes: [UInt8]) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    descriptor = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    unlink(path)
    try descriptor.writeAll(bytes)
    try descriptor.seek(offset: 0, from: .start)
  }

  deinit {
    // Nothing is lost if it can't be closed.
    do { try descriptor.close() } catch {}
  }

  /// The first bytes; why they can't be read, if that fails.
  var start: [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { bytes, count in
        count = try descriptor.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(bytes))
      }
    } catch {
      return Array("its messages can't be read: \(error)".utf8)
    }
  }
}
