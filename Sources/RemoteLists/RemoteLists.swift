public import Tasks

/// Fetches lists from elsewhere. It stores nothing, and reaches nothing that it was not allowed to.
public struct RemoteLists: Sendable {
  let settings: FetchSettings
  let resolver: any AddressResolver

  /// Fetches by these settings, from hosts as a resolver finds them.
  public init(_ settings: FetchSettings = FetchSettings(), resolver: any AddressResolver = SystemResolver()) {
    self.settings = settings
    self.resolver = resolver
  }

  /// Asks a source for its list, once or as often as that can help within the time that there is.
  ///
  /// When it returns, nothing of it goes on but what can't be called off: a question to the system's resolver, a connection that is
  /// still being made; both end by themselves.
  /// - Parameters:
  ///   - address: where it lives.
  ///   - validators: what names the copy that is there already; ``Validators/none`` where there is none.
  ///   - progress: told how far it is, from any thread.
  /// - Throws: when the calling task was cancelled.
  public func fetch(
    _ address: SourceAddress, ifNot validators: Validators = .none,
    progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
  ) async throws(CancellationError) -> FetchOutcome {
    if Task.isCancelled { throw CancellationError() }
    let watch = Watch(stall: settings.stall, progress)
    let result = await Asking(
      address: address, validators: validators, settings: settings, resolver: resolver, watch: watch
    ).result()
    if Task.isCancelled { throw CancellationError() }
    switch result {
    case .failure(let trouble): return .failed(trouble.failure, notBefore: trouble.notBefore)
    case .success(.unchanged(let validators)): return .unchanged(validators)
    case .success(.file(let bytes, let validators, let hint)):
      watch.reading(0)
      do {
        let list = try ReadList(reading: bytes, hint: hint, limit: settings.tasks) { watch.reading($0) }
        return .fetched(list, validators)
      } catch {
        return .failed(.unreadable(error), notBefore: nil)
      }
    }
  }
}
