extension StatefulContent {
  /// The same content, which fails as ``Failure/Kind/timedOut`` after a while, even if its loader ignores cancellation.
  public func timeLimit(
    _ limit: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> some StatefulContent<Content> {
    Loader<Content> { progress throws(Interruption) in
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

  /// Other content, made from this one. A reason or a failure stays as it is.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Content) -> Other) -> some StatefulContent<Other> {
    Loader<Other>(startsImmediately: startsImmediately) { progress throws(Interruption) in
      switch try await load(progress: progress) {
      case .content(let content): .content(transform(content))
      case .empty(let reason): .empty(reason)
      case .other(let reason): .other(reason)
      }
    }
  }

  /// The same content, which is passed to `use` each time that it was loaded: to store it, for example.
  public func onContent(_ use: @escaping @Sendable (Content) -> Void) -> some StatefulContent<Content> {
    map { content in
      use(content)
      return content
    }
  }
}
