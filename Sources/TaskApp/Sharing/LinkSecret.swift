import Crypto
import Foundation
import StatePages
import Tasks

/// The secret in the address of an invitation or of a page by link: 256 random bits. It is shown once; the database has its ``digest``.
struct LinkSecret: Hashable, LosslessStringConvertible, Sendable {
  /// 43 characters of URL-safe Base64.
  let description: String

  /// Creates a random secret.
  init() { description = Base64.urlText(of: (0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

  /// Reads the secret of an address; nil if it can't be one.
  init?(_ text: String) {
    guard Base64.urlBytes(of: text)?.count == 32 else { return nil }
    description = text
  }

  /// The folder of the addresses, whose names no log has.
  static let folder = "/join"

  var digest: Data { Data(SHA256.hash(data: Data(description.utf8))) }
}

extension LinkSecret {
  /// The address of the invitation, as the client that asks for it reaches the app.
  func address(on client: Client, below basePath: BasePath) -> String {
    client.origin + basePath.address(TaskFlow.addresses.address(of: .invitation(self)).text)
  }

  /// The address of the page that confirms a mail address.
  func confirmationAddress(on client: Client, below basePath: BasePath) -> String {
    client.origin + basePath.address("\(PublicRoute.confirmations.path)/\(description)")
  }

  /// The address of the page by link.
  func pageAddress(on client: Client, below basePath: BasePath) -> String {
    client.origin + basePath.address("\(PublicRoute.sharedPages.path)/\(description)")
  }
}
