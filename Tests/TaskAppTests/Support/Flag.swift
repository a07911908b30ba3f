import Synchronization

/// Something that has happened, or has not.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
  func set() { value.store(true, ordering: .sequentiallyConsistent) }
}
