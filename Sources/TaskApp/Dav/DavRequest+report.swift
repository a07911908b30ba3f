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
    let (body, turn) = try await reportBody()
    guard case .collection(let collection) = resource else { throw DavProblem(.forbidden, .dav("supported-report")) }
    // The instances of a series are not made one by one.
    let data = body.first(.dav("prop"))?.first(.calDAV("calendar-data"))
    guard data?.first(.calDAV("expand")) == nil, data?.attributes["content-type"] ?? "text/calendar" == "text/calendar"
    else { throw DavProblem(.forbidden, .calDAV("supported-calendar-data")) }
    var rows = DavRows(self, try WantedProperties(body), below: href(isCollection: true))
    rows.collection = collection
    switch body.name {
    case .calDAV("calendar-query"): return try await query(body, collection, &rows)
    case .calDAV("calendar-multiget"):
      rows.rows = try addresses(body, collection)
      return try await rows.response(turn)
    case .dav("sync-collection"): return try await sync(body, collection, &rows)
    default: throw DavProblem(.forbidden, .dav("supported-report"))
    }
  }

  private func query(_ body: XMLElement, _ collection: CalendarCollection, _ rows: inout DavRows) async throws
    -> Response
  {
    rows.filter = try DavFilter(body.first(.calDAV("filter")))
    if try depth(otherwise: 1) == 0 { return try await rows.response() }
    let (changes, turn) = try await changes(in: collection)
    rows.add(changes)
    return try await rows.response(turn)
  }

  /// Exactly the addresses that are asked for, as they are written, each once. Few may name a resource again in another way.
  private func addresses(_ body: XMLElement, _ collection: CalendarCollection) throws(DavProblem) -> [DavRows.Row] {
    let elements = body.children(.dav("href"))
    guard elements.count <= Limits.tasksPerList else { throw DavProblem.tooMany(Limits.tasksPerList) }
    var (seen, names, rows): (Set<String>, Set<String>, [DavRows.Row]) = ([], [], [])
    for element in elements {
      let text = element.text.trimmingPrefix(while: \.isWhitespace)
      let href = String(text.prefix { !$0.isWhitespace })
      guard seen.insert(href).inserted else { continue }
      let name = name(in: href, of: collection)
      rows.append(.address(href, name: name))
      if let name { names.insert(name) }
      let others = seen.count - names.count
      guard others <= Self.mostOtherAddresses else { throw DavProblem.tooMany(Self.mostOtherAddresses) }
    }
    return rows
  }

  /// The maximum number of addresses that name nothing of the collection, or what another one names.
  private static let mostOtherAddresses = 1_000

  /// The name of a resource of a collection at an address, with or without scheme and host; nil if it is elsewhere.
  private func name(in href: String, of collection: CalendarCollection) -> String? {
    guard case .object(let segment, let name)? = davAddress(of: href), segment == collection.segment else { return nil }
    return name
  }

  /// What an address with or without scheme and host names; nil if it is elsewhere.
  func davAddress(of href: String) -> DavAddress? {
    var path = href[...]
    if let scheme = href.firstRange(of: "://") { path = href[scheme.upperBound...].drop { $0 != "/" } }
    return signedIn.app.basePath.inside(String(path)).flatMap { DavAddress($0, of: account.id) }
  }

  private func sync(_ body: XMLElement, _ collection: CalendarCollection, _ rows: inout DavRows) async throws
    -> Response
  {
    let text = body.first(.dav("sync-token"))?.text.filter { !$0.isWhitespace } ?? ""
    let token = SyncToken(text)
    if !text.isEmpty, token == nil { throw DavProblem(.forbidden, .dav("valid-sync-token")) }
    let limit = body.first(.dav("limit"))?.first(.dav("nresults")).map { $0.text.filter { !$0.isWhitespace } }
    let most = limit.flatMap { Int($0) } ?? Self.mostChanges
    guard most > 0 else { throw DavProblem(.insufficientStorage, .dav("number-of-matches-within-limits")) }
    let (changes, turn) = try await changes(in: collection, since: token, most: min(most, Self.mostChanges))
    rows.add(changes)
    rows.rows.append(.text("\n" + DavXML.element(.dav("sync-token"), DavXML.escaped(changes.token.description))))
    return try await rows.response(turn)
  }

  /// The maximum number of changes in a response. Clients ask for the rest with the token of the part.
  private static let mostChanges = 20_000

  /// What has changed in a collection since a token; everything that it has without one. More than a few changes are read in the account's
  /// turn.
  fileprivate func changes(
    in collection: CalendarCollection, since token: SyncToken? = nil, most: Int = mostChanges
  ) async throws -> (ObjectChanges, turn: Permit?) {
    func read(_ most: Int) async throws -> ObjectChanges {
      guard let changes = try await store.objectChanges(in: collection.list, since: token, most: most) else {
        throw DavProblem(.forbidden, .dav("valid-sync-token"))
      }
      return changes
    }
    let few = try await read(min(most, DavRows.fewRows))
    guard few.isPart, most > DavRows.fewRows else { return (few, nil) }
    let turn = try await turn()
    return (try await read(most), turn)
  }
}

extension DavRows {
  /// Adds the resources of a collection, and that there are more.
  fileprivate mutating func add(_ changes: ObjectChanges) {
    rows += changes.entries.map { .entry($0) }
    guard changes.isPart else { return }
    let error = DavXML.element(.dav("error"), DavXML.element(.dav("number-of-matches-within-limits")))
    rows.append(.text(wanted.status.response(base, status: "507 Insufficient Storage", error)))
  }
}

/// PROPFIND (RFC 4918, section 9.1).
extension DavRequest {
  func propFind() async throws -> Response {
    guard let depth = try depth(otherwise: nil) else { throw DavProblem(.forbidden, .dav("propfind-finite-depth")) }
    let (_, resource) = try await resource()
    let body = try await body()
    guard body == nil || body?.name == .dav("propfind") else { throw DavProblem(.badRequest) }
    let wanted = try WantedProperties(body)
    let properties = DavProperties(request: self)
    if case .object = resource {
      return .multiStatus(wanted.status, wanted.response(href(isCollection: false), resource, properties))
    }
    var rows = DavRows(self, wanted, below: href(isCollection: true))
    rows.rows = [.text(wanted.response(rows.base, resource, properties))]
    guard depth == 1 else { return try await rows.response() }
    func add(_ path: String, _ resource: DavResource) {
      rows.rows.append(.text(wanted.response(address(path), resource, properties)))
    }
    switch resource {
    case .root:
      add(DavAddress.path(ofPrincipal: account.id), .principal(try await store.principalProperties()))
      add(DavAddress.path(ofHome: account.id), .home)
    case .principals: add(DavAddress.path(ofPrincipal: account.id), .principal(try await store.principalProperties()))
    case .home: rows.rows += try await store.calendarSegments().map { .collection($0) }
    case .collection(let collection):
      rows.collection = collection
      let (changes, turn) = try await changes(in: collection)
      rows.add(changes)
      return try await rows.response(turn)
    case .principal, .object: break
    }
    return try await rows.response()
  }
}
