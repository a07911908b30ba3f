import Crypto
import StatePages
import Tasks

/// The client of a password hashing. Determines its place in the queue.
struct HashingClient: Hashable, Sendable {
  /// A key that limits concurrent hashings.
  enum Share: Hashable, Sendable {
    /// A network, for names it has not signed in to.
    case network(ClientAddress)
    /// A name, from browsers and networks unknown to it.
    case name(SHA256Digest)
    /// A browser in which the name's owner has signed in, and a network from which the owner has.
    case device(KnownDevice), nameFrom(SHA256Digest, network: ClientAddress)
    /// A name with all its known browsers and networks, and a network with all its known names.
    case knownName(SHA256Digest), knownNetwork(ClientAddress)
    /// A signed-in account.
    case account(AccountID)

    /// The maximum number of hashings that run or wait.
    var limit: Int {
      switch self {
      case .network, .name, .device, .nameFrom, .account: 2
      case .knownName: 4
      case .knownNetwork: 8
      }
    }
  }

  /// Whether the client is signed in, or uses a browser or network that has signed in under the name before. Known and unknown
  /// clients wait in separate queues, which are served alternately, so strangers cannot lock out an owner.
  let isKnown: Bool
  /// The client's network, for round-robin within a queue; nil if there is none.
  let network: ClientAddress?
  let shares: [Share]

  /// The operator's console.
  static let console = HashingClient(isKnown: true, network: nil, shares: [])
}
