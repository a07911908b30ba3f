import Synchronization

extension TaskStore {
  /// Makes the index of words know what was written since it was told last. Nothing depends on when: searches see what it does
  /// not know yet, and a thousand tasks at once take it as long as two by themselves.
  /// - Parameter certainly: whether to look even if this process wrote nothing: another one may have.
  public func indexWords(certainly: Bool = false) async throws(StoreError) {
    guard certainly || hasNewWords.exchange(false, ordering: .acquiringAndReleasing) else { return }
    do throws(StoreError) {
      try await write(isIndexing: true) { db, _ in try db.indexChanges() }
    } catch {
      hasNewWords.store(true, ordering: .releasing)
      throw error
    }
  }
}
