import Synchronization

/// What can be told of the connections of a server from outside.
public final class ConnectionGauge: Sendable {
  private struct Counts {
    var current = 0
    var cut = 0
  }

  private let counts = Mutex(Counts())

  /// Nothing has been counted.
  public init() {}

  /// How many are served now.
  public var current: Int { counts.withLock { $0.current } }
  /// How many were closed before what they were owed was sent: at the deadline of a shutdown.
  public var cut: Int { counts.withLock { $0.cut } }

  func opened() { counts.withLock { $0.current += 1 } }
  func closed() { counts.withLock { $0.current -= 1 } }
  func wasCut() { counts.withLock { $0.cut += 1 } }
}
