import GRDB

extension TaskStore {
  /// Checks the whole file and returns the problems; empty if there are none. ``health()`` includes the result.
  ///
  /// Takes seconds for a large database, and blocks neither reads nor writes.
  /// - Throws: why the file could not be checked, such as ``StoreError/cancelled``, which does not indicate a problem of the
  ///   file.
  public func quickCheck() async throws(StoreError) -> [IntegrityProblem] {
    try requireOpen(for: .reading)
    do {
      let findings =
        if let files {
          try await FileCheck.findings(inFile: files.path, Self.configuration(settings))
        } else {
          try await FileCheck.findings(in: database)
        }
      healthState.checked(findings, at: now())
      return findings
    } catch {
      let told = StoreError(error, .reading)
      if told != .cancelled { healthState.failed(.check, at: now()) }
      throw told
    }
  }
}
