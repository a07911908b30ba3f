import Testing

/// Tests with servers and clocks. They run one at a time, so that none delays another and each can count its open descriptors.
@Suite(.serialized) enum NetworkTests {}

/// Waits until a condition holds, for as long as a busy machine may need.
func eventually(
  _ what: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<30_000 {
    if try what() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("It never came to be.", sourceLocation: sourceLocation)
}
