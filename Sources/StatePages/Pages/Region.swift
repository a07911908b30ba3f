public import StateViews

/// A part of a page with its own container, state and retry.
///
/// ```swift
/// Region<BooksScreen>("books", books, from: lastGoodCopy, retry: .post("/books/refresh"), weight: .secondary)
/// ```
public struct Region<S: Screen>: Sendable {
  /// The name of the region, unique on its page.
  public let name: String
  /// Whether its failure decides the page's status.
  public let weight: Weight

  /// Nil for a region that stays in its state.
  let content: (any StatefulContent<S.Content>)?
  let start: ViewState<S.Content>
  let caption: S.Caption
  /// Nil for one that requests the page again.
  package let retry: FormAction?
  let placement: Placement
  /// The folder of templates within the screen's own.
  let templates: ViewName?
  let place: SourceLocation
  /// The parts within its content.
  package var parts: [PagePart] = []

  /// Creates a region of a page.
  /// - Parameters:
  ///   - name: its name, unique on the page: lower-case words joined by hyphens.
  ///   - content: the content to load.
  ///   - caption: what is known before the load.
  ///   - older: older content, which is shown, marked as refreshing, during the load. The end of the load replaces it, including any
  ///     input in its forms: not for content with forms.
  ///   - retry: the form of its retry button; by default, it requests the page again.
  ///   - placement: its size; the placeholder has the same.
  ///   - weight: whether its failure decides the page's status.
  ///   - templates: one of the screen's ``Screen/variants``: how it looks here.
  ///   - file: the source file of the region; for reports of programming errors.
  ///   - line: the line in it.
  public init(
    _ name: String, _ content: some StatefulContent<S.Content>, caption: S.Caption, from older: S.Content? = nil,
    retry: FormAction? = nil, placement: Placement = .panel, weight: Weight = .main,
    templates: ViewName? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name, content: content, older.map { .content($0, .idle) } ?? .unloaded, caption, retry, placement,
      weight, templates, SourceLocation(file, line))
  }

  /// Creates a region that stays in a state, which its owner knows: a source that was never asked, a job that runs. It loads nothing.
  /// - Parameters:
  ///   - name: its name, unique on the page: lower-case words joined by hyphens.
  ///   - state: the state.
  ///   - caption: what its templates show beside the state.
  ///   - retry: the form of its retry button; by default, it requests the page again.
  ///   - placement: its size.
  ///   - weight: whether its failure decides the page's status.
  ///   - templates: one of the screen's ``Screen/variants``: how it looks here.
  ///   - file: the source file of the region; for reports of programming errors.
  ///   - line: the line in it.
  public init(
    _ name: String, in state: ViewState<S.Content>, caption: S.Caption, retry: FormAction? = nil,
    placement: Placement = .panel, weight: Weight = .main, templates: ViewName? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name, content: nil, state, caption, retry, placement, weight, templates, SourceLocation(file, line))
  }

  private init(
    _ name: String, content: (any StatefulContent<S.Content>)?, _ start: ViewState<S.Content>, _ caption: S.Caption,
    _ retry: FormAction?, _ placement: Placement, _ weight: Weight, _ templates: ViewName?,
    _ place: SourceLocation
  ) {
    (self.name, self.content, self.caption, self.start) = (name, content, caption, start)
    (self.retry, self.placement, self.weight) = (retry, placement, weight)
    (self.templates, self.place) = (templates, place)
  }

  /// The region with others in its content, each with its own load, state, retry and failure.
  ///
  /// ```swift
  /// Region<TimetableScreen>("tram", departures).containing {
  ///   Region<NewsScreen>("tram-news", news, weight: .secondary)
  /// }
  /// ```
  ///
  /// A tag of the content's view prints one by its name, ``Field/part(_:)``. They load beside this region, and are shown while it has
  /// content. A failure that the screen of an inner region has no template for, `Templates/<name>/failed.mustache`, is shown by the
  /// nearest region around it whose screen has one, else by the outermost. Its status is that of the page if all regions around it
  /// are ``Weight/main``.
  public func containing(@PageBuilder _ parts: () -> [PagePart]) -> Region<S> {
    var region = self
    region.parts += parts()
    return region
  }
}

extension Region where S.Caption == NoCaption {
  /// Creates a region without a caption.
  public init(
    _ name: String, _ content: some StatefulContent<S.Content>, from older: S.Content? = nil,
    retry: FormAction? = nil, placement: Placement = .panel, weight: Weight = .main,
    templates: ViewName? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name, content, caption: NoCaption(), from: older, retry: retry, placement: placement,
      weight: weight, templates: templates, file: file, line: line)
  }

  /// Creates a region without a caption that stays in a state.
  public init(
    _ name: String, in state: ViewState<S.Content>, retry: FormAction? = nil, placement: Placement = .panel,
    weight: Weight = .main, templates: ViewName? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name, in: state, caption: NoCaption(), retry: retry, placement: placement, weight: weight, templates: templates,
      file: file, line: line)
  }
}

extension Region where S.Caption == NoCaption, S.Content == Never {
  /// Creates a region that shows a known failure, as on the page for a failure of the whole page.
  public init(
    _ name: String = "page", failed failure: Failure, placement: Placement = .page, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(name, Loader(failed: failure), placement: placement, file: file, line: line)
  }
}

/// The size of a region.
///
/// Its raw value is a class of the region's element: `.region.page`, `.region.panel`.
///
/// ```swift
/// Region<BooksScreen>("reserved", reserved, placement: .panel)
/// ```
public enum Placement: String, CaseIterable, Hashable, Sendable {
  /// The page's main part.
  case page
  /// A panel among others.
  case panel
}

/// Whether a region's failure decides the status of its page.
///
/// ```swift
/// Region<ForecastScreen>("forecast", forecast, weight: .secondary)
/// ```
public enum Weight: Hashable, Sendable {
  /// A region whose failure decides the status of a page that is sent whole.
  case main
  /// The page answers 200 even if it fails.
  case secondary
}
