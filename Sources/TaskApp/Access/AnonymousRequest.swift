import Foundation
import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// A request before authentication.
struct AnonymousRequest: AppRequest {
  let app: TaskApp
  let http: Request
  let context: AppContext
  var anonymous: AnonymousRequest { self }
  var client: Client { context.client ?? .unknown }

  /// The store. Its errors become failures.
  var store: StoreAccess { StoreAccess(store: app.store, logger: context.logger) }

  /// The session cookie for the connection; nil if the connection may carry none.
  var cookie: SessionCookie? { SessionCookie(for: client, below: app.basePath, plainHTTP: app.settings.plainHTTP) }
  var token: SessionToken? { cookie?.token(in: http.headers) }
  /// The cookie by which accounts recognize the browser; nil if the connection may carry none.
  var deviceCookie: DeviceCookie? { cookie.map { DeviceCookie(beside: $0) } }
  /// The client that signs in or up.
  var visitor: Visitor {
    Visitor(
      client: client, agent: http.headers[.userAgent] ?? "", devices: deviceCookie?.devices(in: http.headers) ?? [],
      logger: context.logger)
  }
}

/// Authentication, decided before a page exists.
extension AnonymousRequest {
  /// The minimum time between two records of a session's use, in seconds.
  static let notedWithin: TimeInterval = 3600

  /// Authenticates the request by its session cookie.
  /// - Throws: store failures.
  func access() async throws(Failure) -> Access<Reader, SignedOut> {
    guard let cookie else { return .signedOut(.insecure) }
    guard let digest = cookie.token(in: http.headers)?.digest, let (found, known) = try await session(digest) else {
      return .signedOut(try await hasAccounts() ? .registered : .unregistered)
    }
    guard let end = found.session.ended else {
      note(found.session)
      var look = look.of(found.account.settings, app.languages)
      let (due, tagColors) = try await summary(of: found, look, known: known, digest)
      // Few accounts have times today, and the time of day takes longer than the rest of the access.
      let time = due.isTimed ? look.time : .midnight
      look.minute = due.since(time).minutes
      return .granted(Reader(found, look: look, due: due.counts(at: time), tagColors: tagColors))
    }
    switch end {
    case .idle, .old: return .signedOut(found.isSuperseded ? .ended : .expired(found.session))
    case .revoked, .replaced: return .signedOut(.ended)
    case .signedOut: return .signedOut(.registered)
    }
  }

  /// The look of an account that reads without a session.
  func look(of account: Account) -> DisplaySettings {
    var look = look.of(account.settings, app.languages)
    look.minute = look.time.minutes
    return look
  }

  func hasAccounts() async throws(Failure) -> Bool {
    try await store { store in try await store.hasAccounts() }
  }

  /// What is due of an account, and the colors of its tags.
  /// - Parameter known: what was read before, if that holds.
  private func summary(
    of found: FoundSession, _ look: DisplaySettings, known: AccessCache.Entry?, _ digest: Data
  ) async throws(Failure) -> (DueSummary, TagColors) {
    let (today, zone) = (look.today, look.timeZone)
    if let known, known.today == today, known.zone == zone { return (known.due, known.tagColors) }
    let read = try await store { store in
      let own = store[found.account.id, in: zone]
      return (due: try await own.dueSummary(today: today), tagColors: try await own.tagColors())
    }
    app.accesses[digest] = AccessCache.Entry(
      found: found, today: today, zone: zone, due: read.due, tagColors: read.tagColors)
    return read
  }

  /// The session of a token, and what was read with it before, if that holds.
  private func session(_ digest: Data) async throws(Failure) -> (FoundSession, AccessCache.Entry?)? {
    let known = app.accesses[digest]
    return try await store { store in
      if let known, let found = try store.session(known.found) { return (found, known) }
      return try await store.session(digest: digest).map { ($0, nil) }
    }
  }

  /// Records the session's use, unless the request is a prefetch. The write is deferred, so reads wait for no write.
  private func note(_ session: Session) {
    let now = app.now()
    guard !isPrefetch, now.timeIntervalSince(session.seen) > Self.notedWithin else { return }
    app.sessionUses.note(session.id, now)
  }
}

extension FoundSession {
  /// Whether the password was changed after the session began: the change may have been made to lock out the token's holder.
  fileprivate var isSuperseded: Bool { account.passwordChanged.map { $0 > session.begun } ?? false }
}

extension DisplaySettings {
  fileprivate var time: TimeOfDay { TimeOfDay(of: Date(timeIntervalSince1970: TimeInterval(now)), in: zone) }

  func of(_ settings: AccountSettings, _ languages: Languages) -> DisplaySettings {
    var look = self
    look.language = settings.language.flatMap(languages.tag) ?? look.language
    look.timeZone = settings.timeZone ?? look.timeZone
    look.theme = settings.theme.rawValue
    look.rows = settings.rows
    return look
  }

  /// The look in the language that the browser accepts.
  func accepting(_ request: Request, of languages: Languages) -> DisplaySettings {
    var look = self
    look.language = languages.accepted(request.headers[.acceptLanguage])
    return look
  }
}

extension Reader {
  fileprivate init(_ found: FoundSession, look: DisplaySettings, due: DueCounts, tagColors: TagColors) {
    self.init(
      account: found.account.id, name: found.account.name, session: found.session.id,
      isOperator: found.account.isOperator, look: look,
      quickAdd: QuickAddContext(
        today: look.today, now: look.time,
        order: found.account.settings.dateOrder(in: look.language), hours: found.account.settings.hours,
        firstWeekday: look.firstWeekday, zone: look.zone, language: look.language),
      epoch: found.epoch, version: found.readerVersion, due: due, tagColors: tagColors,
      hasPausedChannel: found.hasPausedChannel)
  }
}

extension AnonymousRequest {
  /// The response to an address without a route: a 404 in the signed-in layout if the client is signed in. Without a route, access has
  /// not been determined yet.
  func unknownAddress() async -> Response { await identified().problem(.unknownAddress) }

  /// The signed-in request, if there is a session; otherwise, or if the session can't be read, this request.
  private func identified() async -> any AppRequest {
    do {
      switch try await access() {
      case .granted(let reader): return SignedInRequest(anonymous: self, reader: reader)
      case .signedOut: return self
      }
    } catch {
      return self
    }
  }
}

/// Responses that begin or end a session.
extension SignInRequest {
  /// Sets the session cookie, and the cookie by which the account recognizes the browser.
  func setCookies(for signedIn: SignedIn, _ cookie: SessionCookie, in response: inout Response) {
    response.headers[.setCookie] = cookie.setting(signedIn.token)
    response.headers.append(HTTPField(name: .setCookie, value: device(signedIn.name, cookie)))
  }

  /// The cookie by which this account, and those that already knew the browser, recognize it.
  private func device(_ name: Username, _ cookie: SessionCookie) -> String {
    let (key, shown) = (app.store.deviceKey, anonymous.visitor.devices)
    // Replaces an earlier entry for the same account.
    let others = shown.filter { !$0.isKnown(to: name, key: key) }
    return DeviceCookie(beside: cookie).setting(KnownDevice(for: name, key: key), beside: others)
  }

  /// The response after signing out: a redirect that clears the cookie and the browser's cache, including the Back button's
  /// pages.
  func signedOut() -> Response {
    var response = redirect(after: .signedOut)
    response.endSession(of: self)
    return response
  }
}

extension Response {
  /// Clears the session cookie, and the browser's cache.
  mutating func endSession(of request: SignInRequest) {
    headers[.setCookie] = request.anonymous.cookie?.clearing
    if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\"" }
  }
}
