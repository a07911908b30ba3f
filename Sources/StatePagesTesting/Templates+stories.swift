public import StatePages
import StateViews

extension Templates {
  /// Renders every state of every screen and gate, from their samples, and examples of pieces.
  ///
  /// ```swift
  /// #expect(try templates.storyProblems() == [])
  /// ```
  /// - Parameters:
  ///   - pieces: examples of forms, heads and layouts.
  ///   - look: the display preferences that they are rendered for.
  /// - Returns: the stories that can't be rendered, are not well-formed or don't name their state, the pieces that are not well-formed, and
  ///   labels without their control, one line each; empty if all is well.
  /// - Throws: the problems of reloaded templates.
  public func storyProblems(
    pieces: [any Piece] = [], for look: DisplaySettings = DisplaySettings()
  ) throws -> [String] {
    let catalogue = try current().get()
    let ofStories = Story.all(of: screens, gates: gates).compactMap { story in
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
