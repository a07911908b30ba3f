import StatePages
import Tasks

/// The distance of a row from the top of the window. The page after a press on the row scrolls to it, so that the row stays where it was
/// seen, as scroll anchoring does within a page (CSS Scroll Anchoring Module).
///
/// Browsers send the coordinates of a click on an image button, relative to the button (HTML, section 4.10.5.1.19). A transparent one
/// lies over each button of a row, as large as the window and clipped to that button, so the height sent is that in the window.
struct RowAnchor: Hashable, Sendable {
  let task: TaskID
  /// The distance in CSS pixels of the middle of the row's first line, greater than zero: a key press sends zero.
  let top: Int

  /// The anchor of a task's row; nil for a distance that no window has.
  init?(_ task: TaskID, top: Int) {
    guard (1...16_000).contains(top) else { return nil }
    self.task = task
    self.top = top
  }
}

extension RowAnchor: LosslessStringConvertible {
  /// The value in an address, such as `17-407`.
  var description: String { "\(task)-\(top)" }

  init?(_ description: String) {
    guard description.utf8.count <= 40 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let task = TaskID(parts[0]), let top = Int(parts[1]) else { return nil }
    self.init(task, top: top)
  }
}

/// A place on a page with rows of tasks.
protocol RowPlace {
  static func anchor(_ anchor: RowAnchor) -> Self
  /// The row that keeps its distance from the top of the window.
  var rowAnchor: RowAnchor? { get }
}

extension TodayPlace: RowPlace {
  var rowAnchor: RowAnchor? { if case .anchor(let anchor) = self { anchor } else { nil } }
}

extension ListPlace: RowPlace {
  var rowAnchor: RowAnchor? { if case .anchor(let anchor) = self { anchor } else { nil } }
}

extension TaskPlace: RowPlace {
  var rowAnchor: RowAnchor? { if case .anchor(let anchor) = self { anchor } else { nil } }
}

extension SearchPlace: RowPlace {
  var rowAnchor: RowAnchor? { if case .anchor(let anchor) = self { anchor } else { nil } }
}

extension AddressPart {
  /// A place on a page. A row that keeps its distance from the top of the window is in the query as well, because the page prints the
  /// element that the fragment points to.
  static func place<Place: RowPlace>(_ fragment: AddressPart<Place?>) -> AddressPart where Value == Place? {
    AddressPart(.query("at"), fragment) { (at: RowAnchor?, place: Place?) in
      .some(at.map(Place.anchor) ?? place)
    } pieces: { place in
      (place?.rowAnchor, place)
    }
  }
}

extension TaskFlow.Step {
  /// The same step with its row at a distance from the top of the window; without a distance, it is in the middle.
  func holdingRow(at top: Int?) -> Self {
    func anchor(_ task: TaskID) -> RowAnchor? { top.flatMap { RowAnchor(task, top: $0) } }
    switch self {
    case .today(.row(let task)?, let pages, let selecting, let did):
      return anchor(task).map { .today(at: .anchor($0), pages: pages, selecting: selecting, did: did) } ?? self
    case .list(let list, let mode, .row(let task)?, let rows, let did):
      return anchor(task).map { .list(list, mode, at: .anchor($0), rows: rows, did: did) } ?? self
    case .task(let parent, .row(let task)?, let page, let did):
      return anchor(task).map { .task(parent, at: .anchor($0), page: page, did: did) } ?? self
    case .search(let asked, let selecting, .row(let task)?, let did):
      return anchor(task).map { .search(asked, selecting: selecting, at: .anchor($0), did: did) } ?? self
    case .home, .today, .overview, .list, .history, .task, .destinations, .search, .review, .tags, .trash, .settings,
      .activity, .export, .feeds, .server, .savedDraft, .follow, .importing:
      return self
    }
  }

  /// The row that keeps its distance from the top of the window.
  var rowAnchor: RowAnchor? {
    switch self {
    case .today(let place, _, _, _): place?.rowAnchor
    case .list(_, _, let place, _, _): place?.rowAnchor
    case .task(_, let place, _, _): place?.rowAnchor
    case .search(_, _, let place, _): place?.rowAnchor
    case .home, .overview, .history, .destinations, .review, .tags, .trash, .settings, .activity, .export,
      .feeds, .server, .savedDraft, .follow, .importing:
      nil
    }
  }
}
