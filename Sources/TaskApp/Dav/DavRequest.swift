import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteLists
import StatePages
import TaskFormats
import TaskStore
import Tasks

struct DavRequest: Sendable {
  let signedIn: AppPasswordRequest
  var http: Request { signedIn.http }
  var account: Account { signedIn.account }
  var store: AccountStore<StoreError> {
    var store = signedIn.store.withStoreErrors
    store.informed = informed
    return store
  }

  /// An address of the app as clients reach it.
  func address(_ path: String) -> String { signedIn.app.basePath.address(path) }

  /// The address of the request as the client sent it, with a slash at the end of a collection's.
  func href(isCollection: Bool) -> String {
    let path = http.uri.path
    return address(isCollection && !path.hasSuffix("/") ? path + "/" : path)
  }

  func resource() async throws -> (address: DavAddress, resource: DavResource) {
    guard let address = DavAddress(http.uri.path, of: account.id) else { throw DavProblem.notFound }
    switch address {
    case .root: return (address, .root)
    case .principals: return (address, .principals)
    case .principal: return (address, .principal(try await store.principalProperties()))
    case .home: return (address, .home)
    case .subscription: throw DavProblem.notFound
    case .collection(let segment): return (address, .collection(try await collection(segment)))
    case .object(let segment, let name):
      let collection = try await self.collection(segment)
      guard let object = try await store.object(name, in: collection.list) else { throw DavProblem.notFound }
      return (address, .object(object.entry, object, collection))
    }
  }

  func collection(_ segment: String) async throws -> CalendarCollection {
    guard let collection = try await store.calendarCollection(segment) else { throw DavProblem.notFound }
    return collection
  }

  /// The maximum size of an XML body, in bytes: of any but a multiget, and of a multiget, which may name all tasks of a list.
  private static let (mostBytes, mostMultigetBytes) = (64 << 10, 4 << 20)

  /// The root element of the body; nil if there is none.
  func body() async throws -> XMLElement? {
    guard let bytes = try await bytes(upTo: Self.mostBytes) else { throw DavProblem.tooLong(Self.mostBytes) }
    return bytes.isEmpty ? nil : try Self.element(bytes)
  }

  /// The root element of the body of a report. A large body is read and answered in the account's turn.
  func reportBody() async throws -> (body: XMLElement, turn: Permit?) {
    let length = http.headers[.contentLength].flatMap(Int.init)
    if let length, length <= Self.mostBytes {
      guard let body = try await body() else { throw DavProblem(.badRequest) }
      return (body, nil)
    }
    if let length, length > Self.mostMultigetBytes { throw DavProblem.tooLong(Self.mostMultigetBytes) }
    let turn = try await turn()
    guard let bytes = try await bytes(upTo: Self.mostMultigetBytes) else {
      throw DavProblem.tooLong(Self.mostMultigetBytes)
    }
    let body = try Self.element(bytes)
    if bytes.count <= Self.mostBytes { return (body, nil) }
    guard body.name == .calDAV("calendar-multiget") else { throw DavProblem.tooLong(Self.mostBytes) }
    return (body, turn)
  }

  private static func element(_ bytes: [UInt8]) throws(DavProblem) -> XMLElement {
    do throws(XMLProblem) {
      return try XMLReader.read(bytes)
    } catch {
      switch error {
      case .malformed: throw DavProblem(.badRequest)
      case .tooLarge: throw DavProblem(.contentTooLarge)
      }
    }
  }

  /// The bytes of the body; nil if there are more.
  func bytes(upTo most: Int) async throws -> [UInt8]? {
    if let length = http.headers[.contentLength].flatMap(Int.init), length > most { return nil }
    do {
      return Array(try await http.body.collect(upTo: most).readableBytesView)
    } catch let error as HTTPError where error.status == .contentTooLarge {
      return nil
    } catch is NIOTooManyBytesError {
      return nil
    }
  }

  /// The Depth of the request; nil for infinity.
  func depth(otherwise: Int?) throws -> Int? {
    switch HTTPField.Name("Depth").flatMap({ http.headers[$0] })?.lowercased() {
    case nil: return otherwise
    case "0": return 0
    case "1": return 1
    case "infinity": return nil
    default: throw DavProblem(.badRequest)
    }
  }

  /// The condition of the request. Proxies make weak tags of strong ones.
  var condition: ObjectCondition { ObjectCondition(match: tags(.ifMatch), noneMatch: tags(.ifNoneMatch)) }

  private func tags(_ name: HTTPField.Name) -> [String]? {
    http.headers[name].map { field in
      field.split(separator: ",").prefix(100).map { tag in
        let text = tag.filter { $0 != " " }
        return text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
      }
    }
  }
}

/// A request that is answered with an error, and with the precondition that it violates (RFC 4918, section 16).
struct DavProblem: Error {
  let status: HTTPResponse.Status
  var condition: XMLName?
  var content = ""
  var headers: HTTPFields = [:]

  init(_ status: HTTPResponse.Status, _ condition: XMLName? = nil, _ content: String = "") {
    (self.status, self.condition, self.content) = (status, condition, content)
  }

  static let notFound = DavProblem(.notFound)
  static let tooLarge = DavProblem(
    .contentTooLarge, .calDAV("max-resource-size"),
    "\(CalendarObject.mostBytes) bytes and \(CalendarObject.mostLines) lines at most")

  /// A body of more bytes, of which the rest is not read.
  static func tooLong(_ most: Int) -> DavProblem {
    var problem = DavProblem(.contentTooLarge, nil, "\(most) bytes at most")
    problem.headers[.connection] = "close"
    return problem
  }

  /// A body with more names or tests.
  static func tooMany(_ most: Int) -> DavProblem { DavProblem(.contentTooLarge, nil, "\(most) names at most") }

  /// The problem of an error of the store that is no failure.
  init?(store error: StoreError) {
    switch error {
    case .notFound, .gone: self.init(.notFound)
    case .forbidden: self.init(.forbidden, .dav("need-privileges"))
    case .conflict, .repeated, .taken: self.init(.conflict)
    case .limit(let limit): self.init(.insufficientStorage, .dav("quota-not-exceeded"), DavXML.escaped("\(limit)"))
    case .unavailable, .cancelled, .internal: return nil
    }
  }

  var response: Response {
    let xml = DavXML()
    let error =
      condition.map { xml.start("D:error") + xml.element($0, content) + xml.end("D:error") }
      ?? (content.isEmpty ? "\(status)\n" : "\(status): \(content)\n")
    var headers = headers
    headers[.contentType] = condition == nil ? "text/plain; charset=utf-8" : DavHeader.xml
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: error)))
  }
}

extension HTTPResponse.Status {
  static let multiStatus = HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")
  static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}

enum DavHeader {
  static let xml = "application/xml; charset=utf-8"
  static let calendar = "text/calendar; charset=utf-8; component=VTODO"
  static let dav = "1, 3, access-control, calendar-access, extended-mkcol"

  static let pushDav = dav + ", webdav-push"
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Nil for what is not as ``date(_:)`` has it.
  static func moment(_ text: String) -> Date? {
    let words = text.split(separator: " ", maxSplits: 6)
    let times = words.count == 6 ? words[4].split(separator: ":", maxSplits: 3).compactMap { Int32($0) } : []
    guard times.count == 3, let day = Int32(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int32(words[3]), (1...9999).contains(year)
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1_900, Int32(month), day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (times[0], times[1], times[2])
    let moment = Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    // Days and hours that there are not become others.
    return date(moment) == text ? moment : nil
  }

  /// A date of RFC 9110, section 5.6.7. Hummingbird’s own formatter is internal.
  static func date(_ moment: Date) -> String {
    var (seconds, parts) = (time_t(moment.timeIntervalSince1970.rounded(.down)), tm())
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Response {
  static func multiStatus(_ body: ResponseBody) -> Response {
    Response(status: .multiStatus, headers: [.contentType: DavHeader.xml, .cacheControl: "no-store"], body: body)
  }

  static func multiStatus(_ status: MultiStatus, _ responses: String) -> Response {
    .multiStatus(ResponseBody(byteBuffer: ByteBuffer(string: status.start + responses + status.end)))
  }
}
