import Foundation
import Logging
import ServiceLifecycle
import TaskStore

/// Monitors the database file: checks every second that it is in its place, and checks its integrity shortly after startup and
/// then once a day.
struct FileMonitorService: Service {
  let store: TaskStore
  let logger: Logger
  /// The hour of the daily integrity check; nil disables it, except after startup.
  var hour: Int?
  /// The time zone of `hour`.
  var zone = TimeZone.current
  /// The delay of the first integrity check, so that it does not compete with the first requests.
  var delay: Duration = .seconds(10)
  /// The interval between checks of the file's place.
  var pause: Duration = .seconds(1)
  var clock: any Clock<Duration> = ContinuousClock()
  var now: @Sendable () -> Date = { Date() }

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      try await withThrowingTaskGroup { group in
        group.addTask { try await watch() }
        group.addTask { try await checkDaily() }
        try await group.waitForAll()
      }
    }
  }

  // MARK: Location

  private func watch() async throws {
    var told = FileState.inPlace
    while true {
      try await clock.sleep(for: pause)
      let state = await store.lookAtFiles()
      if state != told { log(state) }
      told = state
    }
  }

  private func log(_ state: FileState) {
    switch state {
    case .inPlace: logger.notice("the database is back in its place: writes are taken again")
    case .missing:
      logger.critical(
        "the database or its log was moved or deleted: writes are refused until the same files are back in their place")
    case .replaced:
      logger.critical(
        """
        another file stands in the place of the database: reads and writes are refused. Restart to use that file, or put the \
        other one back
        """)
    }
  }

  // MARK: Integrity

  private func checkDaily() async throws {
    try await clock.sleep(for: delay)
    await check()
    while let wait = waitForNextCheck() {
      try await clock.sleep(for: wait)
      await check()
    }
  }

  private func check() async {
    let began = ContinuousClock.now
    do throws(StoreError) {
      let findings = try await store.quickCheck()
      for finding in findings { log(finding) }
      JobMetrics.count(.check, succeeded: findings.isEmpty)
      let seconds = (ContinuousClock.now - began) / .seconds(1)
      logger.debug("checked the database", metadata: ["findings": "\(findings.count)", "seconds": "\(seconds)"])
    } catch {
      guard let level = MaintenanceService.level(of: error) else { return }
      JobMetrics.count(.check, succeeded: false)
      logger.log(level: level, "the database could not be checked", metadata: ["error": "\(error)"])
    }
  }

  private func log(_ finding: IntegrityProblem) {
    var metadata: Logger.Metadata = ["finding": "\(finding.text)"]
    metadata["code"] = finding.code.map { "\($0)" }
    switch finding.kind {
    case .damage: logger.critical("the database is damaged: restore a backup", metadata: metadata)
    case .contradiction: logger.error("the database contradicts itself", metadata: metadata)
    }
  }

  /// The time until the next daily check.
  func waitForNextCheck() -> Duration? {
    guard let hour else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let now = now()
    let next = calendar.nextDate(
      after: now, matching: DateComponents(hour: hour, minute: 0), matchingPolicy: .nextTime)
    return next.map { .seconds($0.timeIntervalSince(now)) }
  }
}
