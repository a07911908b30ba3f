import HTTPTypes
import StatePages
import StateViews
import Testing

@testable import TaskApp

/// A route of the app's own table, to be requested.
struct RouteCase: CustomStringConvertible {
  let route: RouteTable.Route

  /// The routes of browsers. Those of app passwords have a matrix of their own (`AppPasswordRouteTests`), and programs alone send `OPTIONS`.
  static func all(of world: World) -> [RouteCase] {
    RouteTable(of: world.app).all.map(RouteCase.init)
      .filter { $0.route.gate != .appPassword && $0.route.method != .options }
  }

  /// One route of every address.
  static func addresses(of world: World) -> [RouteCase] {
    Dictionary(grouping: all(of: world), by: \.route.pattern).values.compactMap(\.first)
  }

  var description: String { "\(route.method) \(route.pattern)" }
  var hasID: Bool { route.pattern.contains("{id}") }

  /// Whether it requires a session.
  var isGated: Bool { route.gate == .session }

  /// The address with an id.
  func address(_ id: String) -> String {
    route.pattern.replacing("{id}", with: id).replacing("{name}", with: "x.css")
      .replacing("{screen}", with: "tasks").replacing("**", with: "content").replacing("{account}", with: "1")
      .replacing("{secret}", with: RichWorld.secret.description)
      .replacing("{token}/{act}", with: "1-1-x/done")
  }

  /// The address with the id of its kind among `things`.
  func address(of things: Things) -> String {
    address(id(of: things)).replacing("1-1-x/done", with: things.answer)
  }

  func id(of things: Things) -> String {
    guard hasID else { return "" }
    switch route.pattern.split(separator: "/").first {
    case "lists" where route.isOfRemoteList: return things.followed
    case "lists": return things.list
    case "remote": return things.draft
    case "tasks": return things.task
    case "sections": return things.section
    case "comments": return things.comment
    case "changes": return things.change
    case "tags": return things.tag
    case "settings" where route.pattern.contains("/feeds/"): return things.feed
    case "settings" where route.pattern.contains("/app-passwords/"): return things.appPassword
    case "settings" where route.pattern.contains("/incoming/"): return things.incoming
    case "settings" where route.pattern.contains("/reminders/"): return things.channel
    case "settings": return things.session
    case "drafts": return things.kept
    case "invitations": return things.invitation
    case "pages": return things.page
    case "import": return things.upload
    default:
      Issue.record("\(self): there is nothing for its id yet")
      return ""
    }
  }

  /// A form with which the route has its usual effect in a world.
  func form(for rich: RichWorld) async throws -> String {
    // The task is the last of its list, and the list is the first. The same field is empty for a copy to a new list.
    let end =
      route.pattern == "/tasks/{id}/move" ? "top" : route.pattern.hasSuffix("s/{id}/move") ? "bottom" : ""
    let version =
      switch route.pattern {
      case "/tasks/{id}": try await rich.world.version(of: rich.open)
      case "/lists/{id}": try await rich.world.version(of: rich.house)
      case "/comments/{id}": try await rich.world.version(of: rich.comment)
      case "/sections/{id}": try await rich.world.version(of: rich.section)
      default: rich.change
      }
    // Only Today's form has no choice of all tasks.
    let ticks: [(name: String, value: String)] =
      switch route.pattern {
      case "/today/change": [("task-\(rich.open)", "on")]
      case "/rows": [("/tasks/\(rich.open)/complete.y", "0")]
      default: []
      }
    return Form.encoded(
      ticks + [
        ("name", "New"), ("title", "New"), ("step", "New"), ("notes", ""), ("due", ""), ("priority", "none"),
        ("version", "\(version)"), ("time-zone", ""), ("theme", "dark"), ("rows", "50"), ("username", "Ann"),
        ("password", World.password), ("new-password", "another day in the garden"),
        ("url", "https://choir.example/new.ics"), ("to", end), ("all", "open"), ("change", "complete"),
        ("collection", RichWorld.club), ("order", "date"), ("filter", "due=week"),
        ("until", "9999999999999"), ("folded", "on"), ("sections", "tags"), ("typed", "\(rich.change)"),
        ("as-of", "2026-11-20T15:01"), ("role", "owner"), ("days", "7"), ("comment", "New"),
        ("address", "ann@new.example"), ("server", "https://ntfy.example"), ("topic", "new"), ("digest", "07:00"),
        ("color", "teal"),
      ])
  }

  /// Fields for a form of every address. The current password is wrong.
  static let fields =
    "name=n&title=t&due=&version=1&before=1&priority=none&time-zone=&theme=dark&rows=50"
    + "&username=u&password=not-the-one&new-password=something+else&url=choir.example/new.ics&to=&all=open&change=complete&collection=x&until=0&order=date"
    + "&filter=due%3Dweek&folded=on&sections=tags&typed=1&as-of=2026-11-20T15:01&role=owner&days=7&comment=c"
    + "&address=ann@new.example&server=https://ntfy.example&topic=new&digest=07:00&color=teal"
}

/// One id of each kind that an address can contain.
struct Things {
  let list: String
  let task: String
  let section: String
  let change: String
  let session: String
  let kept: String
  let followed: String
  let draft: String
  let tag: String
  let feed: String
  let appPassword: String
  let channel: String
  let incoming: String
  let upload: String
  let invitation: String
  let page: String
  let comment: String
  /// The two parts of the address of a link in a message.
  let answer: String

  init(_ rich: RichWorld) {
    (list, task, section, change) = ("\(rich.house)", "\(rich.open)", "\(rich.section)", "\(rich.change)")
    (session, kept) = ("\(rich.session)", "\(rich.kept)")
    (followed, draft, tag, feed) = ("\(rich.followed)", "\(rich.draft)", "\(rich.tag)", "\(rich.feed)")
    (appPassword, upload, invitation) = ("\(rich.appPassword)", "\(rich.upload)", "\(rich.invitation)")
    (page, comment, channel) = ("\(rich.page)", "\(rich.comment)", "\(rich.channel)")
    incoming = "\(rich.incoming)"
    answer = rich.answer
  }

  init(_ stranger: Stranger) {
    (list, task, change) = ("\(stranger.list)", "\(stranger.task)", "\(stranger.change)")
    section = "\(stranger.section)"
    (session, kept) = ("\(stranger.session)", "\(stranger.kept)")
    (followed, draft, tag) = ("\(stranger.followed)", "\(stranger.draft)", "\(stranger.tag)")
    feed = "\(stranger.feed)"
    (appPassword, upload, invitation) = ("\(stranger.appPassword)", "\(stranger.upload)", "\(stranger.invitation)")
    (page, comment, channel) = ("\(stranger.page)", "\(stranger.comment)", "\(stranger.channel)")
    incoming = "\(stranger.incoming)"
    answer = "1-\(stranger.task)-x/done"
  }

  /// The same id for every kind.
  init(all id: String) {
    (list, task, change, session, kept, followed, draft, tag, upload) = (id, id, id, id, id, id, id, id, id)
    (feed, appPassword, section, invitation, page, comment, channel, incoming) = (id, id, id, id, id, id, id, id)
    answer = "\(id)-\(id)-x/done"
  }
}

extension RouteTable {
  /// The routes of the table and of the flows.
  var all: [Route] {
    func routes<F: PageFlow>(of flow: F.Type, _ gate: Route.Gate) -> [Route] {
      let forms = F.addresses.formPatterns
      let pages = Set(F.addresses.patterns + forms).map { (HTTPRequest.Method.get, $0) }
      return (pages + forms.map { (.post, $0) }).map { method, pattern in
        Route(method: method, pattern: pattern, gate: gate) { _ in throw Failure(.internal) }
      }
    }
    return self.routes + routes(of: SignInFlow.self, .none) + routes(of: TaskFlow.self, .session)
      + (app.settings.showsGallery ? routes(of: Gallery.self, .none) : [])
  }
}

extension RouteTable.Route {
  /// Whether it applies to followed lists only.
  var isOfRemoteList: Bool {
    ["/lists/{id}/refresh", "/lists/{id}/copy", "/lists/{id}/keep"].contains(pattern)
  }
}

extension World {
  /// Requests a route. A form is sent from the app's own pages, with a value for every field.
  func send(_ one: RouteCase, _ address: String) async throws -> Answer {
    one.route.method == .post
      ? try await send(.post, address, .form, body: RouteCase.fields) : try await send(one.route.method, address)
  }
}
