import Crypto
import StatePages
import Tasks

/// A key by which tries are counted, with its limit.
///
/// Names are stored as digests, which have a fixed size and are not readable.
enum RateLimitKey: Hashable, Sendable {
  /// Wrong passwords for a name, existing or not, from browsers and networks unknown to it.
  case name(SHA256Digest)
  /// Wrong passwords for a name from a network from which its owner has signed in.
  case nameFrom(SHA256Digest, network: ClientAddress)
  /// Wrong passwords from a browser in which the name's owner has signed in.
  case device(KnownDevice)
  /// Wrong passwords from one subscriber, for any name.
  case subscriber(ClientAddress)
  /// Wrong passwords from one network, for all names that have signed in from it.
  case knownNetwork(ClientAddress)
  /// Correct passwords from one network.
  case signIns(network: ClientAddress)
  /// Correct passwords for a name, from browsers and networks known to it.
  case knownSignIns(SHA256Digest)
  /// Accounts created by one subscriber, from one network, and in total.
  case signUps(subscriber: ClientAddress), signUpsFrom(network: ClientAddress), allSignUps
  /// Wrong passwords of a signed-in user. Independent of failed tries to sign in.
  case change(AccountID)
  /// Wrong app passwords from one subscriber, and for a name. Independent of sign-ins.
  case appPasswords(ClientAddress), appPasswordsOf(SHA256Digest)
  /// Requests for calendar feeds by one subscriber, known or not.
  case feeds(ClientAddress)
  /// Requests for one calendar feed.
  case feed(FeedID)

  var allowance: Allowance {
    switch self {
    case .name, .nameFrom, .device, .subscriber, .change, .signUps, .appPasswords, .appPasswordsOf:
      Allowance(tries: 10, window: .seconds(180))
    case .knownNetwork: Allowance(tries: 30, window: .seconds(180))
    case .feeds: Allowance(tries: 300, window: .seconds(180))
    case .feed: Allowance(tries: 60, window: .seconds(180))
    case .signIns, .knownSignIns: Allowance(tries: 60, window: .seconds(180))
    case .signUpsFrom: Allowance(tries: 40, window: .seconds(3600))
    case .allSignUps: Allowance(tries: 200, window: .seconds(3600))
    }
  }

  /// Whether success clears the key. True for keys of a name or account: success proves ownership. For a network only the
  /// successful try is removed; otherwise an attacker could reset the count by signing in to an account of their own.
  var isClearedBySuccess: Bool {
    switch self {
    case .name, .nameFrom, .device, .change: true
    case .subscriber, .knownNetwork, .signIns, .knownSignIns, .signUps, .signUpsFrom, .allSignUps, .feeds, .feed,
      .appPasswords, .appPasswordsOf:
      false
    }
  }
}

/// The keys by which one try is counted.
struct RateLimits: Sendable {
  /// Keys that count the try unless it succeeds.
  var failures: [RateLimitKey] = []
  /// Keys that count the try only if it succeeds.
  var successes: [RateLimitKey] = []
  /// Keys that count the try in any case.
  var always: [RateLimitKey] = []

  var all: [RateLimitKey] { failures + successes + always }
}
