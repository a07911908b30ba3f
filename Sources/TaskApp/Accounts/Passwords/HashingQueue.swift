import Foundation
import StatePages
import Synchronization
import ThreadPriorities

/// A bounded queue that runs blocking work on dedicated threads, with a limit on concurrency. Rejects work when full.
///
/// Networks are served round-robin. None takes the last free slot while it holds another, so a busy network delays no other.
///
/// Dispatch queues are unsuitable: on Linux they share one thread per core with Swift concurrency, and long work would block
/// every async function of the process.
final class HashingQueue: Sendable {
  typealias Waiting = CheckedContinuation<Result<Void, PasswordHasher.FailedAction>, Never>

  private let model: Mutex<Model>

  /// - Parameters:
  ///   - slots: the maximum number of concurrent hashings.
  ///   - queue: the maximum number of waiting known clients, and of waiting unknown ones.
  init(slots: Int, queue: Int) {
    model = Mutex(Model(free: slots, places: queue))
  }

  /// The number of waiting clients.
  var waiting: Int { model.withLock { $0.known.count + $0.unknown.count } }

  /// The number of running and waiting clients.
  var underWay: Int { model.withLock { $0.count } }

  /// Runs the work when a slot is free. Started work is never cancelled: it occupies its memory, and so its slot, until it
  /// returns.
  func run<Value: Sendable>(
    for client: HashingClient, _ work: @escaping @Sendable () -> Value
  ) async throws(PasswordHasher.FailedAction) -> Value {
    try await enter(client).get()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // Not the lowest priority, at which a sign-in takes half a minute while another program uses all cores.
        let value = ThreadPriority.lower.run(work)
        self.leave(client)
        continuation.resume(returning: value)
      }
    }
  }

  private func enter(_ client: HashingClient) async -> Result<Void, PasswordHasher.FailedAction> {
    let ticket = model.withLock { $0.newTicket() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = model.withLock { model -> Result<Void, PasswordHasher.FailedAction>? in
          if Task.isCancelled { return .failure(.cancelled) }
          return model.enter(HashingWaitlist.Waiter(ticket: ticket, client: client, continuation: continuation))
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      model.withLock { $0.withdraw(ticket) }?.resume(returning: .failure(.cancelled))
    }
  }

  private func leave(_ client: HashingClient) {
    for next in model.withLock({ $0.leave(client) }) { next.resume(returning: .success(())) }
  }

  private struct Model: Sendable {
    var free: Int
    /// The maximum number of waiting clients in each queue.
    let places: Int
    var known = HashingWaitlist()
    var unknown = HashingWaitlist()
    /// The number of running and waiting hashings per share.
    var underWay: [HashingClient.Share: Int] = [:]
    /// The number of running hashings per network.
    private var running: [ClientAddress: Int] = [:]
    /// The number of running and waiting hashings.
    var count = 0
    private var isKnownNext = true
    private var newest: UInt64 = 0

    init(free: Int, places: Int) {
      self.free = free
      self.places = places
    }

    mutating func newTicket() -> UInt64 {
      newest += 1
      return newest
    }

    /// Nil if the client has to wait.
    mutating func enter(_ waiter: HashingWaitlist.Waiter) -> Result<Void, PasswordHasher.FailedAction>? {
      let shares = waiter.client.shares
      guard shares.allSatisfy({ underWay[$0, default: 0] < $0.limit }) else { return .failure(.busy) }
      let isFree = free > 0 && Self.mayRun(waiter.client.network, free: free, running)
      guard isFree || (waiter.client.isKnown ? known : unknown).count < places else { return .failure(.busy) }
      for share in shares { underWay[share, default: 0] += 1 }
      count += 1
      if isFree {
        begin(waiter.client)
        return .success(())
      }
      if waiter.client.isKnown { known.append(waiter) } else { unknown.append(waiter) }
      return nil
    }

    /// Returns the clients to start. The queues are served alternately.
    mutating func leave(_ client: HashingClient) -> [Waiting] {
      giveBack(client.shares)
      free += 1
      if let network = client.network { running[network] = running[network].flatMap { $0 > 1 ? $0 - 1 : nil } }
      var begun: [Waiting] = []
      while free > 0, let next = next() {
        begin(next.client)
        isKnownNext = !next.client.isKnown
        begun.append(next.continuation)
      }
      return begun
    }

    private mutating func next() -> HashingWaitlist.Waiter? {
      let (free, running) = (free, running)
      let mayRun = { (network: ClientAddress?) in Self.mayRun(network, free: free, running) }
      return isKnownNext
        ? known.next(where: mayRun) ?? unknown.next(where: mayRun)
        : unknown.next(where: mayRun) ?? known.next(where: mayRun)
    }

    private mutating func begin(_ client: HashingClient) {
      free -= 1
      if let network = client.network { running[network, default: 0] += 1 }
    }

    private static func mayRun(_ network: ClientAddress?, free: Int, _ running: [ClientAddress: Int]) -> Bool {
      guard let network, running[network] != nil else { return true }
      return free > 1
    }

    mutating func withdraw(_ ticket: UInt64) -> Waiting? {
      guard let waiter = known.remove(ticket) ?? unknown.remove(ticket) else { return nil }
      giveBack(waiter.client.shares)
      return waiter.continuation
    }

    private mutating func giveBack(_ shares: [HashingClient.Share]) {
      count -= 1
      for share in shares { underWay[share] = underWay[share].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
  }
}

/// Waiting clients by network: networks are served round-robin, the clients of a network in FIFO order.
struct HashingWaitlist: Sendable {
  struct Waiter: Sendable {
    let ticket: UInt64
    let client: HashingClient
    let continuation: HashingQueue.Waiting
  }

  /// Networks with waiting clients, next to be served first.
  private var turns: [ClientAddress?] = []
  private var waiting: [ClientAddress?: [Waiter]] = [:]

  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

  mutating func append(_ waiter: Waiter) {
    let network = waiter.client.network
    if waiting[network] == nil { turns.append(network) }
    waiting[network, default: []].append(waiter)
  }

  mutating func next(where mayRun: (ClientAddress?) -> Bool) -> Waiter? {
    guard let turn = turns.firstIndex(where: mayRun) else { return nil }
    let network = turns.remove(at: turn)
    guard var waiters = waiting[network], !waiters.isEmpty else { return nil }
    let next = waiters.removeFirst()
    waiting[network] = waiters.isEmpty ? nil : waiters
    // To the end of the round.
    if !waiters.isEmpty { turns.append(network) }
    return next
  }

  mutating func remove(_ ticket: UInt64) -> Waiter? {
    for (network, waiters) in waiting {
      guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { continue }
      var rest = waiters
      let waiter = rest.remove(at: index)
      waiting[network] = rest.isEmpty ? nil : rest
      if rest.isEmpty { turns.removeAll { $0 == network } }
      return waiter
    }
    return nil
  }
}
