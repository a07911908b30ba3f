import HTTPTypes
import Hummingbird
import RemoteLists
import TaskStore
import Tasks

/// MKCALENDAR (RFC 4791, section 5.3.1), extended MKCOL (RFC 5689) and PROPPATCH (RFC 4918, section 9.2).
extension DavRequest {
  func makeCollection() async throws -> Response {
    let segment: String
    switch DavAddress(http.uri.path, of: account.id) {
    case .collection(let one)?: segment = one
    case .object?: throw DavProblem(.conflict)
    case .root?, .principal?, .home?: throw DavProblem(.methodNotAllowed)
    case nil: throw DavProblem(.forbidden, .calDAV("calendar-collection-location-ok"))
    }
    let body = try await body()
    let properties = body?.children(.dav("set")).flatMap { $0.children(.dav("prop")) }.flatMap(\.children) ?? []
    if http.method.rawValue == "MKCOL" {
      let type = properties.first { $0.name == .dav("resourcetype") }
      guard type?.first(.calDAV("calendar")) != nil else { throw DavProblem(.forbidden, .dav("valid-resourcetype")) }
    }
    let components = properties.first { $0.name == .calDAV("supported-calendar-component-set") }?.children ?? []
    guard components.isEmpty || components.contains(where: { $0.attributes["name"]?.uppercased() == "VTODO" }) else {
      throw DavProblem(.forbidden, .calDAV("supported-calendar-component"))
    }
    let typed = properties.first { $0.name == .dav("displayname") }?.text ?? ""
    let name: ListName
    do throws(InvalidInput) {
      name = try ListName(validating: typed.allSatisfy(\.isWhitespace) ? segment : typed)
    } catch {
      throw DavProblem(.forbidden, .dav("valid-resourcetype"))
    }
    // Lists without a name of a client go by their ids.
    if segment.allSatisfy(\.isASCII), Int64(segment) != nil {
      let isThere = try await store.calendarCollections().contains { $0.segment == segment }
      throw isThere ? DavProblem(.methodNotAllowed) : DavProblem(.forbidden, .calDAV("calendar-collection-location-ok"))
    }
    let stored = properties.filter { !DavProperties.protected.contains($0.name) && $0.name != .dav("displayname") }
      .map(StoredProperty.init)
    guard try await store.makeCollection(segment, name, stored) else {
      throw DavProblem(.methodNotAllowed, .dav("resource-must-be-null"))
    }
    return Response(status: .created, headers: [.cacheControl: "no-cache"])
  }

  func propPatch() async throws -> Response {
    let (_, resource) = try await resource()
    guard let body = try await body(), body.name == .dav("propertyupdate") else { throw DavProblem(.badRequest) }
    let changes = PropertyChanges(body)
    var isCollection = true
    if case .object = resource { isCollection = false }
    var status = MultiStatus()
    let href = href(isCollection: isCollection)
    guard case .collection(let one) = resource else {
      status.add(href, statuses: [(changes.names, "403 Forbidden")])
      return .multiStatus(status.text())
    }
    if !changes.refused.isEmpty {
      let others = changes.names.filter { !changes.refused.contains($0) }
      status.add(href, statuses: [(changes.refused, "403 Forbidden"), (others, "424 Failed Dependency")])
      return .multiStatus(status.text())
    }
    if let typed = changes.displayName {
      let name: ListName
      do throws(InvalidInput) { name = try ListName(validating: typed) } catch {
        let others = changes.names.filter { $0 != .dav("displayname") }
        status.add(href, statuses: [([.dav("displayname")], "409 Conflict"), (others, "424 Failed Dependency")])
        return .multiStatus(status.text())
      }
      if name.text != one.name { try await store.renameList(one.list, to: name, version: ChangeID(Int64.max)) }
    }
    if changes.hasStored { try await store.setProperties(changes.applied(to: one.properties), of: one.list) }
    status.add(href, statuses: [(changes.names, "200 OK")])
    return .multiStatus(status.text())
  }
}

/// What a PROPPATCH sets and removes.
private struct PropertyChanges {
  private(set) var names: [XMLName] = []
  private(set) var refused: [XMLName] = []
  private(set) var displayName: String?
  /// In order; nil to remove one.
  private var stored: [(name: XMLName, value: StoredProperty?)] = []

  init(_ body: XMLElement) {
    for instruction in body.children {
      let isRemoval = instruction.name == .dav("remove")
      guard isRemoval || instruction.name == .dav("set") else { continue }
      for property in instruction.children(.dav("prop")).flatMap(\.children) { add(property, isRemoval) }
    }
  }

  private mutating func add(_ property: XMLElement, _ isRemoval: Bool) {
    let name = property.name
    if !names.contains(name) { names.append(name) }
    if name == .dav("displayname"), !isRemoval {
      displayName = property.text
    } else if name == .dav("displayname") || DavProperties.protected.contains(name) {
      refused.append(name)
    } else {
      stored.append((name, isRemoval ? nil : StoredProperty(property)))
    }
  }

  var hasStored: Bool { !stored.isEmpty }

  func applied(to properties: [StoredProperty]) -> [StoredProperty] {
    stored.reduce(properties) { properties, change in
      properties.filter { $0.namespace != change.name.namespace || $0.name != change.name.local }
        + (change.value.map { [$0] } ?? [])
    }
  }
}

extension StoredProperty {
  fileprivate init(_ element: XMLElement) {
    self.init(namespace: element.name.namespace, name: element.name.local, xml: DavXML.text(of: element))
  }
}
