import Foundation
import StatePagesTesting
import Synchronization
import TaskFormats
import Tasks

/// Remote sources in place of the network. Each responds what and when the test decides.
final class Elsewhere: Sendable {
  /// The fetches that have begun.
  let begun = Tally()
  /// The fetches that were cancelled.
  let cancelled = Tally()

  private let model = Mutex(Model())

  /// The requests so far, in order.
  var asked: [Question] { model.withLock { $0.asked } }

  /// A request to a source.
  struct Question: Hashable, Sendable {
    let url: String
    let validators: Validators
  }

  /// Sets a source's response from now on.
  func answer(_ url: String, _ outcome: FetchOutcome) {
    let waiting = model.withLock { model in
      model.answers[url] = outcome
      return model.waiting.removeValue(forKey: url) ?? [:]
    }
    for continuation in waiting.values { continuation.resume(returning: outcome) }
  }

  /// Makes a source wait until its response is set.
  func hold(_ url: String) {
    model.withLock { model in
      model.answers[url] = nil
      model.held.insert(url)
    }
  }

  /// Reports progress to the readers that wait for a source.
  func tell(_ url: String, _ progress: FetchProgress) {
    for tell in model.withLock({ $0.tells[url] ?? [] }) { tell(progress) }
  }

  /// Fetches a source; an unknown one has no address.
  func fetch(
    _ address: SourceAddress, _ validators: Validators, _ zone: TimeZone,
    _ progress: @escaping @Sendable (FetchProgress) -> Void
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
          // With credentials the response is the public one, unless the test sets another.
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
  /// The address without name and password.
  fileprivate var withoutLogin: String {
    guard let end = url.firstIndex(of: "@"), let start = url.firstRange(of: "://")?.upperBound else { return url }
    return String(url[..<start] + url[url.index(after: end)...])
  }
}
