import AsyncHTTPClient
import Foundation
import NIOHTTP1
import Tasks

/// What is asked of one address.
struct Question: Sendable {
  /// Who asks, if this address is the one that was told so.
  let login: (user: String, password: String)?
  /// What is there already, of this address.
  let validators: Validators
  /// What is known of the answer.
  let hint: ListHint

  var headers: HTTPHeaders {
    var headers: HTTPHeaders = [
      "Accept": "text/calendar, text/markdown, text/plain;q=0.9, application/json;q=0.8, */*;q=0.1",
      "Accept-Encoding": "gzip, deflate",
      "User-Agent": "Fourfold",
    ]
    if let etag = validators.etag { headers.add(name: "If-None-Match", value: etag) }
    if let modified = validators.lastModified { headers.add(name: "If-Modified-Since", value: modified) }
    if let login {
      let pair = Data("\(login.user):\(login.password)".utf8).base64EncodedString()
      headers.add(name: "Authorization", value: "Basic \(pair)")
    }
    return headers
  }
}

/// What an address answers.
enum Reply: Hashable, Sendable {
  case answer(Answer)
  /// What is asked for is elsewhere.
  case redirect(String)
}
