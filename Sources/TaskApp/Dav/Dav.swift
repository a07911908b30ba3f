import HTTPTypes
import Hummingbird
import NIOCore
import NetworkAddresses
import RemoteLists
import StatePages
import TaskFormats
import TaskStore
import Tasks

/// CalDAV (RFC 4791) for tasks: lists are collections, tasks are resources with a VTODO. No scheduling, no locks.
enum Dav {
  static let methods = [
    "GET", "PUT", "DELETE", "MOVE", "PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL", "POST",
  ].compactMap { HTTPRequest.Method($0) }

  /// The response to a request below `/dav`.
  @Sendable static func response(to request: AppPasswordRequest) async throws -> Response {
    let dav = DavRequest(signedIn: request)
    do {
      switch request.http.method.rawValue {
      case "GET", "HEAD": return try await dav.get()
      case "PUT": return try await dav.put()
      case "DELETE": return try await dav.delete()
      case "MOVE": return try await dav.move()
      case "PROPFIND": return try await dav.propFind()
      case "PROPPATCH": return try await dav.propPatch()
      case "REPORT": return try await dav.report()
      case "MKCALENDAR", "MKCOL": return try await dav.makeCollection()
      case "POST": return try await dav.subscribe()
      default: throw RequestProblem.wrongMethod(allowed: methods)
      }
    } catch let problem as DavProblem {
      return problem.response
    } catch StoreError.cancelled {
      // The client has left.
      return .plain(.serviceUnavailable, "")
    } catch let error as StoreError {
      guard let problem = DavProblem(store: error) else { throw request.store.failure(error) }
      return problem.response
    }
  }

  /// `PROPFIND /`: where a client that knows the host only finds the account (RFC 6764, section 6).
  @Sendable static func discovery(_ request: AppPasswordRequest) async throws -> Response {
    let dav = DavRequest(signedIn: request)
    do {
      let wanted = try WantedProperties(try await dav.body())
      return .multiStatus(wanted.status, wanted.response(dav.address("/"), .root, DavProperties(request: dav)))
    } catch let problem as DavProblem {
      return problem.response
    }
  }

  /// `/.well-known/caldav` (RFC 6764, section 5).
  @Sendable static func wellKnown(_ request: AnonymousRequest) -> Response {
    Response(status: .movedPermanently, headers: [.location: PublicRoute.dav.path + "/"])
  }

  /// `OPTIONS`, which tells the same to every client: some ask before they sign in.
  @Sendable static func options(_ request: AnonymousRequest) -> Response {
    var headers: HTTPFields = [.allow: (methods.map(\.rawValue) + ["HEAD", "OPTIONS"]).joined(separator: ", ")]
    if let name = HTTPField.Name("DAV") {
      headers[name] = request.app.settings.pushSender == nil ? DavHeader.dav : DavHeader.pushDav
    }
    return Response(status: .ok, headers: headers)
  }
}

/// GET, PUT, DELETE and MOVE.
extension DavRequest {
  fileprivate func get() async throws -> Response {
    let (_, resource) = try await resource()
    guard case .object(_, let object?, let collection) = resource else {
      return .plain(.ok, "Sync this address with a CalDAV app.\n")
    }
    let headers: HTTPFields = [.eTag: object.tag, .cacheControl: "private, no-cache"]
    if condition.noneMatch.map({ $0.contains("*") || $0.contains(object.tag) }) ?? false {
      return Response(status: .notModified, headers: headers)
    }
    if let match = condition.match, !match.contains("*"), !match.contains(object.tag) {
      throw DavProblem(.preconditionFailed)
    }
    if !collection.isFollowed { try await store.noteRead([object]) }
    var response = Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: object.text)))
    response.headers[.contentType] = DavHeader.calendar
    response.headers[.lastModified] = DavHeader.date(object.changed)
    return response
  }

  fileprivate func put() async throws -> Response {
    guard let address = DavAddress(http.uri.path, of: account.id) else { throw DavProblem.notFound }
    guard case .object(let segment, let name) = address else { throw DavProblem(.methodNotAllowed) }
    guard let bytes = try await bytes(upTo: CalendarObject.mostBytes) else {
      var problem = DavProblem.tooLarge
      // The rest is not read.
      problem.headers[.connection] = "close"
      throw problem
    }
    let collection: CalendarCollection
    do {
      collection = try await self.collection(segment)
    } catch let problem as DavProblem where problem.status == .notFound {
      throw DavProblem(.conflict)
    }
    let object = try Self.object(bytes)
    guard let values = object.values() else { throw DavProblem(.forbidden, .calDAV("valid-calendar-data")) }
    let sent = ReadObject(object: object, values: values)
    let outcome: ObjectOutcome
    do {
      outcome = try await store.putObject(sent, at: name, in: collection.list, if: condition)
    } catch .limit(let limit) {
      let field = SavedDraftField(name: FormField.text, value: object.text)
      try await store.keep(field, for: TaskForm.importing(.upload).text, refusedBy: limit)
      throw StoreError.limit(limit)
    }
    switch outcome {
    case .stored(let stored, let isNew, let isAsSent):
      // Without a tag, the client reads what has become of its text.
      return Response(status: isNew ? .created : .noContent, headers: isAsSent ? [.eTag: stored.tag] : [:])
    case .deleted, .moved, .notFound: throw DavProblem.notFound
    case .preconditionFailed: throw DavProblem(.preconditionFailed)
    case .conflict(let href): throw uidConflict(segment, href)
    }
  }

  private static func object(_ bytes: [UInt8]) throws(DavProblem) -> CalendarObject {
    do throws(CalendarObject.Problem) {
      return try CalendarObject(bytes)
    } catch {
      switch error {
      case .tooLarge: throw DavProblem.tooLarge
      case .malformed: throw DavProblem(.forbidden, .calDAV("valid-calendar-data"))
      case .component: throw DavProblem(.forbidden, .calDAV("supported-calendar-component"))
      case .resource: throw DavProblem(.forbidden, .calDAV("valid-calendar-object-resource"))
      }
    }
  }

  fileprivate func delete() async throws -> Response {
    switch DavAddress(http.uri.path, of: account.id) {
    case .object(let segment, let name)?:
      switch try await store.deleteObject(name, in: collection(segment).list, if: condition) {
      case .deleted, .moved, .stored: break
      case .notFound, .conflict: throw DavProblem.notFound
      case .preconditionFailed: throw DavProblem(.preconditionFailed)
      }
    case .collection(let segment)?: try await store.deleteList(collection(segment).list)
    case .subscription(let id)?:
      try await store.unsubscribe(id)
      return Response(status: .noContent)
    case .root?, .principals?, .principal?, .home?: throw DavProblem(.forbidden)
    case nil: throw DavProblem.notFound
    }
    signedIn.app.appDeletions.note(account.id)
    return Response(status: .noContent)
  }

  /// MOVE of a task (RFC 4918, section 9.9), within a collection or to another one.
  fileprivate func move() async throws -> Response {
    guard case .object(let segment, let name)? = DavAddress(http.uri.path, of: account.id) else {
      // Lists are named, and never moved.
      let (_, _) = try await resource()
      throw DavProblem(.forbidden)
    }
    let from = try await collection(segment).list
    guard let text = HTTPField.Name("Destination").flatMap({ http.headers[$0] }) else { throw DavProblem(.badRequest) }
    guard isHere(text), let address = davAddress(of: text) else { throw DavProblem(.badGateway) }
    guard case .object(let other, let newName) = address else { throw DavProblem(.forbidden) }
    let to: CalendarCollection
    do {
      to = try await collection(other)
    } catch let problem as DavProblem where problem.status == .notFound {
      throw DavProblem(.conflict)
    }
    let overwrites = HTTPField.Name("Overwrite").flatMap { http.headers[$0] }?.uppercased() != "F"
    let move = ObjectMove(
      from: .init(name, in: from), to: .init(newName, in: to.list), overwrites: overwrites)
    switch try await store.moveObject(move, if: condition) {
    case .moved(let isNew): return Response(status: isNew ? .created : .noContent)
    case .deleted, .stored, .notFound: throw DavProblem.notFound
    case .preconditionFailed: throw DavProblem(.preconditionFailed)
    case .conflict(let href): throw uidConflict(other, href)
    }
  }

  /// Whether an address is on this server, as the client calls it.
  private func isHere(_ address: String) -> Bool {
    guard let scheme = address.firstRange(of: "://") else { return address.hasPrefix("/") }
    return address[scheme.upperBound...].prefix { $0 != "/" } == signedIn.anonymous.client.host ?? ""
  }

  private func uidConflict(_ segment: String, _ href: String) -> DavProblem {
    let other = address(DavAddress.path(ofHome: account.id) + "\(segment.percentEncoded)/\(href.percentEncoded)")
    return DavProblem(.forbidden, .calDAV("no-uid-conflict"), DavXML.href(other))
  }
}
