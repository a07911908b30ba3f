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
  ///   - stories: all that it shows.
  ///   - frame: makes a page of the app with these parts: the page of a story, or nil for a page of the gallery itself.
  package init(_ stories: [Story], frame: @escaping @Sendable (_ story: Story?, _ parts: [PagePart]) -> Page) {
    (self.stories, self.frame) = (stories, frame)
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
    let stories = Story.all(of: pages.templates.screens, gates: pages.templates.gates)
    let gallery = Gallery(stories) { story, parts in page(story?.state ?? "Gallery", parts) }
    return addFlow(gallery, for: pages) { _, _ in }
  }
}

/// A screen in one of its states, made from its fixed samples: for the gallery, for screenshots, and for tests of every
/// state.
package struct Story: Sendable {
  package let screen: ViewName
  /// The state, as an address: `content`, `content/long-titles`, `empty/all-done`, `failed/unavailable`.
  package let state: String
  /// The value of the region's `data-state`.
  package let stateName: String
  /// A region that settles in the state at once.
  package let region: any PageRegion

  /// The stories of every state of the screens, then of every sample of the gates, in their order.
  package static func all(of screens: [any Screen.Type], gates: [any Gate.Type] = []) -> [Story] {
    screens.flatMap { stories(of: $0) } + gates.flatMap { stories(of: $0) }
  }

  private static func stories<G: Gate>(of gate: G.Type) -> [Story] {
    G.samples.map { sample in
      let region = GateRegion<G>(G.name.path, reason: sample.reason, sample.view)
      let state = [sample.reason.rawValue, sample.variant].compactMap(\.self).joined(separator: "/")
      return Story(screen: G.name, state: state, stateName: GateState.name, region: region)
    }
  }

  private static func stories<S: Screen>(of screen: S.Type) -> [Story] {
    guard let caption = S.samples.first?.caption ?? NoCaption() as? S.Caption else { return [] }
    return ([nil] + S.variants).flatMap { stories(of: screen, in: $0, caption) }
  }

  private static func stories<S: Screen>(of screen: S.Type, in variant: ViewName?, _ caption: S.Caption) -> [Story] {
    func story(_ state: String, _ held: ViewState<S.Content>, _ caption: S.Caption) -> Story {
      let state = (variant.map { "\($0)/" } ?? "") + state
      let region = Region<S>(
        S.name.path, Loader<S.Content> { _ throws(Interruption) in throw .cancelled }, caption: caption,
        retry: .get("/gallery/\(S.name.path)/\(state)"), placement: .page, templates: variant)
      let storyRegion = StoryRegion(region: region, state: held)
      return Story(screen: S.name, state: state, stateName: held.stateAttribute, region: storyRegion)
    }
    var stories: [Story] = []
    if let first = S.samples.first {
      stories += [story("unloaded", .unloaded, caption), story("loading", .loading(nil), caption)]
      // Other stages differ in their words only.
      if let stage = S.stages.first { stories.append(story("loading/\(stage.name)", .loading(stage), caption)) }
      stories += S.samples.map { sample in
        let state = sample.name == first.name ? "content" : "content/\(sample.name)"
        return story(state, .content(sample.content, .idle), sample.caption)
      }
      stories.append(story("content/refreshing", .content(first.content, .running(nil)), caption))
      stories.append(
        story(
          "content/refresh-failed", .content(first.content, .failed(S.failures.first ?? Failure(.timedOut))), caption))
    }
    // A screen with neither samples nor failures exists for its loading state.
    if S.samples.isEmpty, S.failures.isEmpty { stories.append(story("loading", .loading(nil), caption)) }
    let ends =
      S.emptyReasons.map { ViewState<S.Content>.empty($0) } + S.otherStates.map { .other($0) }
      + S.shownFailures.map { .failed($0) }
    return stories + ends.map { story($0.templateName.path, $0, caption) }
  }
}

extension Story {
  /// The markup of the region in its state.
  package func markup(by catalogue: Catalogue, for look: DisplaySettings) -> Markup {
    region.pending.rendering.element(
      RegionRenderer(catalogue: catalogue, look: look, request: nil, address: "/gallery/\(screen.path)/\(state)"))
  }
}

extension Catalogue {
  /// The markup of a region in a state.
  package func markup<S: Screen>(
    of region: Region<S>, in state: ViewState<S.Content>, for look: DisplaySettings
  ) -> Markup {
    StoryRegion(region: region, state: state).pending.rendering.element(
      RegionRenderer(catalogue: self, look: look, request: nil, address: "/"))
  }
}

/// A region that stays in one state.
private struct StoryRegion<S: Screen>: PageRegion {
  let region: Region<S>
  let state: ViewState<S.Content>

  var name: String { region.name }
  var weight: Weight { .secondary }
  var origin: RegionOrigin { region.origin }

  /// The region as a page shows it; while loading, its placeholder in a streamed page.
  var pending: RegionState {
    let rendering = region.presented(state).rendering
    let isPlaceholder = state.content == nil && state.isLoading
    return RegionState(
      isSettled: true, isComplete: false, failure: nil, stage: nil,
      rendering: RegionRendering { renderer in
        var renderer = renderer
        renderer.statusLines = 0
        return isPlaceholder ? rendering.placeholder(renderer) : rendering.element(renderer)
      })
  }
}
