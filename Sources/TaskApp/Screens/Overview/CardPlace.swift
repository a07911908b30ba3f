/// Where a list's card stands on the overview.
struct CardPlace: Hashable, Sendable {
  /// Whether the lists are being put in order.
  let isArranging: Bool
  /// Its place among the lists, from 0.
  let index: Int
  /// How many lists there are.
  let count: Int
}
