/// The recent rendering time of each reader's long pages.
///
/// A leaky bucket: rendering time decays at a constant rate, so only readers of the last seconds are stored.
struct RenderThrottle {
  /// The rendering time that a reader may use before other readers' pages go first.
  static let allowance = Duration.milliseconds(250)
  /// The decay, in seconds of rendering time per second.
  static let leak = 0.05

  private struct Share {
    var taken: Duration
    var noted: Duration

    func left(at now: Duration) -> Duration { max(.zero, taken - (now - noted) * RenderThrottle.leak) }
  }

  private var shares: [String: Share] = [:]

  /// The number of stored readers.
  var count: Int { shares.count }

  /// Whether the reader has used more than the allowance.
  func isFrequent(_ reader: String, at now: Duration) -> Bool {
    shares[reader].map { $0.left(at: now) > Self.allowance } ?? false
  }

  /// Adds the rendering time of a page.
  mutating func add(_ duration: Duration, to reader: String, at now: Duration) {
    if shares.count >= 1_000 { shares = shares.filter { $0.value.left(at: now) > .zero } }
    // Capped, so that one very long page does not count for longer.
    let taken = min((shares[reader]?.left(at: now) ?? .zero) + duration, Self.allowance * 2)
    shares[reader] = Share(taken: taken, noted: now)
  }
}
