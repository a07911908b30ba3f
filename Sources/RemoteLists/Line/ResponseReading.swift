import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tasks

/// Makes a reply of a response, and reads no more of it than that takes.
struct ResponseReading: Sendable {
  let response: HTTPClientResponse
  let question: Question
  /// The most bytes of a body, decoded.
  let limit: Int
  let watch: Watch

  func reply() async throws -> Reply {
    switch response.status.code {
    case 200: return .answer(.file(try await body(), validators, hint))
    case 304 where question.validators != .none: return .answer(.unchanged(validators))
    case 301, 302, 303, 307, 308:
      let locations = response.headers["Location"]
      guard locations.count == 1 else { throw SourceFailure.badRedirect }
      return .redirect(locations[0])
    case let status:
      let after = [429, 503].contains(status) ? response.headers.first(name: "Retry-After") : nil
      throw Trouble(.status(Int(status)), notBefore: after.flatMap { RetryAfter.moment($0, now: Date()) })
    }
  }

  private func body() async throws -> [UInt8] {
    try checkEncoding()
    // What it says of its length may be a lie, but a file that calls itself too large is taken at its word.
    if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
      throw SourceFailure.tooLarge
    }
    var bytes: [UInt8] = []
    for try await chunk in response.body {
      guard bytes.count + chunk.readableBytes <= limit else { throw SourceFailure.tooLarge }
      bytes.append(contentsOf: chunk.readableBytesView)
      watch.tellReceived()
    }
    try Task.checkCancellation()
    watch.tellReceived(isLast: true)
    return bytes
  }

  /// Only what is sure to have been decoded passes: the client decodes by the first field that it sees, and lets all others through as
  /// they are.
  private func checkEncoding() throws(SourceFailure) {
    let encodings = response.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    guard encodings.count <= 1, encodings.allSatisfy(["gzip", "deflate", "identity", ""].contains) else {
      throw .malformed
    }
  }

  private static let longestValidator = 512

  /// What the answer is named by; one that is unchanged may say it anew.
  private var validators: Validators {
    func value(_ name: String, else old: String?) -> String? {
      guard let value = response.headers.first(name: name) else { return old }
      return (1...Self.longestValidator).contains(value.utf8.count) ? value : nil
    }
    return Validators(
      etag: value("ETag", else: question.validators.etag),
      lastModified: value("Last-Modified", else: question.validators.lastModified))
  }

  private var hint: ListHint {
    ListHint(
      name: question.hint.name, contentType: response.headers.first(name: "Content-Type"),
      contentDisposition: response.headers.first(name: "Content-Disposition"))
  }
}
