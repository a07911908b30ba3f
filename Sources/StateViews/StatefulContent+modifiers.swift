extension StatefulContent {
  /// The content, which fails as ``Failure/Kind/timedOut`` after a while, even if its loader ignores cancellation.
  public func timeLimit(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Loader<Content> {
    Loader { progress throws(Interruption) in
      let container = StatefulContainer(self, timing: Timing(deadline: limit), clock: clock)
      for await state in container.load() {
        switch state {
        case .loading(let reached): if let reached { progress(reached) }
        case .content(let content, _): return .content(content)
        case .empty(let reason): return .empty(reason)
        case .other(let reason): return .other(reason)
        case .failed(let failure): throw .failed(failure)
        case .unloaded: throw .cancelled
        }
      }
      throw .cancelled
    }
  }

  /// The content, loaded again after a failure that a retry can help.
  ///
  /// ```swift
  /// departures(from: station).retrying(after: [.milliseconds(300), .seconds(1)]) { Reason("attempt", ["number": .numeral($0)]) }
  /// ```
  /// - Parameters:
  ///   - pauses: how long to wait before each further attempt. A source that asks for a longer pause is not asked again.
  ///   - stage: the stage that is reported before an attempt, by its number from 2; nil for none.
  public func retrying(
    after pauses: [Duration], clock: any Clock<Duration> = ContinuousClock(),
    stage: @escaping @Sendable (Int) -> Reason? = { _ in nil }
  ) -> Loader<Content> {
    Loader { progress throws(Interruption) in
      for (index, pause) in pauses.enumerated() {
        do throws(Interruption) {
          return try await load(progress: progress)
        } catch {
          guard case .failed(let failure) = error, failure.retry.isOffered(within: pause) else { throw error }
        }
        if let stage = stage(index + 2) { progress(stage) }
        do { try await clock.sleep(for: pause) } catch { throw .cancelled }
      }
      return try await load(progress: progress)
    }
  }

  /// Other content, made from this one. A reason or a failure stays as it is.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Content) -> Other) -> Loader<Other> {
    flatMap { .content(transform($0)) }
  }

  /// What follows from this content: other content, the reason why nothing of it is left, or a failure. A reason or a failure of this
  /// content stays as it is.
  public func flatMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Content) async throws(Failure) -> Loaded<Other>
  ) -> Loader<Other> {
    Loader(startsImmediately: startsImmediately) { progress throws(Interruption) in
      switch try await load(progress: progress) {
      case .content(let content):
        do throws(Failure) { return try await transform(content) } catch { throw .failed(error) }
      case .empty(let reason): return .empty(reason)
      case .other(let reason): return .other(reason)
      }
    }
  }

  /// The content, whose end is passed to `record` each time: what was loaded, the failure, or that it was cancelled.
  public func onEnd(_ record: @escaping @Sendable (Result<Loaded<Content>, Interruption>) -> Void) -> Loader<Content> {
    Loader(startsImmediately: startsImmediately) { progress throws(Interruption) in
      do throws(Interruption) {
        let loaded = try await load(progress: progress)
        record(.success(loaded))
        return loaded
      } catch {
        record(.failure(error))
        throw error
      }
    }
  }

  /// The content, which is passed to `use` each time that it was loaded: to store it, for example.
  public func onContent(_ use: @escaping @Sendable (Content) -> Void) -> Loader<Content> {
    map { content in
      use(content)
      return content
    }
  }
}

extension Failure.Retry {
  /// Whether a retry can help after a pause.
  fileprivate func isOffered(within pause: Duration) -> Bool {
    switch self {
    case .never: false
    case .now: true
    case .after(let time): time <= pause
    }
  }
}
