import Foundation
import HTTPTypes
import Hummingbird
package import Logging
import StatePages
import TaskStore
import Tasks

extension TaskApp {
  /// Does one-time work before the first request: compiles templates, renders a page through the whole app, and prepares the
  /// database statements of every page.
  package func warmUp(_ logger: Logger) async {
    learnOutlines()
    do {
      // Not a client's request, so it is not logged as one.
      var quiet = logger
      quiet.logLevel = max(logger.logLevel, .warning)
      let trial = try await TrialPage(like: self)
      // The time per page stops decreasing after the fourth.
      for _ in 0..<4 {
        let response = try await trial.response(quiet)
        logger.debug("warmed up", metadata: ["status": "\(response.status.code)"])
      }
    } catch {
      logger.warning("a page could not be tried", metadata: ["error": "\(error)"])
    }
    await read(logger)
  }

  /// Renders rows and heads of every shape, so that their templates are compiled.
  private func learnOutlines() {
    guard case .success(let catalogue) = pages.templates.current() else { return }
    var look = look()
    look.now = Samples.now
    for row in TaskRowView.rows(Samples.everyRow, for: look) { _ = catalogue.render(row) }
    for list in Samples.lists.prefix(2) {
      for (late, dueSoon) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        _ = catalogue.render(ListHead(list: list, late: late, dueSoon: dueSoon, mode: .using, rename: nil))
      }
    }
    for story in Story.all(of: [ListsScreen.self, CardScreen.self]) where story.stateName == "content" {
      _ = story.markup(by: catalogue, for: look)
    }
  }

  /// Runs the queries of a list's page, for a list that does not exist.
  private func read(_ logger: Logger) async {
    let (list, account, look) = (ListID(0), AccountID(0), look())
    let questions: [@Sendable (TaskStore) async throws -> Void] = [
      { store in _ = try await store.session(digest: Data()) },
      { store in _ = try await store[account].listHeader(list, now: look.dueNow) },
      { store in _ = try await store[account].openTasks(in: list, limit: 1) },
      { store in _ = try await store[account].openPage(1, of: look.rows, in: list) },
      { store in _ = try await store[account].completedPage(1, of: look.rows, in: list) },
      { store in _ = try await store[account].listChoices() },
    ]
    for ask in questions {
      do { try await ask(store) } catch {
        // Not found is expected; other errors are reported by real requests.
        logger.trace("warming up", metadata: ["error": "\(error)"])
      }
    }
  }
}
