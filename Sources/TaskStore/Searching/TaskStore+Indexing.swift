import Synchronization

extension TaskStore {
  /// Brings the search index up to date, batch by batch, with other writes in between. It may run at any time, because searches
  /// also scan tasks that are not indexed yet.
  /// - Parameter certainly: whether to check even if this process wrote nothing, since another process may have.
  public func indexWords(certainly: Bool = false) async throws(StoreError) {
    guard certainly || hasNewWords.exchange(false, ordering: .acquiringAndReleasing) else { return }
    do throws(StoreError) {
      var began = ContinuousClock.now
      while try await indexBatch() {
        try await giveWay(since: began)
        began = .now
      }
    } catch {
      hasNewWords.store(true, ordering: .releasing)
      throw error
    }
  }

  /// Indexes one batch. Returns whether there was anything to do.
  private func indexBatch() async throws(StoreError) -> Bool {
    let last = lastIndexed.load(ordering: .relaxed)
    let (isMore, reached) = try await write(isIndexing: true) { db, _ in
      var account = last
      return (try db.indexBatch(after: &account), account)
    }
    lastIndexed.store(reached, ordering: .relaxed)
    return isMore
  }

  /// Lets other writes run between two steps of a long job: waits until the writer was idle for a moment, but at most fifty times
  /// as long as the step took. Under constant load, one write in fifty meets a step.
  /// - Parameter began: when the step began.
  func giveWay(since began: ContinuousClock.Instant) async throws(StoreError) {
    let now = ContinuousClock.now
    let limit = now + min((now - began) * 50, settings.longestPause)
    do {
      var turns: Int
      repeat {
        turns = writeQueue.turns
        try await Task.sleep(for: settings.stepPause)
      } while (writeQueue.turns != turns || !writeQueue.isIdle) && ContinuousClock.now < limit
    } catch {
      throw .cancelled
    }
  }
}
