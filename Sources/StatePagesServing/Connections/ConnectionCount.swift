import NIOCore
import Synchronization

/// The number of connections, in total and by ``PeerNetwork``, over all event loops.
///
/// It stores open connections only.
final class ConnectionCount: Sendable {
  enum Admission: Sendable {
    /// Served; nil for a connection that counts in the total only.
    case served(PeerNetwork?)
    /// Answered with a refusal.
    case refused
  }

  private struct Count {
    var served = 0
    var refused = 0
    var byNetwork: [PeerNetwork: Int] = [:]
  }

  /// The maximum number of refusals sent at a time; further connections are reset, which costs nothing.
  static let mostRefused = 64

  private let limits: ConnectionLimits
  private let count = Mutex(Count())

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// The number of served connections, and of the networks that they are counted for.
  var current: (connections: Int, networks: Int) { count.withLock { ($0.served, $0.byNetwork.count) } }

  /// Counts a connection, to be released when it has closed; nil if there is no room even for a refusal.
  func admit(_ address: SocketAddress?) -> Admission? {
    let network = address.flatMap { limits.isExempt($0) ? nil : PeerNetwork($0) }
    return count.withLock { count in
      let ofNetwork = network.map { count.byNetwork[$0, default: 0] } ?? 0
      if count.served < limits.connections, ofNetwork < limits.connectionsPerAddress {
        count.served += 1
        if let network { count.byNetwork[network] = ofNetwork + 1 }
        return .served(network)
      }
      guard count.refused < Self.mostRefused else { return nil }
      count.refused += 1
      return .refused
    }
  }

  func release(_ admission: Admission) {
    count.withLock { count in
      switch admission {
      case .served(let network):
        count.served -= 1
        guard let network, let ofNetwork = count.byNetwork[network] else { return }
        count.byNetwork[network] = ofNetwork > 1 ? ofNetwork - 1 : nil
      case .refused:
        count.refused -= 1
      }
    }
  }
}
