import Foundation
public import Logging
import StatePages
import TaskStore
import Tasks

extension TaskApp {
  /// Does what a process does once, before anybody waits for it: reads calendars, learns the outlines of templates, opens
  /// connections to the database and prepares what every page asks it.
  public func warmUp(_ logger: Logger) async {
    if case .success(let catalogue) = pages.templates.current() {
      let look = look()
      var pages = Pose.all(of: [ListsScreen.self, TasksScreen.self, CompletedScreen.self, CardScreen.self])
        .filter { $0.stateName == "content" }.map { $0.markup(by: catalogue, for: look) }
      for list in Samples.lists.prefix(2) {
        pages += [
          catalogue.render(PageLayout(.list, name: list.name, account: "", assets: assets.addresses)),
          catalogue.render(ListHead(list: list, late: 1, dueSoon: 1, mode: .using, rename: nil)),
          catalogue.render(AddForm(list: list)),
        ]
      }
      logger.debug("warmed up", metadata: ["pages": "\(pages.count)"])
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await read(logger) } }
    }
  }

  /// Asks what a list's page asks, of nobody's list.
  private func read(_ logger: Logger) async {
    let (list, account) = (ListID(0), AccountID(0))
    let questions: [@Sendable () async throws -> Void] = [
      { _ = try await store.session(digest: Data()) },
      { _ = try await store.listFront(list, for: account, today: look().today) },
      { _ = try await store.openTasks(in: list, for: account, limit: 1) },
      { _ = try await store.completedTasks(in: list, for: account, limit: 1) },
      { _ = try await store.lists(for: account) },
    ]
    for ask in questions {
      do { try await ask() } catch {
        // There is no such list; what else may be wrong is told to whoever asks in earnest.
        logger.trace("warming up", metadata: ["error": "\(error)"])
      }
    }
  }
}
