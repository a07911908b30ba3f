/// Something that can be loaded, and that knows whether what it brought is empty, and why.
///
/// ``Loaded`` makes the loader answer "is it empty?" every time; there is no default that could turn a failure or a load that
/// never ran into an empty screen.
public protocol StatefulContent<Content>: Sendable {
  /// What the screen shows when there is something to show.
  associatedtype Content: Sendable

  /// Loads once.
  /// - Parameter progress: called as often as the loader likes, from anywhere, to tell how far it is.
  /// - Returns: the content, or the reason why there is none.
  /// - Throws: ``Interruption/failed(_:)`` when it could not be loaded, ``Interruption/cancelled`` when the calling task was
  ///   cancelled meanwhile.
  func load(progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Content>

  /// Whether a load starts on the thread that asks for it, and stays there until it first waits; `false` unless told.
  ///
  /// For what is there sooner than another thread would have begun with it. Whoever asks does nothing else meanwhile: a
  /// container's `load()` returns when it waits or is over.
  var startsImmediately: Bool { get }
}

extension StatefulContent {
  /// A load has a task of its own from its first moment.
  public var startsImmediately: Bool { false }
}

/// The end of a load that went well.
public enum Loaded<Content: Sendable>: Sendable {
  /// There is something to show.
  case content(Content)
  /// There is nothing to show; why.
  case empty(Reason)
}

/// The end of a load that brought nothing.
public enum Interruption: Error, Hashable, Sendable {
  /// It failed.
  case failed(Failure)
  /// Nobody wants the result any more. This is no failure, and it is never shown as one.
  case cancelled
}

extension Loaded: Equatable where Content: Equatable {}
extension Loaded: Hashable where Content: Hashable {}

/// A ``StatefulContent`` made of a closure.
public struct Loader<Content: Sendable>: StatefulContent {
  /// What a load does; see ``StatefulContent/load(progress:)``.
  public typealias Load =
    @Sendable (_ progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Content>

  /// Whether a load starts on the thread that asks for it.
  public let startsImmediately: Bool
  private let work: Load

  /// Content that `work` loads.
  /// - Parameter startsImmediately: see ``StatefulContent/startsImmediately``.
  public init(startsImmediately: Bool = false, _ work: @escaping Load) {
    self.startsImmediately = startsImmediately
    self.work = work
  }

  /// Content that is known already, or known to be empty.
  public init(_ loaded: Loaded<Content>) {
    self.init(startsImmediately: true) { _ throws(Interruption) in loaded }
  }

  /// Content of which it is known already that it can't be loaded.
  public init(failed failure: Failure) {
    self.init(startsImmediately: true) { _ throws(Interruption) in throw .failed(failure) }
  }

  /// Loads once, by the closure.
  public func load(progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Content> {
    try await work(progress)
  }
}
