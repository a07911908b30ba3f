import Foundation
import TaskStore
import Tasks

/// What an address below `/dav` names.
enum DavAddress: Hashable {
  /// `/dav/`, where clients begin.
  case root
  /// `/dav/principals/7/`: an account.
  case principal
  /// `/dav/calendars/7/`: the collections of an account.
  case home
  /// `/dav/calendars/7/groceries/`: a list.
  case collection(String)
  /// `/dav/calendars/7/groceries/milk.ics`: a task.
  case object(String, String)

  /// Nil for an address that is nothing, or another account's.
  init?(_ path: String, of account: AccountID) {
    var parts: [String] = []
    for part in path.split(separator: "/") {
      guard let text = String(part).removingPercentEncoding, text.utf8.count <= 1_100,
        !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return nil }
      parts.append(text)
    }
    guard parts.first.map({ "/" + $0 }) == PublicRoute.dav.path else { return nil }
    let isOwn = parts.count > 2 && parts[2] == account.description
    switch (parts.count, parts.dropFirst().first) {
    case (1, _): self = .root
    case (3, "principals") where isOwn: self = .principal
    case (3, "calendars") where isOwn: self = .home
    case (4, "calendars") where isOwn: self = .collection(parts[3])
    case (5, "calendars") where isOwn: self = .object(parts[3], parts[4])
    default: return nil
    }
  }

  static func path(ofPrincipal account: AccountID) -> String { "\(PublicRoute.dav.path)/principals/\(account)/" }
  static func path(ofHome account: AccountID) -> String { "\(PublicRoute.dav.path)/calendars/\(account)/" }
}

/// A resource with what its properties are made of.
enum DavResource {
  case root
  case principal
  case home
  case collection(CalendarCollection)
  /// A task in a collection; with its text if a property needs that.
  case object(ObjectEntry, StoredObject?, CalendarCollection)
}

extension String {
  /// The text as a segment of a path: all but unreserved characters percent-encoded (RFC 3986, section 2.3).
  var asPathSegment: String { addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
}

private let unreserved = CharacterSet(
  charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
