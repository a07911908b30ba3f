import Scheduling

extension TaskStore {
  /// Runs a long job step by step, with other writes in between.
  /// - Parameter step: runs one step, and returns whether there may be another one.
  func runSteps(_ step: () async throws(StoreError) -> Bool) async throws(StoreError) {
    var began = ContinuousClock.now
    while try await step() {
      try await giveWay(since: began)
      began = .now
    }
  }

  /// Lets other writes run between two steps of a long job: waits until the writer was idle for a moment, but at most fifty times
  /// as long as the step took. Under constant load, one write in fifty meets a step.
  /// - Parameter began: when the step began.
  private func giveWay(since began: ContinuousClock.Instant) async throws(StoreError) {
    let now = ContinuousClock.now
    let limit = now + min((now - began) * 50, settings.longestPause)
    do {
      var turns: Int
      repeat {
        turns = writeQueue.turns
        try await Task.sleep(for: settings.stepPause)
      } while (writeQueue.turns != turns || writeQueue.isWanted(besides: 0)) && ContinuousClock.now < limit
    } catch {
      throw .cancelled
    }
  }
}
