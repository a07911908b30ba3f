import Foundation
import HTTPTypes
import Hummingbird
public import Logging
import StatePages
import TaskStore
import Tasks

extension TaskApp {
  /// Does what a process does once, before anybody waits for it: learns the outlines of templates, makes a page as the app makes
  /// all of them, and prepares what every page asks the database.
  public func warmUp(_ logger: Logger) async {
    learnOutlines()
    do {
      // It is no request of anybody's, and is not told of like one.
      var quiet = logger
      quiet.logLevel = max(logger.logLevel, .warning)
      let trial = try await TrialPage(like: self)
      // From the fourth on it takes no less.
      for _ in 0..<4 {
        let response = try await trial.response(quiet)
        logger.debug("warmed up", metadata: ["status": "\(response.status.code)"])
      }
    } catch {
      logger.warning("a page could not be tried", metadata: ["error": "\(error)"])
    }
    await read(logger)
  }

  /// Prints rows and heads of every shape.
  private func learnOutlines() {
    guard case .success(let catalogue) = pages.templates.current() else { return }
    var look = look()
    look.now = Samples.now
    for row in TaskRowView.rows(Samples.everyRow, news: nil, for: look) { _ = catalogue.render(row) }
    for list in Samples.lists.prefix(2) {
      for (late, dueSoon) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        _ = catalogue.render(ListHead(list: list, late: late, dueSoon: dueSoon, mode: .using, rename: nil))
      }
    }
    for pose in Story.all(of: [ListsScreen.self, CardScreen.self]) where pose.stateName == "content" {
      _ = pose.markup(by: catalogue, for: look)
    }
  }

  /// Asks what a list's page asks, of nobody's list.
  private func read(_ logger: Logger) async {
    let (list, account, look) = (ListID(0), AccountID(0), look())
    let questions: [@Sendable (TaskStore) async throws -> Void] = [
      { store in _ = try await store.session(digest: Data()) },
      { store in _ = try await store.listHeader(list, for: account, today: look.today) },
      { store in _ = try await store.openTasks(in: list, for: account, limit: 1) },
      { store in _ = try await store.openPage(1, of: look.rows, in: list, for: account) },
      { store in _ = try await store.completedPage(1, of: look.rows, in: list, for: account) },
      { store in _ = try await store.listChoices(for: account) },
    ]
    for ask in questions {
      do { try await ask(store) } catch {
        // There is no such list; what else may be wrong is told to whoever asks in earnest.
        logger.trace("warming up", metadata: ["error": "\(error)"])
      }
    }
  }
}
