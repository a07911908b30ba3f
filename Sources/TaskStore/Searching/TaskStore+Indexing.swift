import Synchronization

extension TaskStore {
  /// Makes the index of words know what was written since it was told last, batch by batch. Between two batches it lets people
  /// write: first those who wait, then anybody for as long as ``Settings/stepPause``. Nothing depends on when: searches see
  /// what it does not know yet.
  /// - Parameter certainly: whether to look even if this process wrote nothing: another one may have.
  public func indexWords(certainly: Bool = false) async throws(StoreError) {
    guard certainly || hasNewWords.exchange(false, ordering: .acquiringAndReleasing) else { return }
    do throws(StoreError) {
      while try await indexBatch() { try await giveWay() }
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

  /// Lets others write between two steps of a long job.
  func giveWay() async throws(StoreError) {
    do {
      try await Task.sleep(for: settings.stepPause)
      // A crowd that never ends holds a job back, but does not stop it.
      for _ in 0..<50 where !writeQueue.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    } catch {
      throw .cancelled
    }
  }
}
