import Crypto
import StatePages
import TaskStore
import Tasks

/// Whether a visitor's browser or network is known under the name they sign in with.
enum Recognition: Hashable, Sendable {
  /// The name's owner has signed in with this browser.
  case device(KnownDevice)
  /// The name's owner has signed in from this network.
  case network(ClientAddress)
  case none
}

extension Accounts {
  /// Looks up a visitor's browser and network under a name.
  /// - Throws: ``AccountProblem/store(_:)``.
  func recognition(of visitor: Visitor, as name: Username) async throws(AccountProblem) -> Recognition {
    let key = store.deviceKey
    if let device = visitor.devices.first(where: { $0.isKnown(to: name, key: key) }) { return .device(device) }
    guard let address = visitor.client.ip else { return .none }
    do {
      return try await store.hasSignedIn(name, from: address.networkText) ? .network(address.network) : .none
    } catch {
      throw AccountProblem(store: error)
    }
  }
}

extension Visitor {
  /// The rate limits of a sign-in. A try counts against the owner's own limits only if it comes from a browser or network in
  /// which the owner has signed in.
  func limits(signingInAs name: SHA256Digest?, _ recognition: Recognition) -> RateLimits {
    let address = client.ip
    guard let name else { return RateLimits(failures: address.map { [.subscriber($0.subscriber)] } ?? []) }
    switch recognition {
    case .device(let device): return RateLimits(failures: [.device(device)], successes: [.knownSignIns(name)])
    case .network(let network):
      return RateLimits(
        failures: [.nameFrom(name, network: network), .knownNetwork(network)], successes: [.knownSignIns(name)])
    case .none:
      guard let address else { return RateLimits(failures: [.name(name)]) }
      return RateLimits(
        failures: [.name(name), .subscriber(address.subscriber)], successes: [.signIns(network: address.network)])
    }
  }

  func hashingClient(isKnown: Bool) -> HashingClient { HashingClient(isKnown: isKnown, network: client.ip?.network) }

  var signUpLimits: RateLimits {
    guard let address = client.ip else { return RateLimits(always: [.allSignUps]) }
    return RateLimits(
      always: [.signUps(subscriber: address.subscriber), .signUpsFrom(network: address.network), .allSignUps])
  }
}
