import Testing

/// Waits until a condition holds that background work makes true; gives up after two minutes.
func eventually(
  _ holds: () async throws -> Bool, _ location: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<12_000 {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("that never happened", sourceLocation: location)
}
