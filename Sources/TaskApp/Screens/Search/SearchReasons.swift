import StateViews
import Tasks

extension Reason {
  /// No search text was given.
  static let nothingAsked: Reason = "nothing-asked"

  /// The text contains no searchable words.
  static func noWords(_ text: String) -> Reason {
    Reason("no-words", ["query": .text(text)])
  }

  /// No matches so far, but indexing has not finished.
  static func stillIndexing(_ text: String, _ asked: SearchParameters) -> Reason {
    Reason("still-indexing", ["query": .text(text), "again": .address(TaskFlow.address(after: .searched(asked)))])
  }

  /// Why a search has no results.
  init(ofNothingFound asked: SearchParameters, _ text: String) {
    if asked.before != nil {
      self.init("no-older", ["newest": .address(TaskFlow.address(after: .searched(asked.older(than: nil))))])
    } else if asked.includesCompleted {
      self.init("no-matches-anywhere", ["query": .text(text)])
    } else {
      self.init(
        "no-matches",
        [
          "query": .text(text),
          "completed": .address(TaskFlow.address(after: .searched(asked.including(completed: true)))),
        ])
    }
  }
}

extension Failure {
  /// The text has too many characters or words.
  static let tooLongToSearch = Failure(
    .invalid,
    Reason(
      "too-long", ["characters": .number(Limits.searchCharacters), "words": .number(Limits.searchWords)]))
}
