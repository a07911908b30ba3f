import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// What was completed on each day of the past weeks, what is open and late in each list, and what was put off most often.
enum ReviewScreen: Screen {
  static let name: ViewName = "review"
  static let emptyReasons = [Reason.nothingYet]
  /// The number of weeks, the current one included.
  static let weeks = 8

  /// The days of the weeks, as the reader's calendar has them.
  static func days(for look: DisplaySettings) -> [Day] {
    let week = DayPrinter(look).week.map(\.weekday)
    let first = look.today.adding(days: -(week.firstIndex(of: look.today.weekday) ?? 0) - 7 * (weeks - 1))
    return (0..<7 * weeks).map { first.adding(days: $0) }
  }

  struct Content: ListContent, Sendable {
    let review: Review
    let days: [Day]

    var total: Int { review.completed.reduce(0, +) }
    var count: Int { total + review.lists.count + review.postponed.count }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "total": .number { $0.content.total },
      "none": .flag { $0.content.total == 0 },
      "cut": .flag(\.content.review.isCut),
      "weekCount": .number { _ in ReviewScreen.weeks },
      "most": .numeral { $0.chart.most },
      "chartHeight": .text { _ in String(ReviewChart.height) },
      "chartWidth": .text { String($0.chart.width) },
      "barWidth": .text { _ in String(ReviewChart.bar) },
      "bars": .rows(\.chart.bars), "weekdays": .rows(\.weekdays), "weeks": .rows(\.weeks),
      "hasLists": .flag { !$0.lists.isEmpty },
      "lists": .rows(\.lists),
      "hasPostponed": .flag { !$0.postponed.isEmpty },
      "postponed": .rows(\.postponed),
      "undoDays": .number { _ in Limits.undoDays },
    ]
    let content: Content
    let chart: ReviewChart
    let weekdays: [Weekday]
    let weeks: [Week]
    let lists: [ListRow]
    let postponed: [PostponedRow]
  }

  /// A column of the table.
  struct Weekday: TemplateView {
    static let fields: [String: Field<Weekday>] = ["name": .text(\.name)]
    let name: String
  }

  struct Week: TemplateView {
    static let fields: [String: Field<Week>] = [
      "day": .text(\.day), "cells": .rows(\.cells), "total": .number(\.total),
    ]
    /// The first day of the week.
    let day: String
    let cells: [Cell]
    let total: Int

    struct Cell: TemplateView {
      static let fields: [String: Field<Cell>] = ["count": .number(\.count)]
      /// Nil for days that are still to come.
      let count: Int?
    }
  }

  struct ListRow: TemplateView {
    static let fields: [String: Field<ListRow>] = [
      "name": .text { ShortText.of($0.list.name) },
      "href": .link { .openList($0.list.id) },
      "open": .number { $0.list.open },
      "late": .number(upTo: Limits.countedMatches - 1, \.list.late.ifAny),
      "lateHref": .link { .search(SearchParameters(list: $0.list.id, due: .late)) },
    ]
    let list: Review.List
  }

  struct PostponedRow: TemplateView {
    static let fields: [String: Field<PostponedRow>] = [
      "title": .text(\.task.title),
      "href": .link { .openTask($0.task.id) },
      "listName": .text { ShortText.of($0.task.listName) },
      "times": .number { $0.task.times },
      "due": .view(\.due),
    ]
    let task: Review.Postponed
    let due: DueView?
  }

  static func view(of content: Content, for look: DisplaySettings) -> View {
    let printer = DayPrinter(look)
    let (review, today) = (content.review, look.today)
    let weeks = stride(from: 0, to: content.days.count, by: 7).map { start in
      let days = start..<min(start + 7, content.days.count)
      return Week(
        day: printer.date(content.days[start]),
        cells: days.map { index in
          Week.Cell(count: content.days[index] > today ? nil : review.completed[index])
        }, total: review.completed[days].reduce(0, +))
    }
    return View(
      content: content,
      chart: ReviewChart(review.completed, labels: content.days.map { (printer.weekday($0), printer.date($0)) }),
      weekdays: printer.week.map { Weekday(name: $0.short) }, weeks: weeks, lists: review.lists.map(ListRow.init),
      postponed: review.postponed.map { task in
        PostponedRow(task: task, due: task.due.map { printer.due($0, task.time) })
      })
  }

  static func rows(in content: Content) -> Int { content.review.lists.count }

  static var samples: [Sample<ReviewScreen>] {
    let days = days(for: Samples.look)
    // The last days of the week are still to come.
    let completed = days.enumerated().map { index, day in
      day > Samples.today ? 0 : [3, 5, 2, 0, 7, 1, 0, 4, 12, 2, 6][index % 11]
    }
    let review = Review(completed: completed, isCut: false, lists: Samples.reviewedLists, postponed: Samples.postponed)
    let none = Review(
      completed: days.map { _ in 0 }, isCut: false, lists: Array(Samples.reviewedLists.prefix(1)), postponed: [])
    let many = Review(completed: days.map { _ in 400 }, isCut: true, lists: [], postponed: [])
    return [
      Sample("weeks", content: Content(review: review, days: days)),
      Sample("nothing-completed", content: Content(review: none, days: days)),
      Sample("too-many", content: Content(review: many, days: days)),
    ]
  }
}

/// A chart of numbers, one bar for each day, in units of its SVG.
struct ReviewChart: Sendable {
  static let height = 100
  static let bar = 8
  private static let step = 10

  /// The bars, without those of height zero.
  let bars: [Bar]
  let width: Int
  /// The number of the highest bar.
  let most: Int

  struct Bar: TemplateView {
    static let fields: [String: Field<Bar>] = [
      "x": .text { String($0.x) },
      "y": .text { String(ReviewChart.height - $0.height) },
      "height": .text { String($0.height) },
      "count": .number { $0.count },
      "weekday": .text(\.weekday), "day": .text(\.day),
    ]
    let x, height, count: Int
    let weekday, day: String
  }

  init(_ counts: [Int], labels: [(weekday: String, day: String)]) {
    let most = counts.max() ?? 0
    self.most = most
    width = counts.count * Self.step
    bars = zip(counts, labels).enumerated().compactMap { index, day in
      guard day.0 > 0 else { return nil }
      // At least so high that it can be seen.
      return Bar(
        x: index * Self.step + 1, height: max(2, day.0 * Self.height / most), count: day.0, weekday: day.1.weekday,
        day: day.1.day)
    }
  }
}
