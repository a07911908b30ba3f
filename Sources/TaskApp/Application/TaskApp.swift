public import Foundation
import HTTPTypes
public import Hummingbird
import Logging
public import RemoteLists
public import StatePages
import StateViews
public import TaskStore
public import Tasks

/// The app: lists and tasks in the browser, over a store.
///
/// One way only: request → access → flow → containers load → state → view → template → response.
public final class TaskApp: Sendable {
  /// What can be chosen about the app when it is made.
  public struct Settings: Sendable {
    /// How long things may take.
    public var patience: Pages.Patience
    /// Whether `?rehearse=` and `/gallery` exist.
    public var rehearses: Bool
    /// The time zone that decides what "today" is, by its IANA name.
    public var timeZone: String
    /// What names this build: pages that another build printed are not taken for its own.
    public var build: String
    /// The names, beside `localhost` and addresses of numbers, under which the app answers; in lower case, without port.
    public var hosts: Set<String>
    /// Whether visitors may make accounts of their own.
    public var signUp: SignUp
    /// Whether people may sign in over a network that others can read along.
    public var plainHTTP: Bool
    /// Who is believed about whom a request is from.
    public var proxies: TrustedProxies
    /// What turns passwords into records.
    public var hasher: PasswordHasher
    /// How lists are fetched from elsewhere.
    public var fetching = FetchSettings()
    /// When they are.
    public var freshness = RefreshPolicy()
    /// What is asked of who makes the first account, unless their browser runs on this machine; nil to ask nobody.
    public var setUpToken: SetUpToken?
    /// Where security problems are reported to, as a URI such as `mailto:security@example.org`; nil to publish none.
    public var securityContact: String?
    /// How much of what was rendered is kept, in bytes.
    public var editionBytes = 8 << 20
    /// Whether mistakes of the app are shown in the place of pages, and what was rendered is compared with what would be.
    public var isStrict = Pages.isDebugBuild

    /// What comes after what while a list is being followed.
    var follow: any Flow<FollowFlow.Step, FollowFlow.Event, FollowFlow.Finish> = FollowFlow()
    /// Told of every event that a form or an address came to, and of the step at which it happened.
    var onEvent: @Sendable (TaskFlow.Event, TaskFlow.Step) -> Void = { _, _ in }
    /// The clock by which forms are counted a minute.
    var writeClock: any Clock<Duration> = ContinuousClock()

    /// Settings of one's choice.
    public init(
      patience: Pages.Patience = Pages.Patience(), rehearses: Bool = false,
      timeZone: String = TimeZone.current.identifier, build: String = "",
      hosts: Set<String> = [], signUp: SignUp = .closed, plainHTTP: Bool = false, proxies: TrustedProxies = .none,
      hasher: PasswordHasher = PasswordHasher()
    ) {
      self.patience = patience
      self.rehearses = rehearses
      self.timeZone = timeZone
      self.build = build
      self.hosts = hosts
      self.signUp = signUp
      self.plainHTTP = plainHTTP
      self.proxies = proxies
      self.hasher = hasher
    }

    /// What names the build and all settings that pages show: a start with others takes no page for its own.
    fileprivate var names: String {
      CacheKey(
        build, timeZone, String(describing: signUp), plainHTTP, rehearses, String(describing: fetching),
        String(describing: freshness)
      ).description
    }
  }

  let store: TaskStore
  let accounts: Accounts
  let assets: Assets
  let pages: Pages
  let settings: Settings
  let now: @Sendable () -> Date
  /// How a reader wants things printed at this moment.
  let look: @Sendable () -> Look
  let flow: TaskFlow
  let refresher: Refresher
  let sessionUses = SessionUses()
  let exports = ExportSlots()
  let writeRate: WriteRateLimiter

  /// The app over a store.
  /// - Parameters:
  ///   - store: the lists and tasks.
  ///   - templates: its templates, as ``templates(_:)`` loads them.
  ///   - assets: its static files.
  ///   - settings: what can be chosen.
  ///   - clock: the clock by which loads are measured.
  ///   - now: the time of day.
  ///   - fetch: what asks sources; nil for the network.
  public init(
    store: TaskStore, templates: Templates, assets: Assets, settings: Settings = Settings(),
    clock: any Clock<Duration> = TimerWheel.shared, now: @escaping @Sendable () -> Date = { Date() },
    fetch: Fetch? = nil
  ) {
    self.store = store
    accounts = Accounts(
      store: store, hasher: settings.hasher, signUp: settings.signUp, limiter: RateLimiter(clock: clock))
    self.assets = assets
    self.settings = settings
    flow = TaskFlow(follow: settings.follow)
    writeRate = WriteRateLimiter(perMinute: store.quotas.writesPerMinute, clock: settings.writeClock)
    self.now = now
    refresher = Refresher(
      store: store, freshness: settings.freshness, clock: clock, now: now,
      fetch: fetch ?? Self.fetch(settings.fetching))
    let addresses = assets.addresses
    let look: @Sendable () -> Look = { Look(timeZone: settings.timeZone, now: Int64(now().timeIntervalSince1970)) }
    self.look = look
    pages = Pages(
      templates, patience: settings.patience, clock: clock, rehearses: settings.rehearses,
      renderCache: RenderCache(budget: settings.editionBytes),
      shell: {
        .shell(at: TaskFlow.addresses.step(at: $0), assets: addresses, for: look())
      },
      build: settings.names, isStrict: settings.isStrict
    ) { failure in
      .problem(failure, PageLayout(.problem, assets: addresses), for: look())
    }
  }

  /// Asks a source for its list; see `RemoteLists.fetch(_:ifNot:progress:)`.
  public typealias Fetch =
    @Sendable (SourceAddress, Validators, @escaping @Sendable (FetchProgress) -> Void) async throws(CancellationError)
    -> FetchOutcome

  private static func fetch(_ settings: FetchSettings) -> Fetch {
    let lists = RemoteLists(settings)
    return { address, validators, progress throws(CancellationError) in
      try await lists.fetch(address, ifNot: validators, progress: progress)
    }
  }

  /// Every screen of the app, in the order in which the gallery shows them.
  public static let screens: [any Screen.Type] = [
    CardScreen.self, RemoteCardScreen.self, ListsScreen.self, TasksScreen.self, CompletedScreen.self,
    RemoteScreen.self, PreviewScreen.self, CollectionsScreen.self, SiblingsScreen.self, TaskScreen.self,
    SearchScreen.self, TrashScreen.self,
    HistoryScreen.self, SourceLogScreen.self, SessionsScreen.self, UsageScreen.self, ActivityScreen.self,
    ProblemScreen.self, OpeningScreen.self,
  ]

  /// What stands in the place of a page for whoever is signed out.
  public static let gates: [any Gate.Type] = [SignedOutGate.self]

  /// Every view that has a template of its own outside the regions.
  static let pieces: [any Piece.Type] = [
    PageLayout.self, InsideLayout.self, ShellLayout.self, OverviewHead.self, OverviewPages.self, NewListForm.self,
    ListHead.self,
    AddForm.self, TaskHead.self, SearchHead.self,
    SearchForm.self, TrashHead.self, HistoryHead.self, SettingsHead.self, ActivityHead.self, PreferencesForm.self,
    PasswordForm.self,
    AccountForm.self, SavedDraftView.self,
    UnsavedForm.self, RemoteHead.self, CopyForm.self, FollowHead.self, FollowAddressForm.self, FollowNameForm.self,
    GalleryHead.self, GalleryEntry.self, TaskRowView.self, ListsScreen.Row.self, SiblingsScreen.Row.self,
  ]

  /// What was rendered already.
  public var renderCache: RenderCache { pages.renderCache }

  /// Loads and verifies the app's templates.
  /// - Parameter isReloading: whether they are loaded again once they have changed.
  /// - Throws: everything that is wrong with them.
  public static func templates(
    _ folder: String, isReloading: Bool = Pages.isDebugBuild
  ) throws(TemplateProblems) -> Templates {
    try Templates(
      folder, screens: screens, gates: gates, pieces: pieces, links: TaskFlow.links, isReloading: isReloading)
  }

  /// What answers requests: the router, in a task of its own for each; where a page is not decided in time, with its shell.
  public func responder() -> TransientResponder<some HTTPResponder<AppContext>> {
    TransientResponder(router().buildResponder(), promptly: pages, headers: HTTPFields(SecurityHeaders.fields))
  }

  /// Where each request goes.
  public func router() -> Router<AppContext> {
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: LogRequestsMiddleware(.debug))
    router.add(middleware: ClientMiddleware(proxies: settings.proxies))
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ProblemPages(pages))
    router.add(middleware: HostGuard(names: settings.hosts))
    router.add(middleware: CSRFProtection())
    router.add(middleware: NotFoundMiddleware(app: self))
    router.add(middleware: StrictPaths())
    RouteTable(of: self).install(in: router)
    return router
  }
}
