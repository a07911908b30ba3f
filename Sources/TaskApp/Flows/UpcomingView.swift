import StatePages
import Tasks

struct UpcomingView: Hashable, Sendable {
  /// The days that it shows.
  enum Span: Hashable, Sendable {
    /// Two weeks from a day on; nil for today.
    case weeks(from: Day? = nil)
    /// Five weeks from that of a day on; nil for today's.
    case month(from: Day? = nil)
    case day(Day)
  }

  var span = Span.weeks()
  /// Only the tasks of this list.
  var list: ListID?
  /// Only the tasks with this tag.
  var tag: Tag?
  var mode = ArrangingMode<TaskID>.using
  var page = 1
  var whose = DueOwner.mine

  /// The view with a change, at its first page.
  func with(_ change: (inout Self) -> Void) -> Self {
    var view = self
    view.page = 1
    change(&view)
    return view
  }
}

extension AddressPart<UpcomingView> {
  static var upcoming: Self {
    AddressPart(.span, .flag("all"), .query("list"), .query("tag"), .arranging(), .number("page")) {
      UpcomingView(span: $0, list: $2, tag: $3, mode: $4, page: $5, whose: $1 ? .all : .mine)
    } components: {
      ($0.span, $0.whose == .all, $0.list, $0.tag, $0.mode, $0.page)
    }
  }
}

extension AddressPart<UpcomingView.Span> {
  private enum Name: String {
    case month
  }

  fileprivate static var span: Self {
    AddressPart(.choice("view"), .query("day"), .query("from")) { (name: Name?, day: Day?, from: Day?) in
      if name == .month { return .month(from: from) }
      return day.map { .day($0) } ?? .weeks(from: from)
    } components: { span in
      switch span {
      case .weeks(let from): (nil, nil, from)
      case .month(let from): (.month, nil, from)
      case .day(let day): (nil, day, nil)
      }
    }
  }
}
