import StatePages
import Tasks

/// What a page of the weekly review shows. Its parts are gone through one after the other; each can be left out.
struct ReviewView: Hashable, Sendable {
  enum Part: String, CaseIterable, Sendable {
    case late, waiting, undated, lists, done

    var name: String { "words/review.part-\(rawValue)" }
    var hint: String { "words/review.hint-\(rawValue)" }

    var next: Part? { Self.allCases.drop { $0 != self }.dropFirst().first }
    var previous: Part? { Self.allCases.prefix { $0 != self }.last }
  }

  /// The tag of tasks that wait for another person.
  static let waiting = Tag(stored: "waiting")

  var part = Part.late
  /// The list that is gone through; nil for the first one with open tasks, and in other parts.
  var list: ListID?
  var page = 1
  /// Whose tasks it goes through. Those of a list are all of it.
  var whose = DueOwner.mine

  /// The tasks to go through; nil where there are none.
  var asked: SearchParameters? {
    switch part {
    case .late: SearchParameters(due: .late, order: .date)
    case .waiting: SearchParameters(tag: Self.waiting, order: .list)
    case .undated: SearchParameters(due: .undated, order: .list)
    case .lists: list.map { SearchParameters(list: $0, order: .list) }
    case .done: nil
    }
  }
}

extension AddressPart<ReviewView> {
  static var review: Self {
    AddressPart(.choice("step"), .query("list"), .number("page"), .flag("all")) { part, list, page, all in
      ReviewView(part: part ?? .late, list: part == .lists ? list : nil, page: page, whose: all ? .all : .mine)
    } components: { view in
      (view.part == .late ? nil : view.part, view.list, view.page, view.whose == .all)
    }
  }
}
