package import StateViews

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
      if let stage = S.stages.first {
        stories.append(story("loading/\(stage.name)", .loading(stage), caption))
      }
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
  package func markup(by catalogue: Catalogue, for look: Look) -> Markup {
    region.pending.print.element(
      RegionRenderer(catalogue: catalogue, look: look, request: nil, address: "/gallery/\(screen.path)/\(state)"))
  }
}

/// A region that stays in one state.
private struct StoryRegion<S: Screen>: PageRegion {
  let region: Region<S>
  let state: ViewState<S.Content>

  var name: String { region.name }
  var weight: Weight { .secondary }
  var origin: RegionOrigin { region.origin }

  var pending: RegionState {
    RegionState(isSettled: true, isComplete: false, failure: nil, stage: nil, print: self)
  }

}

extension StoryRegion: RegionPrint {
  /// The region as a page shows it; while loading, its placeholder in a streamed page.
  func element(_ printer: RegionRenderer) -> Markup {
    let print = region.presented(state).print
    var printer = printer
    printer.statusLines = 0
    return state.content == nil && state.isLoading ? print.placeholder(printer) : print.element(printer)
  }
}
