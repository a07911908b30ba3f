import HTTPTypes
import Testing

@testable import TaskApp

extension World {
  /// A list with one task.
  static func withTask() async throws -> World {
    let world = try await World()
    try await world.add("a", to: world.makeList())
    return world
  }

  /// The entity tag of each page. A page without one is an issue.
  func tags(of pages: [String]) async throws -> [String: String] {
    var tags: [String: String] = [:]
    for page in pages { tags[page] = try await get(page).headers[.eTag] }
    #expect(tags.count == pages.count)
    return tags
  }
}
