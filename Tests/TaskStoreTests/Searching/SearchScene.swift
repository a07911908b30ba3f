import Tasks
import Testing

@testable import TaskStore

extension World {
  /// The result of a search; records an issue if the search was refused.
  func search(
    _ text: String, completed: Bool = false, before: TaskID? = nil, limit: Int = 100
  ) async throws -> SearchAnswer.Found {
    let answer = try await store[account].search(
      text, in: TaskFilter(status: completed ? .all : .open), by: .newest, before: before, of: limit, window: limit)
    switch answer {
    case .found(let found): return found
    case .noWords, .tooManyWords:
      Issue.record("\(text) was not searched: \(answer)")
      return SearchAnswer.Found(lists: [], tasks: [], olderThan: nil)
    }
  }

  /// The titles of the tasks that a search finds.
  func found(_ text: String, completed: Bool = false) async throws -> [String] {
    try await search(text, completed: completed).tasks.map(\.title.plain)
  }
}

extension MarkedText {
  /// The text without marks.
  var plain: String { runs.map(\.text).joined() }

  /// The text with its marks in brackets.
  var bracketed: String { runs.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined() }
}
