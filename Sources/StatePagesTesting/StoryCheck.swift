public import StatePages
import StateViews

/// Renders every state of every screen, from the screens' samples, and pieces.
public struct StoryCheck: Sendable {
  private let pieces: [any Piece]
  private let look: DisplaySettings

  /// A check of the screens and gates of an app, and of examples of its pieces: forms, heads, layouts.
  public init(pieces: [any Piece] = [], for look: DisplaySettings = DisplaySettings()) {
    self.pieces = pieces
    self.look = look
  }

  /// The stories that can't be rendered, are not well-formed or don't name their state, the pieces that are not well-formed, and labels
  /// without their control, one line each; empty if all is well.
  /// - Throws: the problems of reloaded templates.
  public func problems(in templates: Templates) throws -> [String] {
    let catalogue = try templates.current().get()
    let stories = Story.all(of: templates.screens, gates: templates.gates)
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
      return "\(P.template): \(error)"
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
      return "\(error)"
    }
  }
}

extension HTMLElement {
  /// The problem of the first label that belongs to a control which is not there.
  fileprivate var strayLabel: String? {
    all("label").compactMap { $0["for"] }.first { element(id: $0) == nil }.map { "the label for \($0) has no control" }
  }
}
