import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteLists
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A CalDAV client of an account.
struct DavClient: Sendable {
  var world: World
  let account: AccountID
  private let authorization: String

  var home: String { "/dav/calendars/\(account)/" }

  init(_ world: World, as name: String = "Ann", of account: AccountID? = nil) async throws {
    self.world = world.showing(nil)
    self.account = account ?? world.account
    let secret = AppPasswordSecret()
    let id = try await world.store[self.account].addAppPassword(
      AppPasswordName(validating: "Phone"), digest: secret.digest, submission: .fresh()
    ).id
    authorization = "Basic \(Data("\(name):\(secret.password(of: id))".utf8).base64EncodedString())"
  }

  /// - Parameter headers: their names and values.
  func send(
    _ method: String, _ address: String, _ headers: KeyValuePairs<String, String> = [:], _ body: String = ""
  ) async throws -> Answer { try await send(method, address, pairs: headers.map { ($0.key, $0.value) }, body) }

  func send(
    _ method: String, _ address: String, pairs: [(name: String, value: String)], _ body: String
  ) async throws -> Answer {
    try await world.send(#require(HTTPRequest.Method(method)), address, fields(pairs), body: body)
  }

  /// The response, of which nothing was read yet.
  func respond(
    _ method: String, _ address: String, _ headers: KeyValuePairs<String, String>, _ body: String
  ) async throws -> Response {
    try await world.respond(
      #require(HTTPRequest.Method(method)), address, fields(headers.map { ($0.key, $0.value) }),
      body: RequestBody(buffer: ByteBuffer(string: body)))
  }

  private func fields(_ pairs: [(name: String, value: String)]) throws -> HTTPFields {
    var fields: HTTPFields = [.authorization: authorization]
    for (name, value) in pairs { fields[try #require(HTTPField.Name(name))] = value }
    return fields
  }

  /// The answer of a PROPFIND or REPORT, by addresses.
  func resources(
    _ method: String, _ address: String, depth: String? = "0", _ body: String = ""
  ) async throws -> [String: Found] {
    let headers: KeyValuePairs<String, String> = depth.map { ["Depth": $0] } ?? [:]
    let answer = try await send(method, address, headers, body)
    try #require(answer.status.code == 207, "\(answer.status) \(answer.body)")
    return try Self.resources(answer)
  }

  static func resources(_ answer: Answer) throws -> [String: Found] {
    let root = try XMLReader.read(Array(answer.body.utf8))
    try #require(root.name == .dav("multistatus"))
    let found = try root.children(.dav("response")).map { response in
      (try #require(response.first(.dav("href"))).text, Found(response))
    }
    return try Dictionary(found) { _, _ in throw TwoResponses() }
  }

  private struct TwoResponses: Error {}

  /// A resource in a multi-status response.
  struct Found {
    var status: String?
    var found: [XMLName: XMLElement] = [:]
    var missing: Set<XMLName> = []
    var statuses: [XMLName: String] = [:]

    init(_ response: XMLElement) {
      status = response.first(.dav("status"))?.text
      for part in response.children(.dav("propstat")) {
        let status = part.first(.dav("status"))?.text ?? ""
        for property in part.first(.dav("prop"))?.children ?? [] {
          statuses[property.name] = status
          if status.contains("200") { found[property.name] = property } else { missing.insert(property.name) }
        }
      }
    }

    var tag: String? { found[.dav("getetag")]?.text }
    var data: String? { found[.calDAV("calendar-data")]?.text }
  }

  static func propfind(_ properties: String...) -> String {
    """
    <d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/"><d:prop>\(properties.map { "<\($0)/>" }.joined())</d:prop></d:propfind>
    """
  }

  static func report(_ name: String, _ content: String) -> String {
    "<\(name) xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><d:prop><d:getetag/><c:calendar-data/></d:prop>\(content)</\(name)>"
  }

  static func todo(_ uid: String, _ properties: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:\(uid)"] + properties
      + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }
}
