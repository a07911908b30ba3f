import Hummingbird
import NIOCore
import Synchronization
import TestSupport

/// A response body, recorded write by write.
final class Recording: Sendable {
  /// The number of writes so far.
  let written = Tally()
  /// Whether the response has ended completely.
  let finished = Tally()
  private let parts = Mutex<[ByteBuffer]>([])
  private let failsAt: Int?

  /// - Parameter failsAt: The write, counted from 0, that fails like one to a client that has disconnected.
  init(failsAt: Int? = nil) {
    self.failsAt = failsAt
  }

  /// The writes as bytes.
  var buffers: [ByteBuffer] { parts.withLock { $0 } }
  var writes: [String] { buffers.map { String(buffer: $0) } }
  var html: String { writes.joined() }

  fileprivate func write(_ buffer: ByteBuffer) throws {
    if buffers.count == failsAt { throw ChannelError.ioOnClosedChannel }
    parts.withLock { $0.append(buffer) }
    written.increment()
  }
}

/// A body writer that records into a ``Recording``.
struct RecordingWriter: ResponseBodyWriter {
  let recording: Recording

  mutating func write(_ buffer: ByteBuffer) async throws { try recording.write(buffer) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws { recording.finished.increment() }
}

extension Response {
  /// The bytes of the whole body.
  func bytes() async throws -> ByteBuffer {
    let recording = Recording()
    try await body.write(RecordingWriter(recording: recording))
    return recording.buffers.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
  }

  /// The whole body as text.
  func html() async throws -> String {
    let recording = Recording()
    try await body.write(RecordingWriter(recording: recording))
    return recording.html
  }
}
