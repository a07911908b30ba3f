import Testing

/// Tries a check that depends on time with units of 1, 8 and 64 seconds, for the sake of busy machines. It fails if the last try
/// fails.
func patiently(
  _ at: SourceLocation = #_sourceLocation, _ holds: (_ second: Duration) async throws -> Bool
) async throws {
  for seconds in [1, 8, 64] {
    if try await holds(.seconds(seconds)) { return }
  }
  Issue.record("it did not hold, however much time there was", sourceLocation: at)
}
