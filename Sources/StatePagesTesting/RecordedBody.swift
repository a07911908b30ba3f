package import HTTPTypes
package import Hummingbird
package import NIOCore
import Synchronization

/// The body of a response, recorded write by write: the chunks of a streamed page.
package final class RecordedBody: ResponseBodyWriter, Sendable {
  /// The writes so far.
  package let written = Tally()
  /// Whether the response has ended completely.
  package let finished = Tally()
  private let parts = Mutex<[ByteBuffer]>([])
  private let failsAt: Int?

  /// Creates an empty recording.
  /// - Parameter failsAt: the write, counted from 0, that fails like one to a client that has disconnected.
  package init(failsAt: Int? = nil) {
    self.failsAt = failsAt
  }

  /// The writes as bytes.
  package var buffers: [ByteBuffer] { parts.withLock { $0 } }
  package var writes: [String] { buffers.map { String(buffer: $0) } }
  package var html: String { writes.joined() }
  /// All bytes.
  package var bytes: ByteBuffer { buffers.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } }

  package func write(_ buffer: ByteBuffer) async throws {
    try parts.withLock { parts throws(ChannelError) in
      if parts.count == failsAt { throw .ioOnClosedChannel }
      parts.append(buffer)
    }
    written.increment()
  }

  package consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    finished.increment()
  }
}

extension Response {
  /// The bytes of the whole body.
  package func bytes() async throws -> ByteBuffer {
    let recorded = RecordedBody()
    try await body.write(recorded)
    return recorded.bytes
  }

  package func html() async throws -> String { String(buffer: try await bytes()) }
}
