/// Exponential backoff with jitter, so that requests that failed together do not all retry at the same time.
struct Backoff: Sendable {
  /// The longest delay before the second attempt; it doubles with each further attempt.
  var first: Duration = .milliseconds(400)

  /// The delay before an attempt.
  /// - Parameters:
  ///   - attempt: the number of the next attempt, from 2.
  ///   - chance: the jitter, from 0 (half of the longest delay) to 1 (all of it).
  func pause(before attempt: Int, chance: Double = .random(in: 0...1)) -> Duration {
    let longest = first * (1 << min(max(attempt - 2, 0), 16))
    return longest * (0.5 + chance / 2)
  }
}
