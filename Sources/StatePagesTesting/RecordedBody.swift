public import HTTPTypes
public import Hummingbird
public import NIOCore
import Synchronization

/// The body of a response, recorded write by write: the chunks of a streamed page.
public final class RecordedBody: ResponseBodyWriter, Sendable {
  /// The writes so far.
  public let written = Tally()
  /// Whether the response has ended completely.
  public let finished = Tally()
  private let parts = Mutex<[ByteBuffer]>([])
  private let failsAt: Int?

  /// Creates an empty recording.
  /// - Parameter failsAt: the write, counted from 0, that fails like one to a client that has disconnected.
  public init(failsAt: Int? = nil) {
    self.failsAt = failsAt
  }

  /// The writes as bytes.
  public var buffers: [ByteBuffer] { parts.withLock { $0 } }
  /// The writes as text.
  public var writes: [String] { buffers.map { String(buffer: $0) } }
  /// The whole text.
  public var html: String { writes.joined() }
  /// All bytes.
  public var bytes: ByteBuffer { buffers.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } }

  /// Records a write.
  public func write(_ buffer: ByteBuffer) async throws {
    try parts.withLock { parts throws(ChannelError) in
      if parts.count == failsAt { throw .ioOnClosedChannel }
      parts.append(buffer)
    }
    written.increment()
  }

  /// Records the end.
  public consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    finished.increment()
  }
}

extension Response {
  /// The bytes of the whole body.
  public func bytes() async throws -> ByteBuffer {
    let recorded = RecordedBody()
    try await body.write(recorded)
    return recorded.bytes
  }

  /// The whole body as text.
  public func html() async throws -> String {
    let recorded = RecordedBody()
    try await body.write(recorded)
    return recorded.html
  }
}
