import StatePages
import Tasks

struct PageLayout: Layout {
  static let template = "layouts/page"
  static let fields: [String: Field<PageLayout>] = [
    "lang": .text { $0.language == "pseudo" ? "en" : $0.language },
    "dir": .text { Writing.direction(of: $0.language) },
    "titleTemplate": .template(among: Kind.allCases.map(\.title) + Kind.named.map(\.namedTitle)) {
      $0.name != nil && Kind.named.contains($0.kind) ? $0.kind.namedTitle : $0.kind.title
    },
    "name": .optional(\.name), "stylesheet": .address(\.stylesheet),
    "galleryStylesheet": .optionalAddress { $0.kind == .gallery ? $0.assets.gallery : nil },
    "icon": .address(\.assets.icon), "touchIcon": .optionalAddress(\.assets.touchIcon),
    "manifest": .address { _ in PublicRoute.manifest.path },
    "light": .flag { $0.theme != .dark },
    "dark": .flag { $0.theme != .light },
    "colorScheme": .text(\.colorScheme), "news": .view(\.notice),
    "stage": stage,
    "kind": .text(\.kind.grid),
    "beside": .flag { $0.arrangement == .beside },
    "board": .flag(\.isBoard),
    "skipsToList": .flag { $0.skips.contains(.list) },
    "skipsToNewTask": .flag { $0.skips.contains(.newTask) },
    "saves": .flag(\.saves), "nextHref": .optionalLink { $0.next.map { .openReview($0) } },
    "skipsToNewList": .flag { $0.skips.contains(.newList) },
    "theme": .optional { $0.theme == .system ? nil : $0.theme.rawValue },
    "account": .optional { $0.account },
    "printed": .optional { $0.look.map { DayPrinter($0).fullDate($0.today) } },
    "atToday": .flag { $0.kind == .today },
    "atUpcoming": .flag { $0.kind == .upcoming },
    "due": .number(upTo: DueCounts.most - 1) { ($0.due.late + $0.due.today).ifAny },
    "isLate": .flag { $0.due.late > 0 },
    "atLists": .flag { Kind.ofLists.contains($0.kind) },
    "atListsItself": .flag { $0.kind == .overview },
    "atSearch": .flag { Kind.ofSearch.contains($0.kind) },
    "atReview": .flag { $0.kind == .review },
    "atTrash": .flag { $0.kind == .trash },
    "atSettings": .flag { Kind.ofSettings.contains($0.kind) },
    "galleryHref": .optionalAddress { $0.galleryHref },
    "from": .optional(\.from),
    "pausedHref": .optionalLink { $0.hasPausedChannel && $0.kind != .reminders ? .openReminders : nil },
    "notice": .view { $0.isNoticeInRow ? nil : $0.notice },
  ]

  /// The kind of a page, which determines its title and grid.
  enum Kind: String, CaseIterable, Sendable {
    case today, upcoming, overview, list, task, history, follow, search, tag, add, review, tags, trash, settings,
      activity,
      export, server, problem, gallery
    case feeds
    case listFeeds = "list-feeds"
    case sharing, invitation
    /// A comment in a form.
    case comment
    case sharedList = "shared-list"
    case answer, confirmation
    case savedDraft = "saved-draft"
    case settingsAccount = "settings-account"
    case settingsDisplay = "settings-display"
    case settingsApps = "settings-apps"
    case reminders
    case settingsData = "settings-data"
    case signedOut = "signed-out"
    case welcome
    case followPreview = "follow-preview"
    case followLists = "follow-lists"
    case followName = "follow-name"
    case importFile = "import"
    case importPreview = "import-preview"
    case importResult = "import-result"
    case changeAddress = "change-address"
    case signUp = "sign-up"

    /// The kinds whose pages have a subject or none.
    static let named: [Kind] = [.upcoming, .search, .export, .changeAddress]

    var title: String { "words/title.\(rawValue)" }
    var namedTitle: String { "\(title)-of" }

    /// The name of its grid in the stylesheet, which some kinds share.
    var grid: String {
      switch self {
      case .add, .comment, .followLists, .followPreview, .followName, .changeAddress, .importFile, .importPreview,
        .importResult:
        Kind.follow.rawValue
      case .tag, .upcoming: Kind.search.rawValue
      case .activity, .server: Kind.history.rawValue
      case .feeds, .listFeeds, .sharing, .invitation, .sharedList, .answer, .confirmation, .settingsAccount,
        .settingsDisplay, .settingsApps, .settingsData, .reminders:
        Kind.settings.rawValue
      case .today, .overview, .list, .task, .export, .history, .follow, .search, .review, .tags, .trash, .settings,
        .savedDraft, .problem, .gallery, .signedOut, .welcome, .signUp:
        rawValue
      }
    }

    /// The kinds of pages that the bar marks as those of a link.
    static let ofLists: Set<Kind> = [
      .overview, .list, .task, .comment, .history, .follow, .followLists, .followPreview, .followName, .changeAddress,
      .export,
      .listFeeds, .sharing, .invitation, .importFile, .importPreview, .importResult,
    ]
    static let ofSearch: Set<Kind> = [.search, .tag, .tags]
    static let ofSettings: Set<Kind> = [
      .settings, .settingsAccount, .settingsDisplay, .settingsApps, .settingsData, .reminders, .activity, .server,
      .feeds,
    ]
  }

  /// A place that a skip link of a page leads to. It stands in a piece, never in a region: while a page is streamed, that would be in
  /// its shadow root, out of reach of links.
  enum SkipTarget: Sendable {
    /// Before the first row.
    case list
    case newTask, newList
  }

  /// The language of the page, a BCP 47 tag.
  var language = "en-GB"
  var arrangement = Page.Arrangement.alone
  /// The lists and tags beside the page; nil without a signed-in account.
  var rail: Region<ListsScreen>?
  let kind: Kind
  var isBoard = false
  /// What the page is about, if it has a name.
  var name: String?
  /// The account's name; nil without a signed-in account, and then there is no navigation.
  var account: String?
  /// Gives the date of a printed page, because the dates on it are relative; nil without a signed-in account.
  var look: DisplaySettings?
  var theme = Theme.system
  let assets: AssetAddresses
  /// How many tasks are due, for the app bar.
  var due = DueCounts()
  /// Whether a channel of the reader is paused.
  var hasPausedChannel = false
  /// The recent change, which begins the title.
  var notice: Notice?
  /// Whether a row of the page shows the recent change, so that the page needs no notice.
  var isNoticeInRow = false
  /// The places with a skip link, beside the content itself.
  var skips: Set<SkipTarget> = []
  /// Whether the page is the form of a task, so that the place in the bar where others add saves what was typed.
  var saves = false
  /// The part of the review that follows, which the place in the bar where others add leads to.
  var next: ReviewView?
  /// The address that the buttons of rows return to; nil for the page of a list.
  var from: String?
  var galleryHref: String?

  init(_ kind: Kind, assets: AssetAddresses) { (self.kind, self.assets) = (kind, assets) }

  var stylesheet: String { assets.stylesheet }

  /// The `color-scheme` that the browser uses before the stylesheet loads.
  private var colorScheme: String {
    switch theme {
    case .system: "light dark"
    case .light, .dark: theme.rawValue
    }
  }
}
