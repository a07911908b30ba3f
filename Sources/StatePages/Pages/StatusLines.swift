import StateViews

/// The lines of one placeholder's status: what was said last, and how many there were.
///
/// A screen reader reads every line out. So none is said that says nothing new, and silence is told of once.
struct StatusLines: Sendable {
  /// A placeholder keeps this many slots for later lines: more would tell nobody more.
  static let limit = 8

  private var last: StatusWords
  private var count = 0
  private var wasSilent = true

  /// The lines after a first one, which tells of a stage or that the load has begun.
  init(after stage: Reason?) {
    last = stage.map(StatusWords.stage) ?? .first
  }

  /// The line for the stage that a load has told of, if it needs one.
  mutating func tell(_ stage: Reason?) -> (number: Int, words: StatusWords)? {
    guard let stage else { return nil }
    wasSilent = false
    return next(.stage(stage))
  }

  /// The line for a load that has said nothing since this was asked last, if it needs one.
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

/// Which words a status line has.
enum StatusWords: Hashable, Sendable {
  /// The load has begun.
  case first
  /// The load told of a stage.
  case stage(Reason)
  /// The load has told nothing for a while.
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
