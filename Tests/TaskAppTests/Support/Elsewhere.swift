import Synchronization
import Tasks
import TestSupport

/// The sources of a test, in the place of the network: each answers what the test says, when the test says so.
final class Elsewhere: Sendable {
  /// The fetches that have begun.
  let begun = Tally()
  /// The fetches that were cancelled.
  let cancelled = Tally()

  private let model = Mutex(Model())

  /// What was asked, in order.
  var asked: [Question] { model.withLock { $0.asked } }

  /// One question to a source.
  struct Question: Hashable, Sendable {
    let url: String
    let validators: Validators
  }

  /// From now on, a source answers this.
  func answer(_ url: String, _ outcome: FetchOutcome) {
    let waiting = model.withLock { model in
      model.answers[url] = outcome
      return model.waiting.removeValue(forKey: url) ?? [:]
    }
    for continuation in waiting.values { continuation.resume(returning: outcome) }
  }

  /// From now on, a source is silent until it answers.
  func hold(_ url: String) {
    model.withLock { model in
      model.answers[url] = nil
      model.held.insert(url)
    }
  }

  /// Has those who wait for a source hear how far it is.
  func tell(_ url: String, _ progress: FetchProgress) {
    for tell in model.withLock({ $0.tells[url] ?? [] }) { tell(progress) }
  }

  /// Asks a source; one that nobody knows has no address.
  func fetch(
    _ address: SourceAddress, _ validators: Validators, _ progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws(CancellationError) -> FetchOutcome {
    let url = address.url
    let id = model.withLock { model in
      model.asked.append(Question(url: url, validators: validators))
      model.tells[url, default: []].append(progress)
      return model.asked.count
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = model.withLock { model -> FetchOutcome?? in
          if Task.isCancelled { return .some(nil) }
          // Whoever signs in gets what is there for everybody, unless the test says otherwise.
          if let outcome = model.answers[url] ?? model.answers[address.withoutLogin] { return outcome }
          guard model.held.contains(url) else { return .failed(.noSuchHost, notBefore: nil) }
          model.waiting[url, default: [:]][id] = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
        begun.increment()
      }
    } onCancel: {
      let continuation = model.withLock { $0.waiting[url]?.removeValue(forKey: id) }
      continuation?.resume(returning: nil)
      cancelled.increment()
    }
    guard let outcome else { throw CancellationError() }
    return outcome
  }

  private struct Model: Sendable {
    var asked: [Question] = []
    var answers: [String: FetchOutcome] = [:]
    var held: Set<String> = []
    var tells: [String: [@Sendable (FetchProgress) -> Void]] = [:]
    var waiting: [String: [Int: CheckedContinuation<FetchOutcome?, Never>]] = [:]
  }
}

extension SourceAddress {
  /// All of it but name and password.
  fileprivate var withoutLogin: String {
    guard let end = url.firstIndex(of: "@"), let start = url.firstRange(of: "://")?.upperBound else { return url }
    return String(url[..<start] + url[url.index(after: end)...])
  }
}
