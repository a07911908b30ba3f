import HTTPTypes
import Hummingbird
import NIOCore

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
