import ServiceLifecycle

/// Tells the service manager that the process is alive, if it watches, and that it shuts down. Must be the last of its group, which
/// is shut down first.
struct NotifyService: Service, CustomStringConvertible {
  let manager: ServiceManager

  var description: String { "NotifyService" }

  func run() async throws {
    if let watchdog = manager.watchdog {
      await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
          manager.send(.alive)
          // Half of the time, as sd_watchdog_enabled(3) recommends.
          do { try await Task.sleep(for: watchdog / 2) } catch { break }
        }
      }
    } else {
      do { try await gracefulShutdown() } catch is CancellationError {}
    }
    manager.send(.stopping)
  }
}
