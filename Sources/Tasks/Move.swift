/// Where a list goes in its account's order.
public enum Direction: String, CaseIterable, Hashable, Sendable {
  case up, down, top, bottom
}

/// Where a task goes among the open tasks of its list.
public enum Move: Hashable, Sendable {
  /// Before the one above it.
  case up
  /// After the one below it.
  case down
  /// Before all others.
  case top
  /// After all others.
  case bottom
  /// To that place, counted from 1; a number beyond the ends means the end.
  case position(Int)

  /// The same as a list's way to go.
  public init(_ direction: Direction) {
    self =
      switch direction {
      case .up: .up
      case .down: .down
      case .top: .top
      case .bottom: .bottom
      }
  }
}
