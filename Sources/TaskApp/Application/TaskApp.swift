package import Foundation
import HTTPTypes
package import Hummingbird
package import NetworkAddresses
import Notifications
package import RemoteLists
import Scheduling
package import StatePages
package import TaskFormats
package import TaskStore
package import Tasks

/// The app: task lists in the browser, backed by a store.
///
/// Data flows one way: request → access → flow → containers load → state → view → template → response.
package final class TaskApp: Sendable {
  package struct Settings: Sendable {
    package var patience: Pages.Patience
    /// Whether `?rehearse=` exists, and the gallery.
    package var rehearses: Bool
    /// The account that anyone on this machine may sign in as with one press, in a demo. A demo has the gallery as well.
    package var demo: DemoAccount?
    /// The IANA name of the time zone that decides what "today" is.
    package var timeZone: String
    /// The language of readers whose browsers accept none of the catalogues', a BCP 47 tag.
    package var language = "en"
    /// Identifies the build. Part of cache validators, so pages of another build are not reused.
    package var build: String
    /// The host names of the app, and the proxies trusted to set forwarding headers.
    package var site: Site
    package var signUp: SignUp
    /// Whether users may sign in over unencrypted connections.
    package var plainHTTP: Bool
    package var hasher: PasswordHasher
    package var fetching = FetchSettings()
    package var resolver: any AddressResolver = SystemResolver()
    package var freshness = RefreshPolicy()
    /// The token that creating the first account requires, unless the browser runs on this machine; nil for none.
    package var setUpToken: SetUpToken?
    /// The URI for security reports, such as `mailto:security@example.org`, published in `security.txt`; nil for none.
    package var securityContact: String?
    /// The size limit of the render cache in bytes.
    package var renderCacheBytes = 8 << 20
    /// Called with what happens in the app, for metrics.
    package var onMetric: (@Sendable (AppMetric) -> Void)?
    /// Whether internal errors are shown in place of pages, and cached markup is compared with a fresh rendering.
    package var isStrict = Pages.isDebugBuild
    /// The number of pages that an account, or before signing in a network, may request per minute; nil for no limit.
    package var requestsPerMinute: Int?
    package var uploadFolder = UploadFolder.temporary
    /// Sends what reminds; nil if nothing is sent.
    package var sender: ReminderSender?
    /// Tells programs of changes; nil if they are not.
    package var pushSender: PushSender?
    /// Where mails arrive that become tasks; nil if there is no such place.
    package var incomingMail: IncomingDomain?

    /// The clock of the limit of requests per minute.
    var limitClock: any Clock<Duration> = EventLoopClock()

    package init(
      patience: Pages.Patience = Pages.Patience(), rehearses: Bool = false,
      timeZone: String = TimeZone.current.identifier, build: String = "",
      site: Site = Site(), signUp: SignUp = .closed, plainHTTP: Bool = false, hasher: PasswordHasher = PasswordHasher()
    ) {
      (self.patience, self.rehearses, self.timeZone, self.build) = (patience, rehearses, timeZone, build)
      (self.site, self.signUp, self.plainHTTP, self.hasher) = (site, signUp, plainHTTP, hasher)
    }

    /// Whether `/gallery` exists.
    var showsGallery: Bool { rehearses || demo != nil }
  }

  let store: TaskStore
  let accounts: Accounts
  let assets: Assets
  let pages: Pages
  let settings: Settings
  let now: @Sendable () -> Date
  /// The default display settings at this moment.
  let look: @Sendable () -> DisplaySettings
  let languages: Languages
  let flow = TaskFlow()
  var gallery: Gallery { GalleryPage.gallery(assets: assets.addresses) }
  let refresher: Refresher
  let sessionUses = UseBuffer<SessionID, Date>()
  let accesses = AccessCache()
  let exports = AccountSlots(32, longestRow: .seconds(300))
  let feedUses = UseBuffer<FeedID, Date>()
  let appPasswordUses = UseBuffer<AppPasswordID, AppPassword.Use>()
  /// The pages that are kept up to date.
  let livePages = AccountSlots(200)
  let newFeedSecrets = NewSecrets<FeedID, FeedSecret>()
  let newInvitations = NewSecrets<ChangeID, LinkSecret>()
  let newPages = NewSecrets<ChangeID, LinkSecret>()
  let appDeletions = AppDeletions()
  let pushKey: PushServerKey
  let newAppPasswords = NewSecrets<AppPasswordID, AppPasswordSecret>()
  let newWebhookSecrets = NewSecrets<ReminderChannelID, String>()
  let channelTests = ChannelTests()
  let feedLimiter: RateLimiter<RateLimitKey>
  let requestRate: RateLimiter<RequestSender>?
  let markedRequests = MarkedRequests()
  let slowRequests = SlowRequests()
  let imports: Imports
  /// Long answers to CalDAV clients, of which an account is sent one at a time.
  let davAnswers = FairQueue<AccountID>(.max, share: 1)
  let clock: any Clock<Duration>

  /// Creates the app.
  /// - Parameters:
  ///   - store: the lists and tasks.
  ///   - templates: the templates, as loaded by ``templates(_:isReloading:)``.
  ///   - assets: the static files.
  ///   - settings: the configuration.
  ///   - clock: the clock for timeouts and durations.
  ///   - now: returns the current time.
  ///   - fetch: fetches remote lists; nil for the network.
  package init(
    store: TaskStore, templates: Templates, assets: Assets, settings: Settings = Settings(),
    clock: any Clock<Duration> = EventLoopClock(), now: @escaping @Sendable () -> Date = { Date() }, fetch: Fetch? = nil
  ) {
    self.store = store
    pushKey = PushServerKey(from: store.deviceKey)
    accounts = Accounts(
      store: store, hasher: settings.hasher, signUp: settings.signUp, limiter: RateLimiter(clock: clock),
      onMetric: settings.onMetric)
    feedLimiter = RateLimiter(clock: clock)
    self.assets = assets
    self.settings = settings
    self.clock = clock
    imports = Imports(Uploads(in: settings.uploadFolder, clock: clock), clock: clock)
    requestRate = settings.requestsPerMinute.map { RequestSender.limiter(perMinute: $0, clock: settings.limitClock) }
    self.now = now
    refresher = Refresher(
      store: store, freshness: settings.freshness, clock: clock, now: now, onMetric: settings.onMetric,
      fetch: fetch ?? RemoteLists(settings.fetching, resolver: settings.resolver).fetch(_:ifNot:in:progress:))
    let addresses = assets.addresses
    let languages = Languages(templates.languages, server: settings.language)
    self.languages = languages
    let look: @Sendable () -> DisplaySettings = {
      DisplaySettings(language: languages.server, timeZone: settings.timeZone, now: Int64(now().timeIntervalSince1970))
    }
    self.look = look
    var pages = Pages(
      templates, patience: settings.patience, clock: clock, rehearses: settings.rehearses,
      cacheBytes: settings.renderCacheBytes, isStrict: settings.isStrict, onSettled: settings.onSettled
    ) { failure in
      .problem(failure, PageLayout(.problem, assets: addresses), for: look())
    }
    pages.problemPage = { failure, request in
      .problem(failure, PageLayout(.problem, assets: addresses), for: look().accepting(request.request, of: languages))
    }
    self.pages = pages
  }

  /// Fetches a remote list; see `RemoteLists.fetch(_:ifNot:in:progress:)`.
  package typealias Fetch =
    @Sendable (
      SourceAddress, Validators, TimeZone, @escaping @Sendable (FetchProgress) -> Void
    ) async throws(CancellationError) -> FetchOutcome

  package static let screens: [any Screen.Type] = [
    DueScreen.self, UpcomingScreen.self, CardScreen.self, RemoteCardScreen.self, ListsScreen.self,
    TasksScreen.self, SectionScreen.self, ArrangingScreen.self, CompletedScreen.self, RemoteScreen.self,
    PreviewScreen.self, CollectionsScreen.self, TaskScreen.self, SubtasksScreen.self, CommentsScreen.self,
    SearchScreen.self, ReviewTasksScreen.self, ReviewScreen.self, TagsScreen.self, TrashScreen.self, HistoryScreen.self,
    EarlierScreen.self,
    SourceLogScreen.self,
    SessionsScreen.self, UsageScreen.self, ActivityScreen.self, FeedsScreen.self, SharingScreen.self,
    AppPasswordsScreen.self, ChannelsScreen.self,
    ServerStateScreen.self, ServerAccountsScreen.self, ServerEventsScreen.self, ImportPreviewScreen.self,
    ImportResultScreen.self, ProblemScreen.self,
  ]

  /// The gates shown in place of a page to signed-out users.
  package static let gates: [any Gate.Type] = [SignedOutGate.self]

  /// Every view with a template of its own outside the regions.
  static let pieces: [any Piece.Type] =
    [
      PageLayout.self, TodayHead.self, TodayAddForm.self, UpcomingHead.self, UpcomingFilters.self, AddHead.self,
      AddTaskForm.self, ManifestWords.self, OverviewHead.self, OverviewPages.self,
      NewListForm.self, SampleListText.self, InboxName.self, ListHead.self, ListPaneHead.self, SectionHead.self,
      AddForm.self,
      TickBar.self, TakeAlongFile.self, TakenTicks.self,
      Meanwhile.self, AddSubtasksForm.self, CommentForm.self, CommentHead.self, EditCommentForm.self,
      SelectionForm.self, TaskHead.self, SearchHead.self, SearchForm.self, TagHead.self, SaveFilterForm.self,
      SavedFilterHead.self, ReviewHead.self, ReviewNext.self, TagsHead.self, TrashHead.self, HistoryHead.self,
      SettingsHead.self,
      EarlierHead.self, EarlierForm.self, SettingsIndex.self, SettingsTopicHead.self,
      ActivityHead.self, ServerHead.self, ExportHead.self, ExportFormats.self, FeedsHead.self, FeedAddress.self,
      SharingHead.self, InviteForms.self, PageForm.self, SharedListView.self, LiveNote.self, Offers.self,
      InvitationView.self, ReminderMessage.self, DayMessage.self, AnswerView.self, AnswerWord.self,
      ConfirmationView.self,
      AddFeedForm.self, PreferencesForm.self, AppPasswordForm.self, PasswordForm.self, ExportForm.self,
      RemovalForm.self, RemindersHead.self, RemindersForm.self, AddChannelForm.self, ChannelMessage.self,
      IncomingMailView.self,
      SavedDraftView.self, UnsavedForm.self, RemoteHead.self, CopyForm.self, FollowHead.self, FollowAddressForm.self,
      FollowNameForm.self, ImportHead.self, ImportFileForm.self, ImportWays.self, TaskRowView.self,
      ListsScreen.Row.self, LastChangeView.self, InitialView.self, MarkedRun.self, RecurrenceView.self,
      RemindersView.self, ReminderMark.self, TagLink.self,
    ]

  package var renderCache: RenderCache { pages.renderCache }

  package var basePath: BasePath { pages.templates.basePath }

  /// The addresses that any template may link to.
  static func links(_ assets: Assets) -> [String: String] {
    TaskFlow.links.merging(["clear": assets.addresses.clear]) { page, _ in page }
  }

  /// The catalogues of messages that belong to a folder of templates, English first: `Words/en.json` and so on beside it. The
  /// pseudo-language stands for all.
  package static func words(beside templates: String, in language: String = "en") -> [String] {
    let folder = URL(filePath: templates).deletingLastPathComponent().appending(path: "Words").path(
      percentEncoded: false)
    var names = (FileManager.default.enumerator(atPath: folder) ?? .init()).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    let asked = "\(language.prefix { $0 != "-" }).json"
    // A missing file is reported when it is read.
    names = language == "pseudo" ? [asked] : ["en.json"] + Set(names + [asked]).subtracting(["en.json"]).sorted()
    return names.map { "\(folder)/\($0)" }
  }

  /// Loads and verifies the app's templates and messages.
  /// - Parameters:
  ///   - folder: the path of the folder of templates; the messages are in `Words` beside it.
  ///   - assets: the static files that the templates refer to.
  ///   - basePath: the path below which the app is served.
  ///   - isReloading: whether changed templates are reloaded.
  ///   - language: the server's language, `en`, or `pseudo` to see which words are in no catalogue.
  /// - Throws: ``TemplateProblems`` with every error found.
  package static func templates(
    _ folder: String, assets: Assets, basePath: BasePath = .root, isReloading: Bool = Pages.isDebugBuild,
    language: String = "en"
  ) throws(TemplateProblems) -> Templates {
    try Templates(
      folder, words: words(beside: folder, in: language), screens: screens, gates: gates, pieces: pieces,
      links: links(assets), sending: TaskFlow.intentsAnywhere, basePath: basePath, isReloading: isReloading,
      failureActions: FailureActions.of)
  }

  /// The responder: the router, below the base path.
  /// - Throws: what is wrong with the routes of the flows.
  package func responder() throws -> some HTTPResponder<AppContext> { below(try router().buildResponder()) }

  func below<Base: HTTPResponder<AppContext>>(_ base: Base) -> BasePathResponder<Base> {
    BasePathResponder(
      base, for: pages, alsoAtRoot: PublicRoute.alsoAtRoot, headers: settings.site.securityHeaders.fields)
  }

  package func router() throws -> Router<AppContext> {
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    var site = settings.site
    site.healthPath = PublicRoute.health.path
    site.secretFolders = [PublicRoute.feeds.path, PublicRoute.sharedPages.path, LinkSecret.folder]
    site.secretFolders.formUnion([PublicRoute.answers.path, PublicRoute.confirmations.path])
    site.programFolders = [PublicRoute.dav.path]
    // The gallery shows pages of regions in frames.
    if settings.showsGallery { site.securityHeaders = SecurityHeaders(framesOwnPages: true) }
    router.addMiddleware(for: pages, on: site) { request, context in
      await AnonymousRequest(app: self, http: request, context: context).unknownAddress()
    }
    RouteTable(of: self).install(in: router)
    return try router.refuseOtherMethods(checking: pages)
  }
}
