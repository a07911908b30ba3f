import HTTPTypes
import Hummingbird
import RemoteLists
import TaskStore
import Tasks

/// PROPFIND (RFC 4918, section 9.1).
extension DavRequest {
  func propFind() async throws -> Response {
    guard let depth = try depth(otherwise: nil) else {
      throw DavProblem(.forbidden, .dav("propfind-finite-depth"))
    }
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
        status.add(base + one.segment.asPathSegment + "/", .collection(one), wanted, properties)
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
        status.add(base + entry.href.asPathSegment, .object(entry, nil, one), wanted, properties)
        if status.size > Self.mostResponseBytes { return false }
      }
      return true
    }
    for start in stride(from: 0, to: entries.count, by: Self.portion) {
      let part = entries[start..<min(start + Self.portion, entries.count)]
      for object in try await store.objects(part.map(\.task), in: one.list) {
        if let filter, !filter.matches(object.text) { continue }
        status.add(base + object.href.asPathSegment, .object(object.entry, object, one), wanted, properties)
        if status.size > Self.mostResponseBytes { return false }
      }
    }
    return true
  }
}
