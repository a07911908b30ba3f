import Foundation
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// Cancelling a response can race with a progress report: the report resumes the response's task, which waits for the cancelling
/// task.
///
/// Both run on threads of their own, so that a deadlock does not block the threads that run all tests.
@Suite(.timeLimit(.minutes(20))) struct LeavingInMidReportTests {
  @Test func `cancelling a response while its regions report progress never deadlocks`() async throws {
    let asking = try OnePageApp(patience: Pages.Patience(grace: .zero, minimum: .zero))
    for round in 0..<600 {
      let regions = [HeldContent<[Note]>(), HeldContent<[Note]>()]
      let answer = Task {
        await asking.whole(.notes { for (number, slow) in regions.enumerated() { Region.notes("\(number)", slow) } })
      }
      for slow in regions { await slow.begun.reaches(1) }
      let (told, over) = (Tally(), Tally())
      for slow in regions {
        Thread.detachNewThread {
          for step in 0..<100 {
            slow.progress(Reason("step-\(step)"))
            told.increment()
          }
          over.increment()
        }
      }
      Thread.detachNewThread {
        while told.count < round % 200 {}
        answer.cancel()
        over.increment()
      }
      let isOver = try await reaches(3, over, within: .seconds(600))
      try #require(isOver, "they wait for each other")
      #expect(await answer.value.status == .serviceUnavailable)
    }
  }

  private func reaches(_ count: Int, _ tally: Tally, within time: Duration) async throws -> Bool {
    let end = ContinuousClock.now + time
    while tally.count < count {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(1))
    }
    return true
  }
}
