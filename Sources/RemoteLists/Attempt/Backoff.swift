/// How long to wait before another attempt: longer each time, and never the same, or all who failed together come back together.
struct Backoff: Sendable {
  /// The longest wait before the second attempt; it doubles with each further one.
  var first: Duration = .milliseconds(400)

  /// - Parameters:
  ///   - attempt: the attempt to wait for, from 2.
  ///   - chance: from 0 to 1.
  func pause(before attempt: Int, chance: Double = .random(in: 0...1)) -> Duration {
    let longest = first * (1 << min(max(attempt - 2, 0), 16))
    return longest * (0.5 + chance / 2)
  }
}
