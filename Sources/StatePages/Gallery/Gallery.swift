public import Hummingbird
package import StateViews

/// The gallery of an app: every screen in every state, made from the fixed samples; see ``Hummingbird/Router/addGallery(for:page:)``.
package struct Gallery: PageFlow {
  /// A page of the gallery.
  package enum Step: Hashable, Sendable {
    /// All screens, or all stories whose `data-state` is `state`.
    case index(state: String?)
    /// The stories of a screen.
    case screen(String)
    /// A story.
    case story(screen: String, state: String)
  }

  /// A link of the gallery leads to its step.
  package typealias Event = Step

  /// The addresses of the gallery, `/gallery` and below.
  package static let addresses = StepAddresses<Step> {
    StepAddress("/gallery", .query("state")) { .index(state: $0) }
    StepAddress("/gallery/{screen}", .segment) { .screen($0) }
    StepAddress("/gallery/{screen}/**", .segment, .rest) { .story(screen: $0, state: $1) }
  }

  package let stories: [Story]
  private let frame: @Sendable (Story?, [PagePart]) -> Page

  /// Creates a gallery.
  /// - Parameters:
  ///   - screens: the screens.
  ///   - gates: the gates.
  ///   - frame: makes a page of the app with these parts: the page of a story, or nil for a page of the gallery itself.
  package init(
    of screens: [any Screen.Type], gates: [any Gate.Type] = [],
    frame: @escaping @Sendable (_ story: Story?, _ parts: [PagePart]) -> Page
  ) {
    stories = Story.all(of: screens, gates: gates)
    self.frame = frame
  }

  /// Nil: nothing happens in a gallery.
  package func redirect(at step: Step, for request: Void) -> Event? { nil }

  /// The page of a step.
  /// - Throws: not found, if there is no such screen, state or story.
  package func page(at step: Step, for request: Void) throws(Failure) -> Page {
    switch step {
    case .index(let state):
      guard state.map({ state in stories.contains { $0.stateName == state } }) ?? true else { throw Self.notFound }
      return frame(nil, [.piece("gallery", GalleryIndex(gallery: self, state: state))])
    case .screen(let name):
      let stories = stories.filter { $0.screen.path == name }
      guard !stories.isEmpty else { throw Self.notFound }
      return frame(nil, [.piece("gallery", GalleryScreen(gallery: self, name: name, stories: stories))])
    case .story(let screen, let state):
      guard let story = stories.first(where: { $0.screen.path == screen && $0.state == state }) else {
        throw Self.notFound
      }
      return frame(story, [PagePart(story.region)])
    }
  }

  package func address(of story: Story) -> PageAddress {
    address(of: .story(screen: story.screen.path, state: story.state))
  }

  func address(of step: Step) -> PageAddress { Self.addresses.address(of: step) }

  private static var notFound: Failure { RequestProblem.unknownAddress.failure }
}

extension Router {
  /// Adds the gallery of an app: every screen in every state, made from the fixed samples. For development and demonstrations:
  /// an app with private samples leaves it out elsewhere.
  ///
  /// ```swift
  /// router.addGallery(for: pages) { title, parts in
  ///   Page(PageLayout(title: title)) { for part in parts { part } }
  /// }
  /// ```
  ///
  /// | Address | Page |
  /// |---|---|
  /// | `/gallery` | a picture of each screen, a table of screens and states; with `?state=failed`, every story in that state |
  /// | `/gallery/books` | the stories of a screen, each in a frame; like ones stand together |
  /// | `/gallery/books/failed/source-failed` | one story on a page of the app |
  ///
  /// The frames show the pages of regions (`?only=`), which needs a ``Site`` that frames its own pages.
  /// - Parameters:
  ///   - pages: answers with its pages; its templates know the screens.
  ///   - page: makes a page of the app with these parts. Its title is that of the gallery, or the state that it shows.
  @discardableResult public func addGallery(
    for pages: Pages, page: @escaping @Sendable (_ title: String, _ parts: [PagePart]) -> Page
  ) -> Self {
    let gallery = Gallery(of: pages.templates.screens, gates: pages.templates.gates) { story, parts in
      page(story?.state ?? "Gallery", parts)
    }
    return addFlow(gallery, for: pages) { _, _ in }
  }
}
