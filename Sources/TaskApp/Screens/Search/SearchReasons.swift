import StateViews
import Tasks

extension Reason {
  /// No search text was given, and no filter.
  static let nothingAsked: Reason = "nothing-asked"

  static func noWords(_ text: String) -> Reason { Reason("no-words", ["query": .text(text)]) }

  /// Nothing among the newest tasks with these words, which were as many as a search compares; there are older ones.
  static func noNewer(_ text: String, _ asked: SearchParameters, olderThan task: TaskID) -> Reason {
    Reason("no-newer", ["query": .text(text), "older": .link(.search(asked.older(than: task)))])
  }

  /// Why a search has no results.
  /// - Parameter counts: the numbers of matches without each of its parts. One without which nothing matches either is not offered.
  init(ofNothingFound asked: SearchParameters, without counts: [SearchParameters.Part: Int] = [:]) {
    let query = asked.query
    if asked.before != nil {
      self.init("no-older", ["newest": .link(.search(asked.older(than: nil)))])
      return
    }
    guard !asked.restrictions.isEmpty else {
      self.init("no-matches-anywhere", ["query": .text(query ?? "")])
      return
    }
    var facts: [String: Fact] = [:]
    if let query { facts["query"] = .text(query) }
    if asked.isFiltered { facts["filtered"] = .text("filtered") }
    let ways = asked.restrictions.filter { counts[$0] != 0 }
    if !ways.isEmpty { facts["ways"] = .text("ways") }
    for part in ways {
      facts[part.rawValue] = .link(.search(asked.without(part)))
      facts[part.rawValue + "Count"] = counts[part].map { .number($0, upTo: Limits.countedMatches - 1) }
    }
    self.init("no-matches", facts)
  }
}

extension SearchParameters {
  /// The text to search for; nil if it is blank or too long.
  var query: String? {
    switch text {
    case .blank, .tooLong: nil
    case .text(let text): text
    }
  }
}

extension Failure {
  /// The text has too many characters or words.
  static let tooLongToSearch = Failure(
    .invalid,
    Reason(
      "too-long", ["characters": .number(Limits.searchCharacters), "most": .number(Limits.searchWords)]))
}
