import GRDB

extension TaskStore {
  /// Reads the whole file and tells what is wrong with it; empty when all is well. ``health()`` remembers what it found.
  ///
  /// Takes seconds where there is much, and keeps neither reads nor writes waiting.
  /// - Throws: why the file could not be checked, such as ``StoreError/cancelled``. That says nothing about the file.
  public func quickCheck() async throws(StoreError) -> [IntegrityProblem] {
    try requireOpen(for: .reading)
    do {
      let findings =
        if let files {
          try await FileCheck().findings(inFile: files.path, Self.configuration(settings))
        } else {
          try await FileCheck.findings(in: database)
        }
      healthState.checked(findings)
      return findings
    } catch {
      throw StoreError(error, .reading)
    }
  }
}
