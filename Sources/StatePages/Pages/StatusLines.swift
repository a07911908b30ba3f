import StateViews

/// The status lines of one placeholder: the last one and their number.
///
/// A screen reader reads every line aloud. So repeated lines are skipped, and silence is reported once.
struct StatusLines: Sendable {
  /// The number of slots in a placeholder for later lines.
  static let limit = 8

  private var last: StatusWords
  private var count = 0
  private var wasSilent = true

  /// The state after a first line, which shows a stage or that the load has begun.
  init(after stage: Reason?) {
    last = stage.map(StatusWords.stage) ?? .first
  }

  /// The line for a stage reported by the load; nil if no new line is needed.
  mutating func tell(_ stage: Reason?) -> (number: Int, words: StatusWords)? {
    guard let stage else { return nil }
    wasSilent = false
    return next(.stage(stage))
  }

  /// The line for a load without progress since the last call; nil if no new line is needed.
  mutating func tellSilence() -> (number: Int, words: StatusWords)? {
    defer { wasSilent = true }
    return wasSilent ? next(.stillWorking) : nil
  }

  private mutating func next(_ words: StatusWords) -> (number: Int, words: StatusWords)? {
    guard words != last, count < Self.limit else { return nil }
    last = words
    count += 1
    return (count, words)
  }
}

enum StatusWords: Hashable, Sendable {
  case first
  case stage(Reason)
  /// The load has reported no progress for a while.
  case stillWorking

  var name: ViewName {
    switch self {
    case .first: ViewName("status")
    case .stage(let stage): ViewName("status/\(stage.name)")
    case .stillWorking: ViewName("still-working")
    }
  }

  var stage: Reason? {
    switch self {
    case .stage(let stage): stage
    case .first, .stillWorking: nil
    }
  }
}
