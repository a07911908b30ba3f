public import StateViews

/// A part of a page with a container, a state and a retry of its own.
public struct Region<S: Screen>: Sendable {
  /// The name of the region, once on its page.
  public let name: String
  /// What names its bytes; nil if nothing does, and then the page has no ETag.
  public let cacheKey: CacheKey?

  /// Whether its failure is the page's.
  public let weight: Weight

  let content: any StatefulContent<S.Content>
  let start: ViewState<S.Content>
  let caption: S.Caption
  let retry: FormAction?
  let placement: Placement
  let place: SourceLocation

  /// A region of a page.
  /// - Parameters:
  ///   - name: its name, once on its page: lower-case words joined by hyphens.
  ///   - content: what loads it.
  ///   - caption: what is known of it before the load.
  ///   - start: what is there already: older content is shown, marked as refreshing, while the load runs. It is replaced when
  ///     the load ends, and with it what somebody typed into it meanwhile: not for content with forms.
  ///   - cache key: all that its bytes depend on beside templates and look, on whatever page it stands; nil if nothing names them.
  ///     A region that was rendered is found by it, and neither loaded nor rendered again.
  ///   - retry: the form of its retry button.
  ///   - placement: how much room it has; its placeholder takes the same.
  ///   - weight: whether its failure is the page's.
  public init(
    _ name: String, _ content: some StatefulContent<S.Content>, caption: S.Caption,
    from start: ViewState<S.Content> = .unloaded, cacheKey: CacheKey? = nil, retry: FormAction? = nil,
    placement: Placement = .panel, weight: Weight = .main, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.name = name
    self.content = content
    self.caption = caption
    self.start = start
    self.cacheKey = cacheKey.map { CacheKey([S.name.path, name, placement.rawValue, $0], at: $0.place) }
    self.retry = retry
    self.placement = placement
    self.weight = weight
    place = SourceLocation(file, line)
  }
}

extension Region where S.Caption == NoCaption {
  /// A region of which nothing is known before the load.
  public init(
    _ name: String, _ content: some StatefulContent<S.Content>, from start: ViewState<S.Content> = .unloaded,
    cacheKey: CacheKey? = nil, retry: FormAction? = nil, placement: Placement = .panel, weight: Weight = .main,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name, content, caption: NoCaption(), from: start, cacheKey: cacheKey, retry: retry, placement: placement,
      weight: weight, file: file, line: line)
  }
}

extension Region where S.Caption == NoCaption, S.Content == Never {
  /// A region that tells of a failure which is known already, as on the page for a failure that is the whole page's.
  public init(
    _ name: String, failed failure: Failure, placement: Placement = .page, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(name, Loader(failed: failure), placement: placement, file: file, line: line)
  }
}

/// How much room a region has.
public enum Placement: String, CaseIterable, Hashable, Sendable {
  /// The page's main part.
  case page
  /// A panel among others.
  case panel
  /// A row within a panel.
  case row
}

/// Whether a region's failure is its page's.
public enum Weight: Hashable, Sendable {
  /// If it fails, the status of a page that was sent whole tells so.
  case main
  /// If it fails, the rest of the page is worth its 200.
  case beside
}
