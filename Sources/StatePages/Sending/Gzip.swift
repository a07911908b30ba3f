public import NIOCore

/// Whole bodies, compressed at once.
public enum Gzip {
  /// How much time a smaller body is worth.
  public enum Effort: Hashable, Sendable {
    /// For what is compressed while somebody waits.
    case quick
    /// For what is compressed once and sent for ever.
    case best

    /// zlib's number for it. A list of 100 tasks, 43 KB of markup, becomes 4.0 KB at level 1 and 3.8 KB at level 6, which takes
    /// two to three times as long: 5% less, in the same three packets.
    var level: Int32 {
      switch self {
      case .quick: 1
      case .best: 9
      }
    }
  }

  /// The bytes as one gzip member, in a buffer of its own size (rounded up to a power of two, as NIO's are): the same bytes always, for no time and no name is told.
  /// - Throws: ``DeflateProblem`` where zlib has no memory.
  public static func compressed(_ bytes: ByteBuffer, effort: Effort = .quick) throws(DeflateProblem) -> ByteBuffer {
    try deflated(bytes, as: .gzip, level: effort.level)
  }

  /// The bytes as one gzip member; nil where that would not be smaller, or cannot be made: then they are sent as they are.
  public static func smaller(_ bytes: ByteBuffer, effort: Effort = .quick) -> ByteBuffer? {
    guard bytes.readableBytes >= least else { return nil }
    do {
      let compressed = try compressed(bytes, effort: effort)
      return compressed.readableBytes < bytes.readableBytes ? compressed : nil
    } catch {
      return nil
    }
  }

  /// Up to here nothing is won: head and body go out in one packet anyway, and Ethernet's packets carry 1,460 bytes.
  static let least = 1_000
}
