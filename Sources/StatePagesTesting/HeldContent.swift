public import StateViews
import Synchronization

/// Content whose loads last until a test ends them. Each is known by its number, from 0.
///
/// ```swift
/// let held = HeldContent<[Book]>()
/// await held.hasBegun()
/// held.end(.success(.content(books)))
/// ```
public final class HeldContent<Content: Sendable>: StatefulContent {
  package let begun = Tally()
  /// The loads that are about to return.
  package let ended = Tally()
  package let cancelled = Tally()

  private let heedsCancellation: Bool
  private let model = Mutex(Model())

  /// Content whose loads end with `Interruption.cancelled` when they are cancelled, or ignore cancellation.
  public init(heedsCancellation: Bool = true) { self.heedsCancellation = heedsCancellation }

  /// Waits until so many loads have begun. A wait of five minutes stops the tests, with their number.
  public func hasBegun(_ loads: Int = 1) async { await begun.reaches(loads) }

  /// The number of loads that were cancelled, because their readers left.
  public var cancellations: Int { cancelled.count }

  /// Loads until the test ends it.
  public func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<Content> {
    let number = model.withLock { model in
      model.loads.append(Load(progress: progress))
      return model.loads.count - 1
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = model.withLock { model in
          if model.loads[number].end == nil { model.loads[number].continuation = continuation }
          return model.loads[number].end
        }
        if let end { continuation.resume(returning: end) }
        begun.increment()
      }
    } onCancel: {
      if heedsCancellation { end(.failure(.cancelled), load: number) }
      cancelled.increment()
    }
    ended.increment()
    return try result.get()
  }

  /// Reports that a load has reached `stage`.
  public func progress(_ stage: Reason, load number: Int = 0) {
    let tell = model.withLock { $0.loads.indices.contains(number) ? $0.loads[number].progress : nil }
    tell?(stage)
  }

  /// Ends a load that has begun. Only the first call for a load has an effect.
  public func end(_ result: Result<Loaded<Content>, Interruption>, load number: Int = 0) {
    let continuation = model.withLock { model -> Load.Continuation? in
      guard model.loads.indices.contains(number), model.loads[number].end == nil else { return nil }
      model.loads[number].end = result
      return model.loads[number].continuation.take()
    }
    continuation?.resume(returning: result)
  }

  private struct Load: Sendable {
    typealias Continuation = CheckedContinuation<Result<Loaded<Content>, Interruption>, Never>

    let progress: @Sendable (Reason) -> Void
    var end: Result<Loaded<Content>, Interruption>?
    var continuation: Continuation?
  }

  private struct Model: Sendable {
    var loads: [Load] = []
  }
}
