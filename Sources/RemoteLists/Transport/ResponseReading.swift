import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tasks

/// Makes a response of what comes, and reads no more of it than that takes.
struct ResponseReading: Sendable {
  let response: HTTPClientResponse
  /// The most bytes of a body, decoded.
  let limit: Int
  let watch: ProgressReporter

  func whole() async throws -> SourceResponse {
    let status = Int(response.status.code)
    // A list, one that a proxy has changed, or the answers to a question about several things.
    let isWanted = [200, 203, 207].contains(status)
    return SourceResponse(status: status, headers: response.headers, body: isWanted ? try await body() : [])
  }

  private func body() async throws -> [UInt8] {
    var decoder = try BodyDecoder(response.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }, limit)
    // What it says of its length may be a lie, but a file that calls itself too large is taken at its word.
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
