import Foundation
import HTTPTypes

/// The name and the password of a request by Basic authentication (RFC 7617).
struct BasicCredentials: Sendable {
  let name: String
  let password: String

  /// Nil if the request has none, or malformed ones.
  ///
  /// The last colon divides them, because names of accounts may have colons and app passwords have none.
  init?(_ headers: HTTPFields) {
    guard let field = headers[.authorization], let blank = field.firstIndex(of: " "),
      field[..<blank].lowercased() == "basic",
      let data = Data(base64Encoded: String(field[blank...].drop { $0 == " " })),
      let text = String(validating: data, as: UTF8.self), let colon = text.lastIndex(of: ":")
    else { return nil }
    name = String(text[..<colon])
    password = String(text[text.index(after: colon)...])
  }

  /// The challenge of a 401.
  static let challenge = "Basic realm=\"Fourfold\", charset=\"UTF-8\""
}
