import Foundation
import NetworkAddresses

/// What a server answered, in a form that may be shown and logged.
package struct ServerReply: Hashable, Sendable {
  /// The status of HTTP, the reply code of SMTP, or the exit code of a program.
  package let status: Int
  /// The server's words on one line, shortened; empty if it has none.
  package let text: String

  private static let mostCharacters = 200
  /// A shorter secret would be found in words that have nothing to do with it.
  private static let fewestCharacters = 4

  /// Creates a reply from stored values.
  package init(status: Int, text: String) { (self.status, self.text) = (status, text) }

  /// - Parameter secrets: what was sent and must not come back: passwords, tokens.
  init(status: Int, bytes: [UInt8], hiding secrets: [String?]) {
    var text = Self.words(bytes)
    for secret in secrets.compactMap(\.self) where secret.count >= Self.fewestCharacters {
      for form in [secret, Data(secret.utf8).base64EncodedString(), secret.percentEncoded] {
        text = text.replacing(form, with: "…")
      }
    }
    let line = HeaderText.clean(text)
    self.init(
      status: status,
      text: line.count > Self.mostCharacters ? line.prefix(Self.mostCharacters - 1) + "…" : line)
  }

  /// The message of a JSON object, else the text itself. A web page has no words for here.
  private static func words(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text.first(where: { !$0.isWhitespace }) {
    case "<": return ""
    case "{":
      let object: [String: Any]?
      // What is no JSON is shown as it is.
      do { object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] } catch { return text }
      return object?["error"] as? String ?? object?["message"] as? String ?? text
    case _: return text
    }
  }
}
