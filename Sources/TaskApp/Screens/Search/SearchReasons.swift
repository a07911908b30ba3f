import StateViews
import Tasks

extension Reason {
  /// Nobody has asked for anything yet.
  static let nothingAsked: Reason = "nothing-asked"

  /// Nothing in what was typed can be searched for.
  static func noWords(_ text: String) -> Reason {
    Reason("no-words", ["query": .text(text)])
  }

  /// Nothing was found so far, but not everything can be found yet.
  static func stillIndexing(_ text: String, _ asked: SearchParameters) -> Reason {
    Reason("still-indexing", ["query": .text(text), "again": .address(TaskFlow.address(after: .searched(asked)))])
  }

  /// Why a search shows nothing.
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
  /// Nobody searches for that much.
  static let tooLongToSearch = Failure(
    .invalid,
    Reason(
      "too-long", ["characters": .number(Limits.searchCharacters), "words": .number(Limits.searchWords)]))
}
