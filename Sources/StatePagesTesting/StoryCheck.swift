public import Foundation
public import StatePages
import StateViews

/// Renders every state of every screen, from the screens' samples, and pieces.
public struct StoryCheck: Sendable {
  private let stories: [Story]
  private let pieces: [any Piece]
  private let look: Look

  /// A check of the screens and gates of an app, and of examples of its pieces: forms, heads, layouts.
  public init(
    screens: [any Screen.Type], gates: [any Gate.Type] = [], pieces: [any Piece] = [], for look: Look
  ) {
    self.pieces = pieces
    stories = Story.all(of: screens, gates: gates)
    self.look = look
  }

  /// The stories that can't be rendered, are not well-formed or don't name their state, the pieces that are not well-formed, and labels
  /// without their control, one line each; empty if all is well.
  /// - Throws: the problems of reloaded templates.
  public func problems(in templates: Templates) throws -> [String] {
    let catalogue = try templates.current().get()
    let ofStories = stories.compactMap { story in
      problem(of: story, html: story.markup(by: catalogue, for: look).html).map {
        "\(story.screen)/\(story.state): \($0)"
      }
    }
    return ofStories + pieces.compactMap { problem(of: $0, by: catalogue) }
  }

  private func problem<P: Piece>(of piece: P, by catalogue: Catalogue) -> String? {
    do {
      let html = catalogue.render(piece).html
      let page = try html.hasPrefix("<!doctype html>") ? HTMLReader.page(html) : HTMLReader.fragment(html)
      return (page.children.isEmpty ? "says nothing" : page.strayLabel).map { "\(P.template): \($0)" }
    } catch {
      return "\(P.template): \(error.description)"
    }
  }

  private func problem(of story: Story, html: String) -> String? {
    do {
      let page = try HTMLReader.fragment(html)
      let element = page.first {
        $0["data-region"] == story.screen.path || $0["data-placeholder-for"] == story.screen.path
      }
      guard let element else { return "has no element for its region" }
      guard element["data-state"] == story.stateName else {
        return "is \(element["data-state"] ?? "in no state") instead of \(story.stateName)"
      }
      return element.text.contains { !$0.isWhitespace } ? page.strayLabel : "says nothing"
    } catch {
      return error.description
    }
  }

  /// Writes a page for every story into a folder, for checkers of other kinds: of HTML, of accessibility, of looks.
  /// - Parameters:
  ///   - folder: the folder; it is made if it does not exist.
  ///   - templates: the templates of the app.
  ///   - page: the page around the markup of a story.
  /// - Returns: the files.
  /// - Throws: the problems of reloaded templates, and the errors of the file system.
  public func write(
    to folder: URL, from templates: Templates, page: (_ story: Story, _ markup: String) -> String
  ) throws -> [URL] {
    let catalogue = try templates.current().get()
    return try stories.map { story in
      let file = folder.appending(path: "\(story.screen.path)/\(story.state).html")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try page(story, story.markup(by: catalogue, for: look).html).write(to: file, atomically: true, encoding: .utf8)
      return file
    }
  }
}

extension HTMLElement {
  /// The problem of the first label that belongs to a control which is not there.
  fileprivate var strayLabel: String? {
    all("label").compactMap { $0["for"] }.first { element(id: $0) == nil }.map { "the label for \($0) has no control" }
  }
}
