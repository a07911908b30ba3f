import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// The calendar of a feed, for apps that subscribe to it. It needs no session: its address is the credential.
enum FeedFile {
  /// The parameter by which tasks with a date are events, for calendars that know no tasks.
  static let eventsParameter = (name: "as", value: "events")

  /// `GET /feeds/{secret}.ics`. Unknown, ended and removed feeds are all answered alike.
  @Sendable static func send(_ request: AnonymousRequest) async throws -> Response {
    let name = try request.parameter("name")
    let subscriber = request.client.ip.map { [RateLimitKey.feeds($0.subscriber)] } ?? []
    if let wait = request.app.feedLimiter.admit(subscriber) { return .refused(.tooManyRequests, after: wait) }
    guard let secret = FeedSecret(fileName: name), let found = try await find(secret, request),
      let calendar = try await FeedCalendar(found, request)
    else { return .noCalendar }
    let app = request.app
    if let wait = app.feedLimiter.admit([.feed(found.feed.id)]) { return .refused(.tooManyRequests, after: wait) }
    app.feedUses.note(found.feed, at: app.now())
    var headers: HTTPFields = [.eTag: calendar.tag, .cacheControl: "private, no-cache", .vary: "Accept-Encoding"]
    if calendar.isKnown(to: request.http.headers) { return Response(status: .notModified, headers: headers) }
    let slot: Permit
    do throws(AccountSlots.Refusal) { slot = try app.exports.enter(found.account.id, for: .feed) } catch {
      return .refused(.serviceUnavailable, after: .seconds(30))
    }
    let pieces = try await request.store(of: found.account).ifThere { store in
      try await store.export(calendar.wanted)
    }
    guard let pieces else { return .noCalendar }
    headers[.contentType] = calendar.wanted.format.mediaType
    let sent = SentExport(pieces, slot, to: request.context.channel)
    do throws(StoreError) {
      return try await sent.readAhead().response(headers, to: request.http.headers, request.context.logger)
    } catch {
      throw request.store.failure(error)
    }
  }

  private static func find(_ secret: FeedSecret, _ request: AnonymousRequest) async throws(Failure) -> FoundFeed? {
    try await request.store { store in try await store.feed(digest: secret.digest) }
  }
}

extension AnonymousRequest {
  fileprivate func store(of account: Account) -> AccountStore<Failure> {
    AccountStore(store, for: account.id, in: "GMT")
  }
}

/// What a feed shows at a moment.
private struct FeedCalendar {
  let wanted: ExportRequest
  /// A weak tag, the same for the plain and the compressed form.
  let tag: String

  /// Nil if its list has no calendar: it is not there any more, or its search asks for nothing.
  init?(_ found: FoundFeed, _ request: AnonymousRequest) async throws(Failure) {
    let asEvents =
      request.http.uri.queryParameters[Substring(FeedFile.eventsParameter.name)].map { String($0) }
      == FeedFile.eventsParameter.value
    let look = request.look(of: found.account)
    let scope: ExportRequest.Scope
    let name: String
    switch found.feed.subject {
    case .today:
      // The upper bound is the beginning of the day after the last one.
      let last = DueSection.soon.times(at: look.dueNow.time).upperBound.day.adding(days: -1)
      let filter = TaskFilter(
        due: .between(DueTime.first...DueTime(last, nil)), assignee: .accountOrNobody(found.account.id),
        zone: look.timeZone)
      (scope, name) = (.matches(text: nil, in: filter), "Today")
    case .list(let id):
      let list = try await request.store(of: found.account).ifThere { store in
        try await store.list(id)
      }
      guard let list, let own = ExportRequest.Scope(of: list, for: look) else { return nil }
      (scope, name) = (own, list.name)
    }
    wanted = ExportRequest(scope, as: asEvents ? .events : .iCalendar, in: look.zone, joinedAs: name)
    // The days of a filter change without a write.
    let input = String(prefixingLengths: [
      request.app.settings.build, found.feed.id, found.feed.made.timeIntervalSince1970, found.revision, name, asEvents,
      String(describing: scope),
    ])
    let digest = SHA256.hash(data: Data(input.utf8)).prefix(16)
    tag = "W/\"\(Base64.urlText(of: Array(digest)))\""
  }

  /// Whether a client has the calendar (RFC 9110, section 13.1.2).
  func isKnown(to headers: HTTPFields) -> Bool { headers.knownTags.contains { $0 == "*" || $0 == tag.dropFirst(2) } }
}

extension Response {
  /// The answer to a secret that no feed has.
  fileprivate static var noCalendar: Response { plain(.notFound, "There is no calendar at this address.\n") }

  fileprivate static func refused(_ status: HTTPResponse.Status, after wait: Duration) -> Response {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    return plain(status, "Try again later.\n", [.retryAfter: String(seconds)])
  }
}

/// The secret in the address of a calendar feed: 256 random bits. It grants access to the feed, so it is shown once, and never stored
/// or logged; the database has its ``digest``.
struct FeedSecret: Hashable, Redacted, Sendable {
  /// 43 characters of URL-safe Base64.
  let text: String

  /// Creates a random secret.
  init() { text = Base64.urlText(of: (0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

  /// Reads the secret in the name of a feed's file. Any text will do: one that is no secret has a digest that no feed has, so all names
  /// are answered alike.
  init?(fileName: String) {
    guard fileName.hasSuffix(Self.ending) else { return nil }
    text = String(fileName.dropLast(Self.ending.count))
  }

  /// The ending of the file's name.
  static let ending = ".ics"

  /// The stored SHA-256. 256 random bits cannot be guessed, so salt and cost are unnecessary.
  var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

extension FeedSecret {
  /// The address of the feed, as the client that asks for it reaches the app: with tasks, and with events for calendars that know no
  /// tasks.
  func address(on client: Client, below basePath: BasePath) -> (tasks: String, events: String) {
    let tasks = client.origin + basePath.address("\(PublicRoute.feeds.path)/\(text)\(Self.ending)")
    return (tasks, "\(tasks)?\(FeedFile.eventsParameter.name)=\(FeedFile.eventsParameter.value)")
  }
}

extension Client {
  /// The scheme and the host by which it reaches the app; empty if it names no host.
  var origin: String { host.map { "\(isHTTPS ? "https" : "http")://\($0)" } ?? "" }
}
