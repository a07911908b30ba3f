/// The position of a list's card on the overview.
struct CardPlace: Hashable, Sendable {
  /// Whether the lists are being reordered.
  let isArranging: Bool
  /// Its index among all lists, from 0.
  let index: Int
  /// The total number of lists.
  let count: Int
}
