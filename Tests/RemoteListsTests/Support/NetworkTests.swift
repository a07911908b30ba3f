import Testing

/// Tests with servers and clocks: one at a time, so that none waits for another, and what is open is theirs.
@Suite(.serialized) enum NetworkTests {}

/// Waits until something is so, for as long as a busy machine may take.
func eventually(
  _ what: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<30_000 {
    if try what() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("It never came to be.", sourceLocation: sourceLocation)
}
