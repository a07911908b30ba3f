import Scheduling
import Synchronization

extension TaskStore {
  /// Brings the search index up to date, batch by batch, with other writes in between. It may run at any time, because searches
  /// also scan tasks that are not indexed yet.
  /// - Parameter certainly: whether to check even if this process wrote nothing, since another process may have.
  public func indexWords(certainly: Bool = false) async throws(StoreError) {
    guard certainly || hasNewWords.exchange(false, ordering: .acquiringAndReleasing) else { return }
    do throws(StoreError) {
      try await runSteps { () async throws(StoreError) in try await indexBatch() }
    } catch {
      hasNewWords.store(true, ordering: .releasing)
      throw error
    }
  }

  /// Indexes one batch. Returns whether there was anything to do.
  private func indexBatch() async throws(StoreError) -> Bool {
    let last = lastIndexed.load(ordering: .relaxed)
    let (isMore, reached) = try await write(isIndexing: true) { [writeQueue] db, _ in
      var account = last
      return (try db.indexBatch(after: &account) { writeQueue.isWanted(besides: 0) }, account)
    }
    lastIndexed.store(reached, ordering: .relaxed)
    return isMore
  }
}
