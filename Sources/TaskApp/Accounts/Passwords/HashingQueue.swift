import Foundation
import Synchronization

/// Runs long work on threads of its own: so many at once; others wait for their turn, in a bounded number, and all others are
/// turned away.
///
/// Networks take turns (round robin), and none takes the last free slot while it has another one: who asks all the time delays
/// nobody else.
///
/// Not on queues of Dispatch: on Linux these share a few threads, one a core, with all async functions of the process, which
/// would all stand still meanwhile.
final class HashingQueue: Sendable {
  typealias Waiting = CheckedContinuation<Result<Void, PasswordHasher.FailedAction>, Never>

  private let model: Mutex<Model>

  /// - Parameters:
  ///   - slots: how many run at once.
  ///   - queue: how many known clients may wait, and how many unknown ones.
  init(slots: Int, queue: Int) {
    model = Mutex(Model(free: slots, places: queue))
  }

  /// How many wait.
  var waiting: Int { model.withLock { $0.known.count + $0.unknown.count } }

  /// How many run or wait.
  var underWay: Int { model.withLock { $0.count } }

  /// Runs the work once there is a slot for it. Work that has begun is done to its end, though nobody may want it any more:
  /// the slot is taken for as long as the memory is.
  func run<Value: Sendable>(
    for client: HashingClient, _ work: @escaping @Sendable () -> Value
  ) async throws(PasswordHasher.FailedAction) -> Value {
    try await enter(client).get()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Self.yieldToOthers()
        let value = work()
        self.leave(client)
        continuation.resume(returning: value)
      }
    }
  }

  /// Has the system prefer the threads that answer requests. On Linux, each thread has a priority of its own.
  private static func yieldToOthers() {
    #if os(Linux)
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10)
    #endif
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
    /// How many may wait in each line.
    let places: Int
    var known = HashingWaitlist()
    var unknown = HashingWaitlist()
    /// How many hashings of each share run or wait.
    var underWay: [HashingClient.Share: Int] = [:]
    /// How many hashings of each network run.
    private var running: [IPAddress: Int] = [:]
    /// How many run or wait in all.
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

    /// Nil where the client has to wait.
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

    /// Who is to begin now: the lines are served in turn.
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
      let mayRun = { (network: IPAddress?) in Self.mayRun(network, free: free, running) }
      return isKnownNext
        ? known.next(where: mayRun) ?? unknown.next(where: mayRun)
        : unknown.next(where: mayRun) ?? known.next(where: mayRun)
    }

    private mutating func begin(_ client: HashingClient) {
      free -= 1
      if let network = client.network { running[network, default: 0] += 1 }
    }

    private static func mayRun(_ network: IPAddress?, free: Int, _ running: [IPAddress: Int]) -> Bool {
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

/// Clients that wait, network by network: the networks take turns, and each one's clients are served in the order in which they
/// came.
struct HashingWaitlist: Sendable {
  struct Waiter: Sendable {
    let ticket: UInt64
    let client: HashingClient
    let continuation: HashingQueue.Waiting
  }

  /// The networks that wait, whose turn comes first at the front.
  private var turns: [IPAddress?] = []
  private var waiting: [IPAddress?: [Waiter]] = [:]

  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

  mutating func append(_ waiter: Waiter) {
    let network = waiter.client.network
    if waiting[network] == nil { turns.append(network) }
    waiting[network, default: []].append(waiter)
  }

  mutating func next(where mayRun: (IPAddress?) -> Bool) -> Waiter? {
    guard let turn = turns.firstIndex(where: mayRun) else { return nil }
    let network = turns.remove(at: turn)
    guard var waiters = waiting[network], !waiters.isEmpty else { return nil }
    let next = waiters.removeFirst()
    waiting[network] = waiters.isEmpty ? nil : waiters
    // Behind all others that wait.
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
