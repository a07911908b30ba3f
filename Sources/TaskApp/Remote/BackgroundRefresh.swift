import Foundation
public import Logging
import StateViews
import TaskStore
import Tasks

extension TaskApp {
  /// How often it is looked whether a list is to be fetched that nobody reads.
  static let refreshTick: Duration = .seconds(20)
  /// How many lists are looked at then.
  static let refreshBatch = 50
  /// How many of them are fetched at once: readers find room beside them.
  static let backgroundFetches = 2

  /// Fetches lists from elsewhere though nobody reads them, as often as the settings say, until the task is cancelled. Where they
  /// say never, there is nothing to wait for, and it returns.
  public func keepFresh(_ logger: Logger) async {
    guard settings.freshness.refreshEvery != nil else { return }
    while !Task.isCancelled {
      await refreshDue(logger)
      do { try await Task.sleep(for: Self.refreshTick) } catch { return }
    }
  }

  /// Ends every fetch and begins no more: the process is about to end, and waits for no source.
  public func endRefreshing() {
    refresher.close()
  }

  /// Fetches the lists whose time has come.
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
        // One has to end before another begins.
        if index >= Self.backgroundFetches { await group.next() }
        if Task.isCancelled { return }
        group.addTask { await self.refresh(source, logger) }
      }
    }
  }

  private func refresh(_ due: DueSource, _ logger: Logger) async {
    do throws(StoreError) {
      let source = try await store.source(due.id, for: due.account)
      do throws(Interruption) {
        _ = try await refresher.refresh(KnownSource(source), for: due.account, logger)
      } catch {
        // Cancelled, or logged where it failed.
      }
    } catch {
      logger.debug("a list to fetch is no more", metadata: ["source": "\(due.id)", "error": "\(error)"])
    }
  }
}
