import Foundation
import TaskFormats
import Tasks

/// CalDAV discovery: finds the task lists at the address of a calendar, calendar home, principal or server (RFC 4791, section
/// 6.2.1; RFC 5397; RFC 6764).
struct CalendarDiscovery: Sendable {
  let settings: FetchSettings
  /// Whether the source has a login. Then `/.well-known/caldav` is tried for every address, not only for the root.
  let hasLogin: Bool

  private static let mostHomes = 4
  private static let mostCollections = 100
  private static let longestName = 200

  /// The task lists, or the tasks of a single calendar; ``SourceAnswer/notCalDAV`` if no resource supports CalDAV.
  func answer(from start: Hop, _ exchange: inout Exchange) async throws -> SourceAnswer {
    var found = try await resource(at: start, &exchange)
    if found == nil, hasLogin || start.target == "/" {
      let wellKnown = try start.following("/.well-known/caldav", settings: settings)
      found = try await resource(at: wellKnown, &exchange)
    }
    guard let (resource, hop) = found else { return .notCalDAV }
    if resource.isCalendar {
      // A calendar without tasks is reported as an empty collection.
      guard resource.takesTasks else { return .collections([]) }
      return try await CalendarQuery(tag: "").answer(of: resource, at: hop, &exchange)
    }
    // The lists of a collection are what was asked for, wherever the homes of its owner are.
    if resource.isCollection {
      let here = try await collections(at: hop, &exchange)
      if !here.isEmpty { return .collections(here) }
    }
    var homes = try resource.homes.map { try hop.following($0, settings: settings) }
    if homes.isEmpty {
      guard let principal = try resource.principal.map({ try hop.following($0, settings: settings) }),
        let (person, place) = try await self.resource(at: principal, &exchange)
      else { return resource.isCollection ? .collections([]) : .notCalDAV }
      homes = try person.homes.map { try place.following($0, settings: settings) }
    }
    var all: [RemoteCollection] = []
    for home in homes.prefix(Self.mostHomes) { all += try await collections(at: home, &exchange) }
    return .collections(Array(all.prefix(Self.mostCollections)))
  }

  /// The resource at an address, and its address after redirects; nil if it is not a WebDAV resource.
  private func resource(at hop: Hop, _ exchange: inout Exchange) async throws -> (DAVResource, Hop)? {
    let answered = try await exchange.send(.properties, to: hop)
    guard answered.response.status == 207, let first = try await answered.resources().first else { return nil }
    return (first, answered.hop)
  }

  private func collections(at hop: Hop, _ exchange: inout Exchange) async throws -> [RemoteCollection] {
    let answered = try await exchange.send(.members, to: hop)
    guard answered.response.status == 207 else { return [] }
    return try await answered.resources().filter(\.takesTasks).map { calendar in
      let place = try answered.hop.following(calendar.href, settings: settings)
      return RemoteCollection(url: place.url, name: name(of: calendar, at: place))
    }
  }

  private func name(of calendar: DAVResource, at place: Hop) -> String {
    let last = place.target.split(separator: "/").last.map(String.init) ?? ""
    let name = calendar.displayName ?? last.removingPercentEncoding ?? last
    // A single line, without control and bidirectional formatting characters.
    let shown = String(name.map { $0.isWhitespace ? " " : $0 }).unicodeScalars.filter {
      $0.properties.generalCategory != .control && !$0.properties.isBidiControl
    }
    return String(String(String.UnicodeScalarView(shown)).prefix(Self.longestName))
  }
}
