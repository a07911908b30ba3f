import Foundation
import RemoteLists
import TaskFormats
import TaskStore
import Tasks

/// The live properties of resources (RFC 4918, section 15; RFC 4791; RFC 6578), and those that clients have stored.
struct DavProperties {
  let request: DavRequest

  static let protected: Set<XMLName> = {
    let others: [XMLName] = [
      .calDAV("calendar-data"), .dav("lockdiscovery"), .dav("supportedlock"), .dav("creationdate"),
    ]
    let all = [root, principal, collection, object, push, others].joined()
    return Set(all).subtracting([.dav("displayname"), .apple("calendar-order"), .apple("calendar-color")])
  }()

  private static let common: [XMLName] = [
    .dav("resourcetype"), .dav("current-user-principal"), .dav("current-user-privilege-set"), .dav("owner"),
    .dav("supported-report-set"),
  ]
  private static let root: [XMLName] = common + [.dav("displayname"), .dav("principal-collection-set")]
  private static let principal: [XMLName] =
    root + [.dav("principal-URL"), .calDAV("calendar-home-set"), .calDAV("calendar-user-address-set")]
  private static let collection: [XMLName] =
    root + [
      .dav("sync-token"), .calendarServer("getctag"), .calDAV("supported-calendar-component-set"),
      .calDAV("supported-calendar-data"), .calDAV("max-resource-size"), .calDAV("supported-collation-set"),
      .apple("calendar-order"), .apple("calendar-color"),
    ]
  private static let object: [XMLName] =
    common + [.dav("getetag"), .dav("getcontenttype"), .dav("getcontentlength"), .dav("getlastmodified")]

  /// The properties that need the text of a task.
  static let ofText: Set<XMLName> = [.dav("getcontentlength"), .dav("getlastmodified"), .calDAV("calendar-data")]

  /// The names of all properties of a resource, but those that are expensive (RFC 4918, section 9.1).
  func names(of resource: DavResource) -> [XMLName] {
    let push = request.offersPush && resource.pushTriggers != nil ? Self.push : []
    return switch resource {
    case .root, .principals, .home: Self.root + push
    case .principal: Self.principal + Self.stored(of: resource, but: Self.principal)
    case .collection: Self.collection + push + Self.stored(of: resource, but: Self.collection + push)
    case .object: Self.object
    }
  }

  private static func stored(of resource: DavResource, but others: [XMLName]) -> [XMLName] {
    resource.stored.map(\.xmlName).filter { !others.contains($0) }
  }

  /// The element of a property; nil if the resource has none of that name.
  func element(_ name: XMLName, of resource: DavResource) -> String? {
    if !Self.protected.contains(name), let stored = resource.stored.first(where: { $0.xmlName == name }),
      name != .apple("calendar-color") || stored.isColor(of: resource)
    {
      return stored.xml
    }
    return value(name, of: resource).map { DavXML.element(name, $0) }
  }

  private func value(_ name: XMLName, of resource: DavResource) -> String? {
    switch name {
    case .dav("resourcetype"): type(of: resource)
    case .dav("current-user-principal"), .dav("owner"), .dav("principal-URL"), .calDAV("calendar-user-address-set"):
      DavXML.href(request.address(DavAddress.path(ofPrincipal: request.account.id)))
    case .dav("principal-collection-set"): DavXML.href(request.address(DavAddress.pathOfPrincipals))
    case .calDAV("calendar-home-set"): DavXML.href(request.address(DavAddress.path(ofHome: request.account.id)))
    case .dav("displayname"): displayName(of: resource).map(DavXML.escaped)
    case .dav("current-user-privilege-set"): privileges(of: resource)
    case .dav("supported-report-set"): reports(of: resource)
    case _ where Self.push.contains(name): pushValue(name, of: resource)
    default:
      switch resource {
      case .root, .principals, .principal, .home: nil
      case .collection(let collection): value(name, of: collection)
      case .object(let entry, let object, _): value(name, of: entry, object)
      }
    }
  }

  private func value(_ name: XMLName, of collection: CalendarCollection) -> String? {
    switch name {
    case .dav("sync-token"), .calendarServer("getctag"): DavXML.escaped(collection.token.description)
    case .calDAV("supported-calendar-component-set"): DavXML.element(.calDAV("comp"), "", " name=\"VTODO\"")
    case .calDAV("supported-calendar-data"):
      DavXML.element(.calDAV("calendar-data"), "", " content-type=\"text/calendar\" version=\"2.0\"")
    case .calDAV("max-resource-size"): String(CalendarObject.mostBytes)
    case .calDAV("supported-collation-set"):
      ["i;ascii-casemap", "i;octet"].map { DavXML.element(.calDAV("supported-collation"), $0) }.joined()
    case .apple("calendar-order"): String(collection.order)
    case .apple("calendar-color"): collection.color.map { $0.hex.uppercased() + "FF" }
    default: nil
    }
  }

  private func value(_ name: XMLName, of entry: ObjectEntry, _ object: StoredObject?) -> String? {
    switch name {
    case .dav("getetag"): entry.tag.map(DavXML.escaped)
    case .dav("getcontenttype"): DavHeader.calendar
    case .dav("getcontentlength"): object.map { String($0.text.utf8.count) }
    case .dav("getlastmodified"): object.map { DavHeader.date($0.changed) }
    case .calDAV("calendar-data"): object.map { DavXML.escaped($0.text) }
    default: nil
    }
  }

  private func type(of resource: DavResource) -> String {
    let collection = DavXML.element(.dav("collection"))
    return switch resource {
    case .root, .principals, .home: collection
    case .principal: collection + DavXML.element(.dav("principal"))
    case .collection: collection + DavXML.element(.calDAV("calendar"))
    case .object: ""
    }
  }

  private func displayName(of resource: DavResource) -> String? {
    switch resource {
    case .root, .principals, .home: "Fourfold"
    case .principal: request.account.name
    case .collection(let collection): collection.name
    case .object: nil
    }
  }

  private func privileges(of resource: DavResource) -> String {
    var names = ["read", "read-current-user-privilege-set"]
    switch resource {
    case .root, .principals: break
    case .principal: names += ["write-properties"]
    case .home: names += ["bind", "unbind"]
    case .collection(let collection), .object(_, _, let collection):
      let mayWrite = collection.role.may(.write) && !collection.isFollowed
      names += mayWrite ? ["write", "write-properties", "write-content", "bind", "unbind"] : ["write-properties"]
    }
    return names.map { DavXML.element(.dav("privilege"), DavXML.element(.dav($0))) }.joined()
  }

  private func reports(of resource: DavResource) -> String {
    guard case .collection = resource else { return "" }
    return [XMLName.calDAV("calendar-query"), .calDAV("calendar-multiget"), .dav("sync-collection")].map {
      DavXML.element(.dav("supported-report"), DavXML.element(.dav("report"), DavXML.element($0)))
    }.joined()
  }
}

/// The properties that a client asks for.
struct WantedProperties: Sendable {
  private enum Names {
    case all(and: [XMLName])
    case onlyNames
    case some([XMLName])
  }

  /// The maximum number of names, and their size in bytes: each resource of an answer may repeat those that it lacks.
  private static let (most, mostBytes) = (200, 16 << 10)

  private let names: Names
  /// Declares the namespaces of the names.
  let status: MultiStatus

  /// The properties that the body of PROPFIND (RFC 4918, section 9.1) or of a report names; all if it names none.
  init(_ element: XMLElement?) throws(DavProblem) {
    if let prop = element?.first(.dav("prop")) {
      let own = try Self.names(in: prop)
      (names, status) = (.some(own), MultiStatus(declaring: own))
    } else if element?.first(.dav("propname")) != nil {
      (names, status) = (.onlyNames, MultiStatus())
    } else {
      let more = try element?.first(.dav("include")).map(Self.names) ?? []
      (names, status) = (.all(and: more), MultiStatus(declaring: more))
    }
  }

  private static func names(in element: XMLElement) throws(DavProblem) -> [XMLName] {
    guard element.children.count <= most else { throw .tooMany(most) }
    var seen: Set<XMLName> = []
    let names = element.children.map(\.name).filter { seen.insert($0).inserted }
    guard names.reduce(0, { $0 + $1.local.utf8.count }) <= mostBytes else { throw .tooLong(mostBytes) }
    return names
  }

  /// Whether a client is given texts.
  var giveText: Bool { if case .some(let names) = names { names.contains(.calDAV("calendar-data")) } else { false } }

  var needText: Bool {
    switch names {
    case .onlyNames: false
    case .all: true
    case .some(let names): names.contains(where: DavProperties.ofText.contains)
    }
  }

  /// The element of a resource with its properties.
  func response(_ href: String, _ resource: DavResource, _ properties: DavProperties) -> String {
    switch names {
    case .onlyNames: return status.response(href, [status.elements(properties.names(of: resource))])
    case .all(let more):
      let names = properties.names(of: resource)
      return status.response(
        href, (names + more.filter { !names.contains($0) }).compactMap { properties.element($0, of: resource) })
    case .some(let names):
      var (found, missing): ([String], [XMLName]) = ([], [])
      for name in names {
        if let element = properties.element(name, of: resource) { found.append(element) } else { missing.append(name) }
      }
      return status.response(href, found, missing: missing)
    }
  }
}

/// What an address below `/dav` names.
enum DavAddress: Hashable {
  /// `/dav/`, where clients begin.
  case root
  /// `/dav/principals/`, where the account is.
  case principals
  /// `/dav/principals/7/`: an account.
  case principal
  /// `/dav/calendars/7/`: the collections of an account.
  case home
  /// `/dav/calendars/7/groceries/`: a list.
  case collection(String)
  /// `/dav/calendars/7/groceries/milk.ics`: a task.
  case object(String, String)
  /// `/dav/subscriptions/9`: a subscription to messages of Web Push.
  case subscription(PushSubscriptionID)

  /// Nil for an address that is nothing, or another account's.
  init?(_ path: String, of account: AccountID) {
    var parts: [String] = []
    for part in path.split(separator: "/") {
      guard let text = String(part).removingPercentEncoding, text.utf8.count <= 1_100, text != ".", text != "..",
        !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return nil }
      parts.append(text)
    }
    guard parts.first.map({ "/" + $0 }) == PublicRoute.dav.path else { return nil }
    let isOwn = parts.count > 2 && parts[2] == account.description
    switch (parts.count, parts.dropFirst().first) {
    case (1, _): self = .root
    case (2, "principals"): self = .principals
    case (3, "principals") where isOwn: self = .principal
    case (3, "subscriptions"):
      guard let id = PushSubscriptionID(parts[2]) else { return nil }
      self = .subscription(id)
    case (3, "calendars") where isOwn: self = .home
    case (4, "calendars") where isOwn: self = .collection(parts[3])
    case (5, "calendars") where isOwn: self = .object(parts[3], parts[4])
    default: return nil
    }
  }

  static let pathOfPrincipals = "\(PublicRoute.dav.path)/principals/"
  static func path(ofPrincipal account: AccountID) -> String { "\(pathOfPrincipals)\(account)/" }
  static func path(of subscription: PushSubscriptionID) -> String {
    "\(PublicRoute.dav.path)/subscriptions/\(subscription)"
  }
  static func path(ofHome account: AccountID) -> String { "\(PublicRoute.dav.path)/calendars/\(account)/" }
}

/// A resource with what its properties are made of.
enum DavResource {
  case root
  case principals
  case principal([StoredProperty])
  case home
  case collection(CalendarCollection)
  /// A task in a collection; with its text if a property needs that.
  case object(ObjectEntry, StoredObject?, CalendarCollection)

  /// What clients have stored with it.
  var stored: [StoredProperty] {
    switch self {
    case .root, .principals, .home, .object: []
    case .principal(let properties): properties
    case .collection(let collection): collection.properties
    }
  }
}

extension StoredProperty {
  var xmlName: XMLName { XMLName(namespace: namespace, local: name) }
}

extension StoredProperty {
  /// Whether a color is still that of the list, which a page can change. It may say more than the color itself.
  fileprivate func isColor(of resource: DavResource) -> Bool {
    guard case .collection(let collection) = resource else { return true }
    let text = xml.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
    return ListColor(hex: text.trimmingCharacters(in: .whitespacesAndNewlines)) == collection.color
  }
}
