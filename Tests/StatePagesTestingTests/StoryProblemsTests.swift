import Foundation
import StatePages
import StatePagesTesting
import StateViews
import Testing

/// Every state of a screen, checked and written for other checkers.
final class StoryProblemsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func templates(empty: String = "<p>No trains.</p>") throws -> Templates {
    let texts = [
      "trains/content": "<ul>{{#trains}}<li>{{to}}</li>{{/trains}}</ul>", "trains/empty": empty,
      "layouts/page": "<!doctype html><title>Trains</title><main>{{stage}}</main>",
    ]
    for (name, text) in texts {
      let file = folder.appending(path: "templates/\(name).mustache")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return try Templates(folder.appending(path: "templates").path(), screens: [TrainsScreen.self], pieces: [Frame.self])
  }

  @Test func `well-formed templates have no problems`() throws { #expect(try templates().storyProblems().isEmpty) }

  @Test(arguments: [
    ("<p>No trains.", "closes <p>"), ("<p>No trains.</p></div>", "closes"), ("<p></p>", "says nothing"),
    ("<label for=\"form\">From</label> <input id=\"from\">", "the label for form has no control"),
  ])
  func `a broken template is reported with its story`(empty: String, problem: String) throws {
    let problems = try templates(empty: empty).storyProblems()
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("trains/empty/none-today: ") == true)
    #expect(problems.first?.contains(problem) == true, "\(problems)")
  }

  @Test func `pieces are checked as well`() throws {
    #expect(try templates().storyProblems(pieces: [Frame()]) == [])
    let file = folder.appending(path: "templates/layouts/page.mustache")
    try "<!doctype html><title>Trains<main>{{stage}}</main></title>".write(to: file, atomically: true, encoding: .utf8)
    let templates = try Templates(
      folder.appending(path: "templates").path(), screens: [TrainsScreen.self], pieces: [Frame.self], allowsUnused: true
    )
    #expect(try templates.storyProblems(pieces: [Frame()]).first?.hasPrefix("layouts/page: ") == true)
  }
}

private enum TrainsScreen: Screen {
  static let name: ViewName = "trains"
  static let emptyReasons: [Reason] = ["none-today"]
  static let samples = [Sample<TrainsScreen>("two", content: [Train(to: "Oslo"), Train(to: "Bergen")])]

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["trains": .rows(\.trains)]
    let trains: [Train]
  }

  static func view(of trains: [Train], for look: DisplaySettings) -> View { View(trains: trains) }
}

private struct Train: TemplateView {
  static let fields: [String: Field<Train>] = ["to": .text(\.to)]
  let to: String
}

private struct Frame: Layout {
  static let template = "layouts/page"
  static let fields: [String: Field<Frame>] = ["stage": stage]
}
