import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages

/// The addresses that programs request, without a session.
enum PublicRoute: String, CaseIterable, Sendable {
  case health = "/health"
  /// The folder of calendar feeds. The names of its files are secrets.
  case feeds = "/feeds"
  /// The folder of pages by link. Their names are secrets.
  case sharedPages = "/p"
  /// The folders of links in messages. Their names are secrets.
  case answers = "/answers"
  case confirmations = "/confirm"
  /// The transparent picture of the image buttons; see ``RowAnchor``. Its address is short, because a row has six, and it never changes.
  case clearImage = "/0"
  case dav = "/dav"
  case wellKnownCalDAV = "/.well-known/caldav"
  case wellKnownChangePassword = "/.well-known/change-password"
  /// The manifest with which browsers install the app.
  case manifest = "/manifest.webmanifest"
  case securityText = "/.well-known/security.txt"

  /// The paths that are answered outside the base path as well: that of the health check, for probes that reach the server without the
  /// proxy, from any address, and those that programs look for at the root of a host, if the proxy passes them on.
  static var alsoAtRoot: Set<String> {
    Set([health, wellKnownCalDAV, wellKnownChangePassword, securityText].map(\.path))
  }

  var path: String { rawValue }
}

/// Well-known addresses (RFC 8615).
enum WellKnown {
  /// `GET /.well-known/change-password`: the page to which a password manager sends its user
  /// (https://w3c.github.io/webappsec-change-password-url/).
  @Sendable static func changePassword(_ request: AnonymousRequest) -> Response {
    .seeOther(TaskFlow.addresses.address(of: .settings(.account, at: .password)))
  }

  /// `GET /.well-known/security.txt`: the contact for security reports (RFC 9116).
  @Sendable static func securityText(_ request: AnonymousRequest) throws -> Response {
    guard let contact = request.app.settings.securityContact else { throw RequestProblem.unknownAddress }
    let expires = request.app.now().addingTimeInterval(Double(validDays) * 86_400)
    let text = "Contact: \(contact)\nExpires: \(expires.formatted(.iso8601))\n"
    return Response(
      status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Less than a year, as section 2.5.5 of the RFC recommends. Every response counts from its own time.
  private static let validDays = 180
}
