import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tasks

/// Reads the body of a response if its status is a success, up to the size limit.
struct ResponseReading: Sendable {
  let response: HTTPClientResponse
  /// The maximum size of the body in bytes, decoded.
  let limit: Int
  let watch: ProgressReporter

  func whole() async throws -> SourceResponse {
    let status = Int(response.status.code)
    // OK, Non-Authoritative Information (changed by a proxy), and Multi-Status.
    let isWanted = [200, 203, 207].contains(status)
    return SourceResponse(status: status, headers: response.headers, body: isWanted ? try await body() : [])
  }

  private func body() async throws -> [UInt8] {
    var decoder = try BodyDecoder(response.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }, limit)
    // `Content-Length` is not trusted, but a length over the limit is rejected without reading the body.
    if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
      throw SourceFailure.tooLarge
    }
    for try await chunk in response.body {
      watch.received(chunk.readableBytes)
      try decoder.feed(Array(chunk.readableBytesView))
      watch.tellReceived()
    }
    try Task.checkCancellation()
    watch.tellReceived(isLast: true)
    return try decoder.end()
  }
}
