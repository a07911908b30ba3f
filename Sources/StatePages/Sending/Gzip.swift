import HTTPTypes
import Hummingbird
import NIOCore

enum Gzip {
  /// zlib's level for bodies that are compressed while a client waits. A list of 100 tasks, 213 KB of markup, becomes 13.0 KB at level 1,
  /// 12.4 KB at level 3 in the same time, and 10.7 KB at level 9, which takes four times as long.
  static let quick: Int32 = 3
  /// The level for bodies that are compressed once and sent many times.
  static let best: Int32 = 9

  /// The bytes as one gzip member, in a buffer of its own size (rounded up to a power of two, as NIO's are). Equal
  /// input has equal output, because the header has no time and no name.
  /// - Throws: ``DeflateProblem`` if zlib runs out of memory.
  static func compressed(_ bytes: ByteBuffer, level: Int32 = quick) throws(DeflateProblem) -> ByteBuffer {
    try deflated(bytes, as: .gzip, level: level)
  }

  /// The bytes as one gzip member; nil if that would not be smaller, or if compression fails: send them unencoded then.
  static func smaller(_ bytes: ByteBuffer, level: Int32 = quick) -> ByteBuffer? {
    guard bytes.readableBytes >= least else { return nil }
    do {
      let compressed = try compressed(bytes, level: level)
      return compressed.readableBytes < bytes.readableBytes ? compressed : nil
    } catch {
      return nil
    }
  }

  /// Smaller bodies gain nothing: head and body fit into one packet, of which Ethernet carries 1,460 bytes.
  static let least = 1_000
}

/// Sends a body as gzip, each write immediately.
struct GzipWriter: ResponseBodyWriter {
  private var writer: any ResponseBodyWriter
  private var pieces = GzipPieces()

  init(_ writer: any ResponseBodyWriter) {
    self.writer = writer
  }

  mutating func write(_ buffer: ByteBuffer) async throws {
    let piece = try pieces.piece(buffer)
    if piece.readableBytes > 0 { try await writer.write(piece) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await writer.write(pieces.end())
    try await writer.finish(trailingHeaders)
  }
}

extension ContentCoding {
  /// A writer that encodes and forwards to another.
  func coding(_ writer: any ResponseBodyWriter) -> any ResponseBodyWriter {
    switch self {
    case .identity: writer
    case .gzip: GzipWriter(writer)
    }
  }
}
