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
    let watch = ProgressReporter(stall: settings.stall, progress)
    let deadline = ContinuousClock.now + settings.deadline
    func outcome(of question: SourceQuestion) async throws(CancellationError) -> FetchOutcome? {
      let result = await RetryLoop(
        address: address, question: question, validators: validators, settings: settings, resolver: resolver,
        watch: watch, deadline: deadline
      ).result()
      if Task.isCancelled { throw CancellationError() }
      return self.outcome(result, watch)
    }
    if let tag = validators.collection { return try await outcome(of: .calendar(tag: tag)) ?? .failed(.malformed) }
    let file = try await outcome(of: .file) ?? .failed(.malformed)
    // What was a list before is asked as that again.
    guard validators == .none, file.mayLeadToLists else { return file }
    watch.looking()
    return try await outcome(of: .discovery) ?? file
  }

  /// What an answer comes to; nil where there is no CalDAV.
  private func outcome(_ result: Result<SourceAnswer, AttemptFailure>, _ watch: ProgressReporter) -> FetchOutcome? {
    do {
      switch result {
      case .failure(let trouble): return .failed(trouble.failure, notBefore: trouble.notBefore)
      case .success(.unchanged(let validators)): return .unchanged(validators)
      case .success(.collections(let collections)): return .collections(collections)
      case .success(.notCalDAV): return nil
      case .success(.file(let bytes, let validators, let hint)):
        watch.reading(0)
        let list = try ReadList(reading: bytes, hint: hint, limit: settings.tasks) { watch.reading($0) }
        return .fetched(list, validators)
      case .success(.calendar(let objects, let title, let validators)):
        watch.reading(0)
        let list = try ReadList(calendar: objects, title: title, limit: settings.tasks) { watch.reading($0) }
        return .fetched(list, validators)
      }
    } catch {
      return .failed(.unreadable(error), notBefore: nil)
    }
  }
}

extension FetchOutcome {
  fileprivate static func failed(_ failure: SourceFailure) -> FetchOutcome { .failed(failure, notBefore: nil) }

  /// Whether an address that is asked for a file answers so though it is one of CalDAV: a page about it, or an error that says that
  /// this is nothing to get.
  fileprivate var mayLeadToLists: Bool {
    switch self {
    case .failed(.status(let status), _): [204, 400, 403, 404, 405, 406, 415, 501].contains(status)
    case .failed(.unreadable(let why), _): [.unknown, .webPage, .otherJSON, .emptyFile].contains(why)
    case .failed, .fetched, .unchanged, .collections: false
    }
  }
}
