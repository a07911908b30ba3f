/// The priority of a task.
package enum Priority: Int, CaseIterable, Hashable, Sendable {
  case none, low, medium, high

  /// The name in forms and files: `none`, `low`, `medium` or `high`.
  package var name: String { ["none", "low", "medium", "high"][rawValue] }

  /// The priority with exactly this ``name``.
  package init?(name: some StringProtocol) {
    guard let priority = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = priority
  }
}

extension Priority: Comparable {
  /// Lower priorities come first.
  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}
