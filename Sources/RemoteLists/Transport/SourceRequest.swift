import NIOHTTP1
import Tasks

/// What is asked of one address, but for who asks.
struct SourceRequest: Sendable {
  var method = HTTPMethod.GET
  var headers: HTTPHeaders
  var body: String?

  /// For the file at an address, unless it is what the validators name.
  static func file(ifNot validators: Validators) -> SourceRequest {
    var headers: HTTPHeaders = [
      "Accept": "text/calendar, text/markdown, text/plain;q=0.9, application/json;q=0.8, */*;q=0.1"
    ]
    if let etag = validators.etag { headers.add(name: "If-None-Match", value: etag) }
    if let modified = validators.lastModified { headers.add(name: "If-Modified-Since", value: modified) }
    return SourceRequest(headers: headers)
  }
}

/// What an address answers.
struct SourceResponse: Sendable {
  let status: Int
  let headers: HTTPHeaders
  /// Decoded; empty unless the status says that it is what was asked for.
  let body: [UInt8]
}
