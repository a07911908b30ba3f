import HTTPTypes
import Hummingbird
import NetworkAddresses
import RemoteLists
import StatePages
import TaskStore
import Tasks

/// REPORT (RFC 4791, section 7; RFC 6578).
extension DavRequest {
  func report() async throws -> Response {
    let (_, resource) = try await resource()
    guard let body = try await body() else { throw DavProblem(.badRequest) }
    guard case .collection(let one) = resource else { throw DavProblem(.forbidden, .dav("supported-report")) }
    // The instances of a series are not made one by one.
    let data = body.first(.dav("prop"))?.first(.calDAV("calendar-data"))
    guard data?.first(.calDAV("expand")) == nil, data?.attributes["content-type"] ?? "text/calendar" == "text/calendar"
    else { throw DavProblem(.forbidden, .calDAV("supported-calendar-data")) }
    switch body.name {
    case .calDAV("calendar-query"): return try await query(body, one)
    case .calDAV("calendar-multiget"): return try await multiget(body, one)
    case .dav("sync-collection"): return try await sync(body, one)
    default: throw DavProblem(.forbidden, .dav("supported-report"))
    }
  }

  private func query(_ body: XMLElement, _ one: CalendarCollection) async throws -> Response {
    let filter = try DavFilter(body.first(.calDAV("filter")))
    var status = MultiStatus()
    let entries = try await depth(otherwise: 1) == 0 ? [] : store.objectEntries(in: one.list)
    let isWhole = try await add(
      entries, of: one, below: href(isCollection: true), WantedProperties(body), matching: filter, to: &status)
    guard isWhole else { throw DavProblem(.insufficientStorage, .dav("number-of-matches-within-limits")) }
    return .multiStatus(status.text())
  }

  /// Exactly the addresses that are asked for, as they are written.
  private func multiget(_ body: XMLElement, _ one: CalendarCollection) async throws -> Response {
    let hrefs = body.children(.dav("href")).map { $0.text.trimmingPrefix(while: \.isWhitespace) }
      .map { String($0.prefix { !$0.isWhitespace }) }
    let wanted = WantedProperties(body)
    let properties = DavProperties(request: self)
    var status = MultiStatus()
    for start in stride(from: 0, to: hrefs.count, by: 200) {
      let part = hrefs[start..<min(start + 200, hrefs.count)]
      let names = part.map { name(in: $0, of: one) }
      let objects = try await store.objects(named: names.compactMap { $0 }, in: one.list)
      for (href, name) in zip(part, names) {
        if let object = name.flatMap({ objects[$0] }) {
          status.add(href, .object(object.entry, object, one), wanted, properties)
        } else {
          status.add(href, status: "404 Not Found")
        }
        if status.size > Self.mostResponseBytes {
          throw DavProblem(.insufficientStorage, .dav("number-of-matches-within-limits"))
        }
      }
    }
    return .multiStatus(status.text())
  }

  /// The name of a resource of a collection at an address, with or without scheme and host; nil if it is elsewhere.
  private func name(in href: String, of one: CalendarCollection) -> String? {
    var path = href[...]
    if let scheme = href.firstRange(of: "://") { path = href[scheme.upperBound...].drop { $0 != "/" } }
    guard let inside = signedIn.app.basePath.inside(String(path)),
      case .object(let segment, let name)? = DavAddress(inside, of: account.id), segment == one.segment
    else { return nil }
    return name
  }

  private func sync(_ body: XMLElement, _ one: CalendarCollection) async throws -> Response {
    let text = body.first(.dav("sync-token"))?.text.filter { !$0.isWhitespace } ?? ""
    let token = SyncToken(text)
    if !text.isEmpty, token == nil { throw DavProblem(.forbidden, .dav("valid-sync-token")) }
    let limit = body.first(.dav("limit"))?.first(.dav("nresults")).map { $0.text.filter { !$0.isWhitespace } }
    let most = limit.flatMap { Int($0) } ?? Self.mostChanges
    guard most > 0 else { throw DavProblem(.insufficientStorage, .dav("number-of-matches-within-limits")) }
    let (wanted, base) = (WantedProperties(body), href(isCollection: true))
    var count = min(most, Self.mostChanges)
    var status = MultiStatus()
    var changes = try await self.changes(in: one, since: token, most: count)
    // A part that is too large is made smaller.
    while try await !add(changes.entries.filter { $0.tag != nil }, of: one, below: base, wanted, to: &status), count > 1
    {
      (count, status) = (max(1, count / 8), MultiStatus())
      changes = try await self.changes(in: one, since: token, most: count)
    }
    for entry in changes.entries where entry.tag == nil {
      status.add(base + entry.href.percentEncoded, status: "404 Not Found")
    }
    if changes.isPart {
      let error = DavXML.element(.dav("error"), DavXML.element(.dav("number-of-matches-within-limits")))
      status.add(base, status: "507 Insufficient Storage", error)
    }
    return .multiStatus(
      status.text("\n" + DavXML.element(.dav("sync-token"), DavXML.escaped(changes.token.description))))
  }

  private func changes(
    in one: CalendarCollection, since token: SyncToken?, most: Int
  ) async throws -> (entries: [ObjectEntry], token: SyncToken, isPart: Bool) {
    guard let changes = try await store.objectChanges(in: one.list, since: token, most: most) else {
      throw DavProblem(.forbidden, .dav("valid-sync-token"))
    }
    return changes
  }

  /// The maximum number of changes in a response. Clients ask for the rest with the token of the part.
  private static let mostChanges = 20_000
}

/// PROPFIND (RFC 4918, section 9.1).
extension DavRequest {
  func propFind() async throws -> Response {
    guard let depth = try depth(otherwise: nil) else { throw DavProblem(.forbidden, .dav("propfind-finite-depth")) }
    let (_, resource) = try await resource()
    let body = try await body()
    guard body == nil || body?.name == .dav("propfind") else { throw DavProblem(.badRequest) }
    let wanted = WantedProperties(body)
    var status = MultiStatus()
    let properties = DavProperties(request: self)
    if case .object = resource {
      status.add(href(isCollection: false), resource, wanted, properties)
      return .multiStatus(status.text())
    }
    let base = href(isCollection: true)
    status.add(base, resource, wanted, properties)
    guard depth == 1 else { return .multiStatus(status.text()) }
    switch resource {
    case .root:
      status.add(address(DavAddress.path(ofPrincipal: account.id)), .principal, wanted, properties)
      status.add(address(DavAddress.path(ofHome: account.id)), .home, wanted, properties)
    case .home:
      for one in try await store.calendarCollections() {
        status.add(base + one.segment.percentEncoded + "/", .collection(one), wanted, properties)
      }
    case .collection(let one):
      let entries = try await store.objectEntries(in: one.list)
      let isWhole = try await add(entries, of: one, below: base, wanted, to: &status)
      guard isWhole else { throw DavProblem(.insufficientStorage, .dav("number-of-matches-within-limits")) }
    case .principal, .object: break
    }
    return .multiStatus(status.text())
  }

  /// The maximum size of a response, in bytes.
  static let mostResponseBytes = 24 << 20
  private static let portion = 200

  /// Adds resources of a collection; those that match, if there is a filter.
  /// - Returns: false if there are more than a response may have.
  func add(
    _ entries: [ObjectEntry], of one: CalendarCollection, below base: String, _ wanted: WantedProperties,
    matching filter: DavFilter? = nil, to status: inout MultiStatus
  ) async throws -> Bool {
    let properties = DavProperties(request: self)
    guard wanted.needText || filter != nil else {
      for entry in entries {
        status.add(base + entry.href.percentEncoded, .object(entry, nil, one), wanted, properties)
        if status.size > Self.mostResponseBytes { return false }
      }
      return true
    }
    for start in stride(from: 0, to: entries.count, by: Self.portion) {
      let part = entries[start..<min(start + Self.portion, entries.count)]
      for object in try await store.objects(part.map(\.task), in: one.list) {
        if let filter, !filter.matches(object.text) { continue }
        status.add(base + object.href.percentEncoded, .object(object.entry, object, one), wanted, properties)
        if status.size > Self.mostResponseBytes { return false }
      }
    }
    return true
  }
}
