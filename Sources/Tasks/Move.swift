/// A direction in which a list is moved.
public enum Direction: String, CaseIterable, Hashable, Sendable {
  case up, down, top, bottom
}

/// A move of a task among the open tasks of its list, or of a step among those of its parent.
public enum Move: Hashable, Sendable {
  /// Before the previous task.
  case up
  /// After the next task.
  case down
  /// To the top.
  case top
  /// To the bottom.
  case bottom
  /// To a position, counted from 1 and clamped to the list.
  case position(Int)
  /// Below the previous task, as its last step.
  case indent
  /// After the task that it is a step of.
  case outdent

  /// The move in a direction.
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
