import Crypto
import Tasks

/// On whose behalf a password is hashed: this decides its place in the queue.
struct HashingClient: Hashable, Sendable {
  /// What may have only so many hashings under way.
  enum Share: Hashable, Sendable {
    /// A network, for names that it does not know.
    case network(IPAddress)
    /// A name, from browsers and networks that it does not know.
    case name(SHA256Digest)
    /// A browser in which the name's owner has signed in, and a network from which they have.
    case device(KnownDevice), nameFrom(SHA256Digest, network: IPAddress)
    /// A name with all browsers and networks that it knows, and a network with all names that it knows.
    case knownName(SHA256Digest), knownNetwork(IPAddress)
    /// An account that is signed in.
    case account(AccountID)

    /// How many of its hashings may run or wait.
    var limit: Int {
      switch self {
      case .network, .name, .device, .nameFrom, .account: 2
      case .knownName: 4
      case .knownNetwork: 8
      }
    }
  }

  /// Whether it is signed in, or in a browser or network that has signed in under the name before. Known and unknown clients stand
  /// in two lines, which are served in turn: strangers from whatever number of networks keep no owner out.
  let isKnown: Bool
  /// Networks take turns within a line; nil where there is none.
  let network: IPAddress?
  let shares: [Share]

  /// The operator, at the console.
  static let console = HashingClient(isKnown: true, network: nil, shares: [])
}
