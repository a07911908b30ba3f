import StatePages
import Tasks

/// Measures the time that each client's requests have recently taken, and delays its next ones accordingly.
///
/// One leaky bucket per client, and virtual scheduling in place of a queue: a request waits until the time that the client has taken,
/// and that its earlier requests will take, is within its share. Nothing is delayed while only one account uses the server.
struct RequestThrottle {
  /// The sender of a request: an account, or before authentication a network.
  enum Client: Hashable, Sendable {
    case account(AccountID)
    case network(ClientAddress?)
  }

  /// The time that a client may take without delay.
  static let allowance = Duration.milliseconds(250)
  /// The bounds of the charge for a request. The lower one includes the costs of the connection. The upper one keeps a slow disk from
  /// turning every client into a frequent one.
  static let charges = Duration.milliseconds(1)...Duration.milliseconds(50)
  /// The maximum delay for the requests of the past. Those in progress add to it.
  static let longestDebt = Duration.seconds(1)
  /// How long after a request an account counts as one that uses the server. A network does not: an account's own sign-in comes from one.
  static let presence = Duration.seconds(30)

  private struct Bucket {
    var taken = Duration.zero
    var noted: Duration
    /// The number of requests that wait or are in progress.
    var pending = 0
    /// The recent charge for a request.
    var usual = RequestThrottle.charges.lowerBound

    func left(at now: Duration, _ share: Double) -> Duration { max(.zero, taken - (now - noted) * share) }
  }

  /// The share of one processor's time that a client gets while others use the server. The time leaks from a bucket at this rate.
  let share: Double
  private var buckets: [Client: Bucket] = [:]
  /// The account of the latest request, and the latest other account.
  private var last: (client: Client, at: Duration)?
  private var other: (client: Client, at: Duration)?

  init(share: Double) {
    self.share = share
  }

  /// The number of clients with a bucket.
  var count: Int { buckets.count }

  /// The number of requests that a client makes at once with the priority of others.
  static let concurrency = 2

  /// How a request is served.
  struct Service: Hashable {
    /// How long it has to wait; zero if it is not delayed.
    var delay = Duration.zero
    /// Whether it gives way to the requests of other clients.
    var givesWay = false
  }

  /// Begins a request of the client.
  mutating func begin(_ client: Client, at now: Duration) -> Service {
    if buckets.count >= 1_000 {
      buckets = buckets.filter { $0.value.pending > 0 || $0.value.left(at: now, share) > .zero }
    }
    if case .account = client {
      if let last, last.client != client { other = last }
      last = (client, now)
    }
    var bucket = buckets[client] ?? Bucket(noted: now)
    defer {
      bucket.pending += 1
      buckets[client] = bucket
    }
    guard isAnotherPresent(beside: client, at: now) else { return Service() }
    let excess = bucket.left(at: now, share) + bucket.usual * bucket.pending - Self.allowance
    return Service(
      delay: max(.zero, excess / share), givesWay: excess > .zero || bucket.pending >= Self.concurrency)
  }

  /// Ends a request without a charge.
  mutating func refuse(_ client: Client) {
    buckets[client]?.pending -= 1
  }

  /// Ends a request that took the given time.
  mutating func end(_ client: Client, after duration: Duration, at now: Duration) {
    guard var bucket = buckets[client] else { return }
    let charge = min(max(duration, Self.charges.lowerBound), Self.charges.upperBound)
    bucket.taken = min(bucket.left(at: now, share) + charge, Self.allowance + Self.longestDebt * share)
    bucket.noted = now
    bucket.usual = (bucket.usual * 7 + charge) / 8
    bucket.pending -= 1
    buckets[client] = bucket
  }

  /// Whether another account uses the server.
  private func isAnotherPresent(beside client: Client, at now: Duration) -> Bool {
    guard let at = last?.client == client ? other?.at : last?.at else { return false }
    return now - at < Self.presence
  }
}
