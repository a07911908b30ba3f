import StatePages
import StateViews
import TaskStore
import Tasks

/// Replaces a page that cannot be shown. It is always failed.
enum ProblemScreen: Screen {
  typealias Content = Never
  typealias View = NoCaption

  static let name: ViewName = "problem"

  /// Every failure that can end a request before its page exists.
  static let failures =
    Failure.Kind.allCases.map { Failure($0, request: "7f3a-91") }
    + [
      Failure(.gone, Samples.gone),
      Failure(.notFound, "unknown-address"),
      Failure(.notFound, "preview-gone"),
      Failure(.notFound, "invitation-gone"),
      Failure(.notFound, "page-gone"), Failure(.notFound, "answer-gone"), Failure(.gone, "answered"),
      .importGone,
      Failure(.invalid, "wrong-method"),
      Failure(.invalid, "wrong-type"),
      Failure(.invalid, "form-unreadable"),
      Failure(.invalid, "form-too-large"),
      RequestProblem.cutOff.failure,
      Failure(.invalid, Reason("too-many-tasks", ["count": .number(10_000)])),
      Failure(.invalid, Reason("too-many-lists", ["count": .number(500)])),
      Failure(.invalid, Reason("too-many-filters", ["count": .number(20)])),
      Failure(store: .limit(.quota(.bytes, 100_000_000))),
      Failure(store: .limit(.quota(.tasks, 100_000))),
      Failure(store: .limit(.quota(.lists, 1_000))),
      Failure(store: .limit(.quota(.sources, 100))),
      Failure(store: .limit(.quotaOfOwner(.tasks))),
      Failure(.forbidden, "forgery"),
      Failure(.forbidden, "missing-host"),
      Failure(.forbidden, "unknown-host"),
      Failure(.forbidden, "sign-up-closed"),
      .takenByAnother,
      Failure(store: .forbidden(.followed)),
      Failure(store: .forbidden(.inbox)),
      Failure(store: .forbidden(.lacking(.write))),
      Failure(store: .forbidden(.lacking(.share))),
      Failure(store: .conflict(.member)),
      Failure(store: .conflict(.noMember(Samples.listID(2), name: nil))),
      Failure(store: .conflict(.lastOwner(Samples.listID(2)))),
      Failure(.conflict, .changedSince(list: Samples.listID(2), task: Samples.taskID(11))),
      Failure(.conflict, .notUndoable),
      Failure(.conflict, "nothing-to-keep"),
      Failure.tooManyRequests(wait: .seconds(6)),
    ] + Failure.readingStore + Failure.writingStore
}

extension Page {
  /// The page for a failure of the whole request.
  /// - Parameters:
  ///   - retry: the form of the retry button, shown if a retry can help.
  ///   - unsent: the typed text of a form that was rejected.
  static func problem(
    _ failure: Failure, _ layout: PageLayout, for look: DisplaySettings, retry: FormAction? = nil,
    unsent: UnsavedForm? = nil
  ) -> Page {
    Page(layout, for: look) {
      Region<ProblemScreen>("page", Loader(failed: failure), retry: retry, placement: .page)
      if let unsent { PagePart.piece("unsent", unsent) }
    }
  }
}
