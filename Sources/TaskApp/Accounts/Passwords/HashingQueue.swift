import Scheduling
import StatePages
import Tasks

/// Runs password hashings on threads of their own, a few at a time, and refuses those for which there is no room.
///
/// Known clients and unknown ones have a queue each, so strangers can't lock out an owner. In a queue, networks take turns.
///
/// Dispatch queues are unsuitable: on Linux they share one thread per core with Swift concurrency, and long work would block
/// every async function of the process.
final class HashingQueue: Sendable {
  private let known, unknown: FairQueue<ClientAddress?>
  private let places: Int

  /// - Parameters:
  ///   - slots: the maximum number of concurrent hashings of known clients, and of unknown ones.
  ///   - queue: the maximum number of waiting known clients, and of waiting unknown ones.
  init(slots: Int, queue: Int) { (known, unknown, places) = (FairQueue(slots), FairQueue(slots), queue) }

  var waiting: Int { known.load.waiting + unknown.load.waiting }

  var underWay: Int { known.load.running + unknown.load.running + waiting }

  /// Runs the work when a slot is free. Started work is never cancelled: it occupies its memory, and so its slot, until it
  /// returns.
  func run<Value: Sendable>(
    for client: HashingClient, _ work: @escaping @Sendable () -> Value
  ) async throws(HashingRefusal) -> Value {
    if Task.isCancelled { throw .cancelled }
    let queue = client.isKnown ? known : unknown
    if !queue.beginNow(client.network) {
      guard queue.load.waiting < places else { throw .busy }
      guard await queue.begin(client.network) else { throw .cancelled }
    }
    return await BackgroundThread.run {
      defer { queue.end(client.network) }
      return work()
    }
  }
}

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
