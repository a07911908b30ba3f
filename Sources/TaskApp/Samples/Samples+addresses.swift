import StatePages
import StateViews
import Tasks

/// The addresses in samples, of views that get them from their page.
extension Samples {
  static func address(of intent: TaskIntent) -> String { TaskFlow().intents(at: .overview()).address(of: intent).text }

  static func address(of intent: FollowIntent) -> String {
    TaskFlow().intents(at: .follow(.preview(sourceID))).address(of: intent).text
  }

  static func from(_ intent: TaskIntent) -> String { TaskFlow().next(for: intent, at: .overview()).from }

  static func from(_ pages: TodayPages) -> String { TaskStep.today(pages: pages).from }

  static func from(_ view: UpcomingView) -> String { TaskStep.upcoming(view).from }

  static func from(_ asked: SearchParameters, isSelecting: Bool) -> String {
    TaskStep.search(asked, selecting: isSelecting).from
  }

  /// The page of a list with a row at its place.
  static func from(_ list: ListID, at anchor: RowAnchor) -> String { TaskStep.list(list, at: .anchor(anchor)).text }
}
