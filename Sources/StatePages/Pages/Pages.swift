package import Scheduling
public import StateViews

/// Answers requests with pages: whole within the grace, streamed after it, 304 if the client has the page already.
///
/// ```swift
/// let pages = Pages(templates) { failure in
///   Page(PageLayout(title: "Sorry")) { Region<ProblemScreen>("problem", failed: failure) }
/// }
/// ```
///
/// ``response(to:in:version:holds:_:)`` answers with a page, or with the page of a failure.
///
/// In a service of a `ServiceGroup`, such as every Hummingbird application, a graceful shutdown fails each region that
/// is still loading as ``StateViews/Failure/stopping``, which ends every page.
///
/// A page's loads end with the task that answers its request. Hummingbird does not cancel that task when the client
/// disconnects; `StatePagesServing` has a server that does.
public struct Pages: Sendable {
  /// The source of the templates.
  public let templates: Templates
  var patience: Patience
  let clock: any Clock<Duration>
  let rehearses: Bool
  package var renderCache: RenderCache
  /// Whether programming errors are shown in the response, and cached pages are rendered again and compared.
  let isStrict: Bool
  /// Makes the page for a failure that is not a region's, for the request that failed: in its language, for instance.
  package var problemPage: @Sendable (Failure, PageRequest) -> Page
  let routes = KnownRoutes()
  /// Where the app makes them.
  private let place: SourceLocation
  /// Called with each region that was loaded, for metrics.
  let onSettled: (@Sendable (LoadedRegion) -> Void)?
  /// Long pages are rendered one at a time, so that one reader's pages never keep all cores busy. What an app makes of many rows besides
  /// takes turns with them, by readers.
  package let longPages = FairQueue<String>(1)

  /// Creates pages from templates.
  /// - Parameters:
  ///   - templates: the source of the templates.
  ///   - patience: the time limits.
  ///   - clock: the clock of the time limits.
  ///   - rehearses: whether the query `?rehearse=` holds regions in states.
  ///   - cacheBytes: the size of the cache of rendered pages; 0 for none.
  ///   - isStrict: whether a programming error of the app, such as an unregistered screen or an incomplete version,
  ///     is shown in place of the page. Every page found by its version is then rendered again and compared.
  ///     Otherwise an error is logged, and the page fails.
  ///   - onSettled: called with each region when it is shown in its final state. Those of kept pages are not reported.
  ///   - file: the source file of the pages; for reports of programming errors.
  ///   - line: the line in it.
  ///   - problem: the page for a failure that is not a region's.
  public init(
    _ templates: Templates, patience: Patience = Patience(), clock: any Clock<Duration> = EventLoopClock(),
    rehearses: Bool = false, cacheBytes: Int = 8 << 20, isStrict: Bool = Pages.isDebugBuild,
    onSettled: (@Sendable (LoadedRegion) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line,
    problem: @escaping @Sendable (Failure) -> Page
  ) {
    place = SourceLocation(file, line)
    (self.onSettled, self.templates) = (onSettled, templates)
    (self.patience, self.clock, self.rehearses) = (patience, clock, rehearses)
    renderCache = RenderCache(budget: cacheBytes)
    self.isStrict = isStrict
    problemPage = { failure, _ in problem(failure) }
  }

  /// Whether this is a debug build.
  public static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

extension Pages {
  /// Placeholders that stay beyond the deadline of their load. A screen with a deadline of its own is verified with its templates.
  var timingMistakes: [TemplateProblems.Problem] {
    let all = Timing(delay: patience.grace, minimum: patience.minimum)
    if let mistake = all.mistake(of: "Patience(grace:minimum:deadline:)", by: patience.deadline) {
      return [.init(template: place.description, line: nil, message: mistake)]
    }
    return templates.screens.compactMap { screen in
      guard let timing = screen.timing, timing.deadline == nil else { return nil }
      return timing.mistake(of: "\(screen).timing", by: patience.deadline).map {
        .init(template: screen.name.path, line: nil, message: $0)
      }
    }
  }

  /// The time limits of pages.
  public struct Patience: Hashable, Sendable {
    /// How long a page waits for its regions before it is streamed with placeholders.
    public var grace: Duration
    /// How long a placeholder stays at least once it is sent: one that is replaced at once flashes. Whole pages have none.
    public var minimum: Duration
    /// How long a region may load before it fails as timed out.
    public var deadline: Duration
    /// How long a load may be silent before its placeholder reports that it is still working.
    public var silence: Duration

    /// Creates time limits.
    public init(
      grace: Duration = .milliseconds(150), minimum: Duration = .milliseconds(300), deadline: Duration = .seconds(30),
      silence: Duration = .seconds(5)
    ) {
      (self.grace, self.minimum, self.deadline, self.silence) = (grace, minimum, deadline, silence)
    }
  }
}

/// A region whose load has ended.
///
/// ```swift
/// Pages(templates, onSettled: { metrics.count($0.screen, $0.state) }) { failure in problemPage(failure) }
/// ```
public struct LoadedRegion: Hashable, Sendable {
  /// The name of the region on its page.
  public let name: String
  /// The name of its screen.
  public let screen: String
  /// The state that it settled in, such as `content`, or `loading` if its reader left before.
  public let state: String
  /// How long it has loaded.
  public let time: Duration
}

extension Timing {
  /// The mistake of a placeholder that stays beyond a deadline; nil if it does not, or if there is none.
  func mistake(of name: String, by deadline: Duration?) -> String? {
    guard let deadline, delay + minimum > deadline else { return nil }
    return """
      \(name): a placeholder that is shown after \(delay) for at least \(minimum) stays beyond the deadline of \(deadline). Lower the \
      minimum, or raise the deadline
      """
  }
}
