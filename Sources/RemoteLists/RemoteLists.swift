package import Foundation
import NIOSSL
package import NetworkAddresses
package import TaskFormats
package import Tasks

/// Fetches task lists from other servers. It stores nothing, and connects only to allowed addresses and ports.
package struct RemoteLists: Sendable {
  let settings: FetchSettings
  let resolver: any AddressResolver
  /// How long a source whose answer took too long is not fetched again without being asked to.
  private static let pause = 86_400.0

  package init(_ settings: FetchSettings = FetchSettings(), resolver: any AddressResolver = SystemResolver()) {
    self.settings = settings
    self.resolver = resolver
  }

  /// Fetches the list of a source, with retries for transient failures, within the deadline.
  ///
  /// After it returns, only operations that cannot be cancelled may still run: a lookup by the system's resolver, and a
  /// connection attempt. Both end on their own.
  /// - Parameters:
  ///   - address: the address of the source.
  ///   - validators: the validators of the stored copy; ``Validators/none`` if there is none.
  ///   - zone: the time zone of moments without one.
  ///   - progress: called with progress reports, from any thread.
  /// - Throws: `CancellationError` if the calling task was cancelled.
  package func fetch(
    _ address: SourceAddress, ifNot validators: Validators = .none, in zone: TimeZone = .gmt,
    progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
  ) async throws(CancellationError) -> FetchOutcome {
    if Task.isCancelled { throw CancellationError() }
    let reporter = ProgressReporter(stall: settings.stall, progress)
    let deadline = ContinuousClock.now + settings.deadline
    func outcome(of kind: FetchKind) async throws(CancellationError) -> FetchOutcome? {
      let result = await RetryLoop(
        address: address, kind: kind, validators: validators, settings: settings, resolver: resolver,
        reporter: reporter, deadline: deadline
      ).result()
      if Task.isCancelled { throw CancellationError() }
      let outcome = await self.outcome(result, zone, reporter)
      if Task.isCancelled { throw CancellationError() }
      return outcome
    }
    if let tag = validators.collection { return try await outcome(of: .calendar(tag: tag)) ?? .failed(.malformed) }
    let file = try await outcome(of: .file) ?? .failed(.malformed)
    // An address that was a list before is not searched for CalDAV collections.
    guard validators == .none, file.mayLeadToLists else { return file }
    reporter.looking()
    return try await outcome(of: .discovery) ?? file
  }

  /// The outcome for an answer; nil for ``SourceAnswer/notCalDAV``.
  private func outcome(
    _ result: Result<SourceAnswer, AttemptFailure>, _ zone: TimeZone, _ reporter: ProgressReporter
  ) async -> FetchOutcome? {
    switch result {
    case .failure(let attempt): .failed(attempt.failure, notBefore: attempt.notBefore)
    case .success(.unchanged(let validators)): .unchanged(validators)
    case .success(.collections(let collections)): .collections(collections)
    case .success(.notCalDAV): nil
    case .success(.file(let bytes, let validators, let hint)):
      await read(validators, reporter) { limit, progress throws(UnreadableList) in
        try ReadList(reading: bytes, hint: hint, in: zone, limit: settings.tasks, within: limit, progress: progress)
      }
    case .success(.calendar(let objects, let title, let validators)):
      await read(validators, reporter) { limit, progress throws(UnreadableList) in
        try ReadList(
          calendar: objects, title: title, in: zone, limit: settings.tasks, within: limit, progress: progress)
      }
    }
  }

  private func read(
    _ validators: Validators, _ reporter: ProgressReporter,
    _ read: @escaping @Sendable (ReadingLimit, (Int) -> Void) throws(UnreadableList) -> ReadList
  ) async -> FetchOutcome {
    reporter.reading(0)
    let limit = ReadingLimit(settings.reading)
    return await BackgroundThread.run(within: limit) {
      do throws(UnreadableList) {
        return .fetched(try read(limit) { reporter.reading($0) }, validators)
      } catch {
        // A repetition would take as long.
        let pause = error == .tooComplex ? Date(timeIntervalSinceNow: Self.pause) : nil
        return .failed(.unreadable(error), notBefore: pause)
      }
    }
  }
}

extension FetchOutcome {
  fileprivate static func failed(_ failure: SourceFailure) -> FetchOutcome { .failed(failure, notBefore: nil) }

  /// Whether a CalDAV server may give this outcome to a plain GET: a web page, or an error status for a collection.
  fileprivate var mayLeadToLists: Bool {
    switch self {
    case .failed(.status(let status), _): [204, 400, 403, 404, 405, 406, 415, 501].contains(status)
    case .failed(.unreadable(let why), _): [.unknown, .webPage, .otherJSON, .emptyFile].contains(why)
    case .failed, .fetched, .unchanged, .collections: false
    }
  }
}

package struct FetchSettings: Sendable {
  /// The timeout for establishing a connection.
  package var connectTimeout: Duration = .seconds(5)
  /// The timeout for a whole fetch, including retries and redirects.
  package var deadline: Duration = .seconds(15)
  /// The maximum number of attempts for transient failures.
  package var attempts = 3
  /// The maximum number of redirects.
  package var redirects = 5
  /// The maximum size of a file in bytes, decoded.
  package var bytes = 1 << 20
  /// The maximum number of tasks in a list.
  package var tasks = 1_000
  /// The allowed ports in addition to 80 and 443; nil allows all ports.
  package var ports: Set<Int>? = []
  /// Whether loopback and private addresses are allowed.
  package var allowsPrivate = false

  /// The processor time for reading an answer. Those of people take milliseconds.
  var reading: Duration = .seconds(5)
  var trustRoots = NIOSSLTrustRoots.default
  /// Addresses that are always allowed.
  var exempt: Set<IPAddress> = []
  /// The longest time without bytes before a response counts as stalled at the deadline.
  var stall: Duration = .seconds(5)
  /// The delay between attempts.
  var backoff = Backoff()

  package init() {}
}
