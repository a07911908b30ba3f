import Synchronization

/// The answers to questions of one kind, each as long as nobody has written.
///
/// The rule: the version of the data is taken before it is read, and an answer is told again only while that version
/// stands. So nobody is told an older answer than what a write that has returned has written.
final class QueryCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let limit: Int
  private let weight: @Sendable (Answer) -> Int
  private let kept = Mutex(Kept())

  private struct Kept {
    /// What all the answers were read at.
    var version = Int64.min
    var answers: [Question: Answer] = [:]
    var weight = 0
  }

  /// - Parameters:
  ///   - limit: how much the answers weigh together at most. They all go when there is no room for another one.
  ///   - weight: of one answer, in rows of the database or as many bytes as a row has.
  init(limit: Int, weight: @escaping @Sendable (Answer) -> Int = { _ in 1 }) {
    self.limit = limit
    self.weight = weight
  }

  /// What is remembered of a question at that version.
  func answer(to question: Question, at version: Int64) -> Answer? {
    kept.withLock { kept in kept.version == version ? kept.answers[question] : nil }
  }

  /// Keeps an answer that was read after the version was taken.
  func keep(_ answer: Answer, to question: Question, at version: Int64) {
    let weight = weight(answer)
    guard weight <= limit else { return }
    // What is forgotten is freed when the next one may ask.
    var forgotten: [Question: Answer] = [:]
    kept.withLock { kept in
      // Somebody who was slow; others know of a later write.
      guard version >= kept.version else { return }
      if version > kept.version || kept.weight + weight > limit {
        swap(&forgotten, &kept.answers)
        kept.version = version
        kept.weight = 0
      }
      // Of two who asked at once, one is enough.
      if kept.answers.updateValue(answer, forKey: question) == nil { kept.weight += weight }
    }
  }

  /// How much is remembered now.
  var heldWeight: Int { kept.withLock { $0.weight } }
}
