/// Which number of a date such as `03/04/2027` is the day.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
  /// 3 April.
  case dayFirst = "day-first"
  /// 4 March.
  case monthFirst = "month-first"
}
