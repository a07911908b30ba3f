import Testing

/// Tries something with clients that have to be in time: first in seconds, then in ever more of them, up to a minute for each, where
/// the machine is too busy for less. It fails where that was not enough either.
func patiently(
  _ at: SourceLocation = #_sourceLocation, _ holds: (_ second: Duration) async throws -> Bool
) async throws {
  for seconds in [1, 8, 64] {
    if try await holds(.seconds(seconds)) { return }
  }
  Issue.record("it did not hold, however much time there was", sourceLocation: at)
}
