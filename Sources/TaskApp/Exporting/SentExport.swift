import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import TaskStore

/// An export that is being sent, at the pace of the client. It holds its slot for its lifetime.
struct SentExport: Sendable {
  private let pieces: ExportPieces
  private let slot: ExportSlots.Slot
  private let channel: (any Channel)?

  private struct TookTooLong: Error {}

  init(_ pieces: ExportPieces, _ slot: ExportSlots.Slot, to channel: (any Channel)?) {
    (self.pieces, self.slot, self.channel) = (pieces, slot, channel)
  }

  /// The response. If the export fails midway, it ends without its last chunk, so the client can detect that the file is incomplete.
  /// - Parameter request: the headers of the request.
  func response(_ headers: HTTPFields, to request: HTTPFields, _ logger: Logger) -> Response {
    .written(headers, in: ContentCoding(acceptedIn: request)) { writer in
      do {
        try await write(to: &writer)
      } catch {
        logger.notice("an export was cut off", metadata: ["error": "\(error)"])
        throw error
      }
    }
  }

  private func write(to writer: inout any ResponseBodyWriter) async throws {
    let deadline = ContinuousClock.now + ExportSlots.longest
    var pieces = pieces
    while let piece = try await pieces.next() {
      try await writer.write(ByteBuffer(bytes: piece))
      try await settle()
      guard ContinuousClock.now < deadline else { throw TookTooLong() }
    }
  }

  /// Waits until the event loop has processed the writes. Only there are full buffers detected; without this wait, pieces
  /// accumulate in memory, about 50 MB for a client that reads nothing.
  private func settle() async throws {
    guard let channel, channel.isActive else { return }
    try await channel.eventLoop.submit {}.get()
  }
}
