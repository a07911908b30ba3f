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
    case .collection(let name)?: segment = name
    case .object?: throw DavProblem(.conflict)
    case .root?, .principals?, .principal?, .home?, .subscription?: throw DavProblem(.methodNotAllowed)
    case nil: throw DavProblem(.forbidden, .calDAV("calendar-collection-location-ok"))
    }
    let body = try await body()
    let properties = body?.children(.dav("set")).flatMap { $0.children(.dav("prop")) }.flatMap(\.children) ?? []
    guard properties.count <= PropertyChanges.most else { throw DavProblem.tooMany(PropertyChanges.most) }
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
    let color = properties.first { $0.name == .apple("calendar-color") }.flatMap { ListColor(hex: $0.text) }
    let stored = try properties.filter { !DavProperties.protected.contains($0.name) && $0.name != .dav("displayname") }
      .map(StoredProperty.init)
    switch try await store.makeCollection(segment, name, color: color, stored) {
    case .made: return Response(status: .created, headers: [.cacheControl: "no-cache"])
    case .isThere: throw DavProblem(.methodNotAllowed, .dav("resource-must-be-null"))
    case .isReserved: throw DavProblem(.forbidden, .calDAV("calendar-collection-location-ok"))
    }
  }

  func propPatch() async throws -> Response {
    let (_, resource) = try await resource()
    guard let body = try await body(), body.name == .dav("propertyupdate") else { throw DavProblem(.badRequest) }
    var changes = try PropertyChanges(body)
    let status = MultiStatus(declaring: changes.names)
    func answer(_ refused: [XMLName], _ why: String) -> Response {
      let others = changes.names.filter { !refused.contains($0) }
      let parts = [(refused, why), (others, refused.isEmpty ? "200 OK" : "424 Failed Dependency")]
      return .multiStatus(status, status.response(http.uri.path, statuses: parts))
    }
    switch resource {
    case .collection(let collection):
      if !changes.refused.isEmpty { return answer(changes.refused, "403 Forbidden") }
      var name: ListName?
      if let typed = changes.displayName {
        do throws(InvalidInput) { name = try ListName(validating: typed) } catch {
          return answer([.dav("displayname")], "409 Conflict")
        }
      }
      try await store.setProperties(
        changes.hasStored ? changes.applied(to: collection.properties) : nil, name: name, color: changes.color,
        of: collection.list)
    case .principal(let properties):
      changes.refuse(.dav("displayname"))
      if !changes.refused.isEmpty { return answer(changes.refused, "403 Forbidden") }
      try await store.setPrincipalProperties(changes.applied(to: properties))
    case .root, .principals, .home, .object: return answer(changes.names, "403 Forbidden")
    }
    return answer([], "")
  }
}

/// What a PROPPATCH sets and removes.
private struct PropertyChanges {
  /// The maximum number of properties.
  static let most = 100

  private(set) var names: [XMLName] = []
  private(set) var refused: [XMLName] = []
  private(set) var displayName: String?
  /// Nil to keep it; nil within for none.
  private(set) var color: ListColor??
  /// The last value of each; nil to remove it.
  private var stored: [XMLName: StoredProperty?] = [:]

  init(_ body: XMLElement) throws {
    for instruction in body.children {
      let isRemoval = instruction.name == .dav("remove")
      guard isRemoval || instruction.name == .dav("set") else { continue }
      for property in instruction.children(.dav("prop")).flatMap(\.children) { try add(property, isRemoval) }
    }
  }

  private mutating func add(_ property: XMLElement, _ isRemoval: Bool) throws {
    let name = property.name
    if !names.contains(name) { names.append(name) }
    guard names.count <= Self.most else { throw DavProblem.tooMany(Self.most) }
    if name == .dav("displayname"), !isRemoval {
      displayName = property.text
    } else if name == .dav("displayname") || DavProperties.protected.contains(name) {
      refused.append(name)
    } else {
      stored[name] = .some(isRemoval ? nil : try StoredProperty(property))
      if name == .apple("calendar-color") { color = .some(isRemoval ? nil : ListColor(hex: property.text)) }
    }
  }

  mutating func refuse(_ name: XMLName) {
    if names.contains(name), !refused.contains(name) { refused.append(name) }
  }

  var hasStored: Bool { !stored.isEmpty }

  func applied(to properties: [StoredProperty]) -> [StoredProperty] {
    properties.filter { stored[$0.xmlName] == nil } + names.compactMap { stored[$0] ?? nil }
  }
}

extension StoredProperty {
  fileprivate init(_ element: XMLElement) throws {
    guard let xml = DavXML.text(of: element, upTo: Self.mostBytes) else {
      throw StoreError.limit(.quota(.bytes, Self.mostBytes))
    }
    self.init(namespace: element.name.namespace, name: element.name.local, xml: xml)
  }
}
