import NIOHTTP1
import Tasks

/// A request to a source, without credentials.
struct SourceRequest: Sendable {
  var method = HTTPMethod.GET
  var headers: HTTPHeaders
  var body: String?

  /// Requests the file at an address, unless the validators still match.
  static func file(ifNot validators: Validators) -> SourceRequest {
    var headers: HTTPHeaders = [
      "Accept": "text/calendar, text/markdown, text/plain;q=0.9, application/json;q=0.8, */*;q=0.1"
    ]
    if let etag = validators.etag { headers.add(name: "If-None-Match", value: etag) }
    if let modified = validators.lastModified { headers.add(name: "If-Modified-Since", value: modified) }
    return SourceRequest(headers: headers)
  }
}

/// The response of a source.
struct SourceResponse: Sendable {
  let status: Int
  let headers: HTTPHeaders
  /// The decoded body; empty unless the status is 200, 203 or 207.
  let body: [UInt8]
}
