import TaskFormats
import Tasks

/// The text of a series as a client has sent it, to be taken to a next date.
struct SeriesAdvance: Equatable, Sendable {
  let text: String
  /// What its task has at the current date.
  let values: TodoValues
  /// The task at its next date, as far as the rule tells.
  let next: TaskDraft

  /// Whether it is read before a transaction: 256 KB take a third of a second.
  fileprivate var isLong: Bool { text.utf8.count > 16 << 10 }

  fileprivate var advanced: (text: String, draft: TaskDraft)? {
    CalendarObject(stored: text)?.advanced(from: values, to: next)
  }
}

/// A transaction has met long texts of series that it must not read. It is rolled back, and runs again once they are read.
struct LongSeries: Error {
  let unread: [SeriesAdvance]
}

/// The texts of series that were read before a transaction.
struct SeriesAdvances: Sendable {
  private var read: [(series: SeriesAdvance, advanced: (text: String, draft: TaskDraft)?)] = []
  private var rounds = 0

  /// Reads texts.
  func adding(_ long: LongSeries) -> SeriesAdvances {
    var advances = self
    advances.read += long.unread.map { ($0, $0.advanced) }
    advances.rounds += 1
    return advances
  }

  /// Requires that long texts are read. A task that changes again and again meanwhile is read within the transaction.
  /// - Throws: ``LongSeries``
  func requireRead(_ series: [SeriesAdvance]) throws {
    let unread = series.filter { one in one.isLong && !read.contains { $0.series == one } }
    if !unread.isEmpty, rounds < 3 { throw LongSeries(unread: unread) }
  }

  /// The text and the task at the next date; nil if the text doesn't say of the series what the task has.
  func advanced(_ series: SeriesAdvance) -> (text: String, draft: TaskDraft)? {
    if let known = read.first(where: { $0.series == series }) { return known.advanced }
    return series.advanced
  }
}
