/// How long each reader's long pages have taken to render lately.
///
/// What was taken is forgotten at a constant rate (a leaky bucket), so only readers are remembered that have taken something in the
/// last seconds.
struct RenderThrottle {
  /// How much a reader may have taken before its pages give way to all others.
  static let allowance = Duration.milliseconds(250)
  /// How much of a second's rendering is forgotten in a second.
  static let leak = 0.05

  private struct Share {
    var taken: Duration
    var noted: Duration

    func left(at now: Duration) -> Duration { max(.zero, taken - (now - noted) * RenderThrottle.leak) }
  }

  private var shares: [String: Share] = [:]

  /// How many readers are remembered.
  var count: Int { shares.count }

  /// Whether the reader has taken more than the allowance.
  func isFrequent(_ reader: String, at now: Duration) -> Bool {
    shares[reader].map { $0.left(at: now) > Self.allowance } ?? false
  }

  /// Notes what a page has taken.
  mutating func add(_ duration: Duration, to reader: String, at now: Duration) {
    if shares.count >= 1_000 { shares = shares.filter { $0.value.left(at: now) > .zero } }
    // What one page takes beyond the limit does not hold the reader back for longer.
    let taken = min((shares[reader]?.left(at: now) ?? .zero) + duration, Self.allowance * 2)
    shares[reader] = Share(taken: taken, noted: now)
  }
}
