/// Content that can be loaded, and that knows whether it is empty, and why.
///
/// ``Loaded`` makes the loader decide whether the result is empty; no default can turn a failure or a load that never
/// ran into an empty screen.
public protocol StatefulContent<Content>: Sendable {
  /// The value to show when the content is not empty.
  associatedtype Content: Sendable

  /// Loads the content once.
  /// - Parameter progress: called any number of times, from any thread, to report the stage that the load has reached: `progress("connecting")`.
  /// - Returns: the content, or the reason why it is empty.
  /// - Throws: ``Interruption/failed(_:)`` when the content could not be loaded, ``Interruption/cancelled`` when the
  ///   calling task was cancelled.
  func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<Content>

  /// Whether a load starts on the caller's thread and stays there until it first suspends; `false` by default.
  ///
  /// For content that is available sooner than a new task would start. The caller is blocked in the meantime: a
  /// container's `load()` returns when the load suspends or has finished. Apple's systems before 26 start a task.
  var startsImmediately: Bool { get }
}

extension StatefulContent {
  /// Loads run in a task of their own from the start.
  public var startsImmediately: Bool { false }
}

/// Where loads run that start at once; see ``StatefulContent/startsImmediately``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package enum LoadExecutor {
  /// The executor of the loads that the current task starts, such as the thread that reads a page's data; nil for the default one.
  @TaskLocal package static var current: (any TaskExecutor)?
}

/// The result of a successful load.
public enum Loaded<Content: Sendable>: Sendable {
  /// There is content to show.
  case content(Content)
  /// There is nothing to show, and why.
  case empty(Reason)
  /// The screen is in a state of its own, see ``ViewState/other(_:)``.
  case other(Reason)
}

/// The error of a load that returned no result.
public enum Interruption: Error, Hashable, Sendable {
  /// The load failed.
  case failed(Failure)
  /// The load was cancelled or superseded. Not a failure, and never shown as one.
  case cancelled
}

extension Interruption {
  fileprivate init(_ error: any Error, as kind: Failure.Kind) {
    switch error {
    case let interruption as Interruption: self = interruption
    case let failure as Failure: self = .failed(failure)
    case is CancellationError: self = .cancelled
    default: self = Task.isCancelled ? .cancelled : .failed(Failure(kind, cause: error))
    }
  }
}

extension Loaded: Equatable where Content: Equatable {}
extension Loaded: Hashable where Content: Hashable {}

/// A ``StatefulContent`` made of a closure.
///
/// ```swift
/// let tasks = Loader<[String]>(catching: .sourceFailed) { progress in
///   progress("connecting")
///   return Loaded(try await titles(), orEmpty: "nothing-yet")
/// }
/// ```
public struct Loader<Content: Sendable>: StatefulContent {
  /// The closure of a load; see ``StatefulContent/load(progress:)``.
  public typealias Load =
    @Sendable (_ progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<Content>

  /// Whether a load starts on the caller's thread.
  public let startsImmediately: Bool
  private let work: Load

  /// Creates content that `work` loads.
  /// - Parameters:
  ///   - startsImmediately: see ``StatefulContent/startsImmediately``.
  ///   - work: loads once; called for each load.
  public init(startsImmediately: Bool = false, _ work: @escaping Load) {
    self.startsImmediately = startsImmediately
    self.work = work
  }

  /// Creates content from a result that is known already.
  public init(_ loaded: Loaded<Content>) { self.init(startsImmediately: true) { _ throws(Interruption) in loaded } }

  /// Creates content that is known to fail to load.
  public init(failed failure: Failure) {
    self.init(startsImmediately: true) { _ throws(Interruption) in throw .failed(failure) }
  }

  /// Creates content that a function of any error loads.
  ///
  /// A cancellation interrupts the load, a ``Failure`` is shown as it is, and any other error is a failure of the kind `kind`, with the
  /// error as its cause.
  public init(
    catching kind: Failure.Kind,
    _ work: @escaping @Sendable (_ progress: @escaping @Sendable (Reason) -> Void) async throws -> Loaded<Content>
  ) {
    self.init { progress throws(Interruption) in
      do { return try await work(progress) } catch { throw Interruption(error, as: kind) }
    }
  }

  /// Loads once, by calling the closure.
  public func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<Content> {
    try await work(progress)
  }
}
