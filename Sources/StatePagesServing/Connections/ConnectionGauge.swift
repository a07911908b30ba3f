import Synchronization

/// The number of a server's connections, for monitoring.
public final class ConnectionGauge: Sendable {
  private struct Counts {
    var current = 0
    var cut = 0
  }

  private let counts = Mutex(Counts())

  /// Creates a gauge with no connections.
  public init() {}

  /// The number of connections being served.
  public var current: Int { counts.withLock { $0.current } }
  /// The number of connections closed before their responses were complete, at the deadline of a shutdown.
  public var cut: Int { counts.withLock { $0.cut } }

  func opened() { counts.withLock { $0.current += 1 } }
  func closed() { counts.withLock { $0.current -= 1 } }
  func wasCut() { counts.withLock { $0.cut += 1 } }
}
