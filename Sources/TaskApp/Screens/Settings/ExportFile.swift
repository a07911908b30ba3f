import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StateViews
import TaskStore
import Tasks

/// All that an account has, as a file to keep.
enum ExportFile {
  /// `GET /settings/export`
  @Sendable static func show(_ visit: Visit) async throws -> Response {
    let account = visit.reader.account
    let export = try await visit.store { store throws(StoreError) in try await store.export(of: account) }
    let json: Data
    do {
      json = try export.json()
    } catch {
      visit.context.logger.error("an export failed", metadata: ["error": "\(error)"])
      throw Failure(.internal)
    }
    var headers: HTTPFields = [
      .contentType: "application/json", .cacheControl: "private, no-store", .contentLength: String(json.count),
    ]
    headers[.contentDisposition] = "attachment; filename=\"fourfold-\(visit.reader.today.iso).json\""
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}
