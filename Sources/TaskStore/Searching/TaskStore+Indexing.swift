import Synchronization

extension TaskStore {
  /// Makes the index of words know what was written since it was told last, batch by batch, and lets people write
  /// between two batches. Nothing depends on when: searches see what it does not know yet.
  /// - Parameter certainly: whether to look even if this process wrote nothing: another one may have.
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

  /// Whether there was anything to do.
  private func indexBatch() async throws(StoreError) -> Bool {
    let last = lastIndexed.load(ordering: .relaxed)
    let (isMore, reached) = try await write(isIndexing: true) { db, _ in
      var account = last
      return (try db.indexBatch(after: &account), account)
    }
    lastIndexed.store(reached, ordering: .relaxed)
    return isMore
  }

  /// Lets people write between two steps of a long job: until none of them has for a moment, but at most for fifty times as long as the
  /// step took. So of a crowd that writes all the time, one write in fifty meets a step.
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
