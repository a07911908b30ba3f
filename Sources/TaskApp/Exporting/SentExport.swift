import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import TaskStore

/// An export that is being sent, at the pace of the client. Until it is read to its end, it holds its slot, and a snapshot of the
/// database.
struct SentExport: Sendable {
  /// What ``readAhead()`` reads at most, in bytes, apart from the last piece.
  private static let ahead = 256 << 10

  /// The pieces that were read already.
  private var read: [[UInt8]] = []
  /// The rest; nil if everything was read.
  private var rest: (pieces: ExportPieces, slot: Permit)?
  private let channel: (any Channel)?

  private struct TookTooLong: Error {}

  init(_ pieces: ExportPieces, _ slot: Permit, to channel: (any Channel)?) {
    (rest, self.channel) = ((pieces, slot), channel)
  }

  /// The export with its first pieces in memory. A small one is complete then, so a slow client holds up nothing.
  func readAhead() async throws(StoreError) -> SentExport {
    var export = self
    guard let rest else { return self }
    var (pieces, bytes) = (rest.pieces, 0)
    while bytes < Self.ahead {
      guard let piece = try await pieces.next() else {
        export.rest = nil
        return export
      }
      export.read.append(piece)
      bytes += piece.count
    }
    export.rest = (pieces, rest.slot)
    return export
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

  /// The maximum duration of an export, including its transfer.
  private static let longest = Duration.seconds(300)

  private func write(to writer: inout any ResponseBodyWriter) async throws {
    let deadline = ContinuousClock.now + Self.longest
    for piece in read { try await writer.write(ByteBuffer(bytes: piece)) }
    guard let rest else { return }
    defer { withExtendedLifetime(rest.slot) {} }
    var pieces = rest.pieces
    while let piece = try await pieces.next() {
      try await writer.write(ByteBuffer(bytes: piece))
      try await channel?.settle()
      guard ContinuousClock.now < deadline else { throw TookTooLong() }
    }
  }
}
