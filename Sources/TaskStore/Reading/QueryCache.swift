import Synchronization

/// A cache of the answers to queries of one kind, valid until the next write.
///
/// Invariant: the data version is read before the data, and an answer is returned only at that version. A caller therefore never
/// gets an answer that is older than a write that has returned.
final class QueryCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let limit: Int
  private let weight: @Sendable (Answer) -> Int
  private let kept = Mutex(Kept())

  private struct Kept {
    /// The data version of all cached answers.
    var version = Int64.min
    var answers: [Question: Answer] = [:]
    var weight = 0
  }

  /// - Parameters:
  ///   - limit: the maximum total weight. The cache is emptied when an answer does not fit.
  ///   - weight: the weight of an answer, in database rows or the equivalent number of bytes.
  init(limit: Int, weight: @escaping @Sendable (Answer) -> Int = { _ in 1 }) {
    self.limit = limit
    self.weight = weight
  }

  /// The cached answer at a data version.
  func answer(to question: Question, at version: Int64) -> Answer? {
    kept.withLock { kept in kept.version == version ? kept.answers[question] : nil }
  }

  /// Caches an answer that was read after `version` was.
  func keep(_ answer: Answer, to question: Question, at version: Int64) {
    let weight = weight(answer)
    guard weight <= limit else { return }
    // Deallocated after the lock is released.
    var forgotten: [Question: Answer] = [:]
    kept.withLock { kept in
      // The answer of a slow read: the cache holds a later version.
      guard version >= kept.version else { return }
      if version > kept.version || kept.weight + weight > limit {
        swap(&forgotten, &kept.answers)
        kept.version = version
        kept.weight = 0
      }
      // Of two concurrent reads of the same question, count one.
      if kept.answers.updateValue(answer, forKey: question) == nil { kept.weight += weight }
    }
  }

  /// The current total weight.
  var heldWeight: Int { kept.withLock { $0.weight } }
}
