import Foundation
package import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

extension TaskApp {
  /// The interval between checks for due sources.
  static let refreshTick: Duration = .seconds(20)
  /// The maximum number of sources per check.
  static let refreshBatch = 50
  /// The maximum number of concurrent background fetches. It is below ``Refresher/slots``, so readers get permits too.
  static let backgroundFetches = 2

  /// Refreshes remote lists in the background at the configured interval, until the task is cancelled. Returns immediately if
  /// background refresh is disabled.
  package func keepFresh(_ logger: Logger) async {
    guard settings.freshness.refreshEvery != nil else { return }
    while !Task.isCancelled {
      await refreshDue(logger)
      do { try await Task.sleep(for: Self.refreshTick) } catch { return }
    }
  }

  /// Cancels all fetches and starts no more. Called at shutdown, so the process waits for no source.
  package func endRefreshing() { refresher.close() }

  /// Fetches all sources that are due.
  func refreshDue(_ logger: Logger) async {
    let due: [DueSource]
    do {
      due = try await store.dueSources(at: now(), limit: Self.refreshBatch)
    } catch {
      logger.warning("lists to fetch could not be looked up", metadata: ["error": "\(error)"])
      return
    }
    await withTaskGroup(of: Void.self) { group in
      for (index, source) in due.enumerated() {
        // Limits concurrency: one fetch must end before the next starts.
        if index >= Self.backgroundFetches { await group.next() }
        if Task.isCancelled { return }
        group.addTask { await self.refresh(source, logger) }
      }
    }
  }

  private func refresh(_ due: DueSource, _ logger: Logger) async {
    do throws(StoreError) {
      let source = try await store[due.account].source(due.id)
      do throws(Interruption) {
        _ = try await refresher.refresh(
          source, for: due.account, in: TimeZone(identifier: due.zone ?? look().timeZone) ?? .gmt, logger)
      } catch {
        // A source that fails was logged where it was fetched.
        guard case .failed(let failure) = error, let cause = failure.cause else { return }
        logger.warning("a list could not be fetched", metadata: ["source": "\(due.id)", "cause": "\(cause)"])
      }
    } catch {
      logger.debug("a list to fetch is no more", metadata: ["source": "\(due.id)", "error": "\(error)"])
    }
  }
}
