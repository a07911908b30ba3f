/// Decides whether a thread uses idle processors only, by the processor time that it gets.
struct IdlePolicy: Hashable, Sendable {
  /// How often the time is noted.
  static let interval = Duration.milliseconds(250)
  /// The number of intervals without `SCHED_IDLE` after one with less than a tenth of a processor.
  static let respite = 8

  /// The number of intervals until the thread uses idle processors only.
  private var remaining = 0

  /// Whether the thread uses idle processors only.
  var isIdle: Bool { remaining == 0 }

  /// Notes the processor time that the thread got in an interval.
  mutating func note(_ time: Duration) {
    if remaining > 0 {
      remaining -= 1
    } else if time * 10 < Self.interval {
      remaining = Self.respite
    }
  }
}
