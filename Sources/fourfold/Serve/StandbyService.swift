import Logging
import ServiceLifecycle
import Synchronization
import TaskStore

/// Writes the database for a standby: at the start, then whatever has changed, and at last what the shutdown has written.
///
/// It fails, and so stops the server, when the standby has taken over: further writes would be in no copy.
struct StandbyService: Service {
  let store: TaskStore
  let settings: StandbySettings
  let logger: Logger
  var clock: any Clock<Duration> = ContinuousClock()

  /// A large database takes long to read. It is read for a twentieth of the time at most.
  private static let restFactor = 20
  /// The pause for the largest database.
  private static let longestRest = Duration.seconds(45)

  func run() async throws {
    let shipper = StandbyShipper(store, into: settings.folder)
    store.expectShipments(every: settings.interval)
    let last = LastProblem()
    let takenOver = try? await cancelWhenGracefulShutdown {
      while true {
        let began = ContinuousClock.now
        await ship(shipper, last)
        if let problem = last.current, case .takenOver = problem { return problem }
        let rest = min((ContinuousClock.now - began) * Self.restFactor, Self.longestRest)
        try await clock.sleep(for: max(settings.interval, rest))
      }
    }
    if let takenOver { throw CommandProblem(takenOver.description) }
    // No more writes: the other services have ended.
    await ship(shipper, last)
  }

  /// Ships once. A problem is logged once as long as it lasts.
  private func ship(_ shipper: StandbyShipper, _ last: LastProblem) async {
    do throws(StandbyProblem) {
      switch try await shipper.ship() {
      case .unchanged: break
      case .base(let bytes):
        logger.info(
          "wrote the database for the standby", metadata: ["bytes": "\(bytes)", "folder": "\(settings.folder)"])
      case .changes(let pages): logger.debug("wrote changes for the standby", metadata: ["pages": "\(pages)"])
      }
      if last.replace(by: nil) != nil { logger.notice("the standby gets the changes again") }
    } catch .cancelled {
      return
    } catch {
      if last.replace(by: error) != error {
        logger.log(level: Self.level(of: error), "the standby gets no changes", metadata: ["error": "\(error)"])
      }
    }
  }

  private static func level(of problem: StandbyProblem) -> Logger.Level {
    switch problem {
    case .takenOver, .folderInUse: .critical
    case .noFolder, .unreadable, .unwritable, .strange, .source, .notACopy, .inUse, .followed, .isTakenOver, .empty,
      .changed, .damaged, .opening, .cancelled, .failed:
      .error
    }
  }
}

/// The problem of the last shipment; nil if it succeeded.
private final class LastProblem: Sendable {
  private let problem = Mutex<StandbyProblem?>(nil)

  var current: StandbyProblem? { problem.withLock { $0 } }

  /// Returns the problem before.
  func replace(by new: StandbyProblem?) -> StandbyProblem? {
    problem.withLock { problem in
      defer { problem = new }
      return problem
    }
  }
}
