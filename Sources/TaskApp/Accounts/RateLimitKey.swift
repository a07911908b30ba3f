import Crypto
import Foundation
import Tasks

/// What tries are counted by, and how many there may be.
///
/// Names and devices stand here as digests, so that they take no room and can't be read.
enum RateLimitKey: Hashable, Sendable {
  /// Wrong passwords for a name, whether or not there is such an account, from browsers and networks that it does not know.
  case name(SHA256Digest)
  /// Wrong passwords for a name from a network from which its owner has signed in.
  case nameFrom(SHA256Digest, network: IPAddress)
  /// Wrong passwords from a browser in which the name's owner has signed in.
  case device(KnownDevice)
  /// Wrong passwords from one subscriber, whatever the name.
  case subscriber(IPAddress)
  /// Wrong passwords from one network for all names whose owners have signed in from there.
  case knownNetwork(IPAddress)
  /// Right passwords from one network.
  case signIns(network: IPAddress)
  /// Right passwords for a name from browsers and networks that it knows.
  case knownSignIns(SHA256Digest)
  /// Accounts made by one subscriber, from one network, and by everybody.
  case signUps(subscriber: IPAddress), signUpsFrom(network: IPAddress), allSignUps
  /// Wrong passwords in a browser that is signed in: a stranger's tries to sign in don't count here.
  case change(AccountID)

  /// How many tries a key has within a time.
  struct Allowance: Hashable, Sendable {
    let tries: Int
    let window: Duration
  }

  var allowance: Allowance {
    switch self {
    case .name, .nameFrom, .device, .subscriber, .change, .signUps:
      Allowance(tries: 10, window: .seconds(180))
    case .knownNetwork: Allowance(tries: 30, window: .seconds(180))
    case .signIns, .knownSignIns: Allowance(tries: 60, window: .seconds(180))
    case .signUpsFrom: Allowance(tries: 40, window: .seconds(3600))
    case .allSignUps: Allowance(tries: 200, window: .seconds(3600))
    }
  }

  /// The longest time that a try of any key counts.
  static let longestWindow = Duration.seconds(3600)

  /// Whether success clears it. Whoever has proved to own a name or an account begins anew with it; of a network only this try is
  /// taken back, or signing in to one's own account would open all others to tries without end.
  var isClearedBySuccess: Bool {
    switch self {
    case .name, .nameFrom, .device, .change: true
    case .subscriber, .knownNetwork, .signIns, .knownSignIns, .signUps, .signUpsFrom, .allSignUps: false
    }
  }

  /// An account's name, in whichever spelling.
  static func name(_ key: String) -> RateLimitKey { .name(SHA256.hash(data: Data(key.utf8))) }
}

/// What one try is counted by.
struct RateLimits: Sendable {
  /// Keys that count it unless it succeeds.
  var failures: [RateLimitKey] = []
  /// Keys that count it only if it succeeds.
  var successes: [RateLimitKey] = []
  /// Keys that count it in any case.
  var always: [RateLimitKey] = []

  var all: [RateLimitKey] { failures + successes + always }
}
