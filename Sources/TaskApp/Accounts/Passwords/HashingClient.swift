import StatePages

/// The client of a password hashing. Determines its place in the queue.
struct HashingClient: Hashable, Sendable {
  /// Whether the client is signed in, or uses a browser or network that has signed in under the name before. Known and unknown
  /// clients wait in separate queues, so strangers cannot lock out an owner.
  let isKnown: Bool
  /// The client's network, for round-robin within a queue; nil if there is none.
  let network: ClientAddress?

  /// The operator's console.
  static let console = HashingClient(isKnown: true, network: nil)
}
