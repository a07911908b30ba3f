/// The 128 bits that identify one submission of a form. The same form, sent again, has the same ones; see `IdempotencyKey` of
/// `StatePages`, which makes them.
package struct SubmissionID: Hashable, Sendable {
  let high, low: UInt64

  /// The halves as SQLite stores them.
  var high64: Int64 { Int64(bitPattern: high) }
  var low64: Int64 { Int64(bitPattern: low) }

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
