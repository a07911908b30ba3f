import NIOCore
import Synchronization

/// How many connections there are, in all and by ``PeerNetwork``, over all event loops.
///
/// It remembers those that are there, and nothing of those that were.
final class ConnectionCount: Sendable {
  enum Admission: Sendable {
    /// To be served; nil for one that counts in all only.
    case served(PeerNetwork?)
    /// To be told that it is refused.
    case refused
  }

  private struct Count {
    var served = 0
    var refused = 0
    var byNetwork: [PeerNetwork: Int] = [:]
  }

  /// How many are told at a time that they are refused; any beyond is closed without a word, for that costs nothing.
  static let mostRefused = 64

  private let limits: ConnectionLimits
  private let count = Mutex(Count())

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// How many connections are being served, and for how many networks any is counted.
  var current: (connections: Int, networks: Int) { count.withLock { ($0.served, $0.byNetwork.count) } }

  /// Counts a connection, to be released when it has closed; nil where there is no room even to refuse it.
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
