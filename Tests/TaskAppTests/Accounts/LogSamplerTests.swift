import Logging
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp

struct LogSamplerTests {
  @Test func `the first few lines are logged, and the number of the others at the end of the interval`()
    async throws
  {
    let (clock, log) = (ManualClock(), RecordedLog())
    let sampler = LogSampler(lines: 3, interval: .seconds(60), clock: clock)
    let logger = log.logger(from: .trace)
    for number in 0..<1_000 { sampler.log("refused", logger) { logger.notice("refused \(number)") } }
    sampler.log("other", logger) { logger.notice("other 0") }
    #expect(
      log.texts == ["refused 0", "refused 1", "refused 2", "other 0"])
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(60))
    try await eventually { log.texts.count == 5 }
    #expect(log.texts.last == "refused count=997 reason=many more seconds=60")
    // A new interval begins with the next event.
    try await eventually {
      sampler.log("refused", logger) { logger.notice("refused again") }
      return log.texts.contains { $0.hasPrefix("refused again") }
    }
  }
}
