import HTTPTypes
import Hummingbird
import NIOCore
import TaskStore

/// Tells a monitor whether the app can do its work.
enum Health {
  /// `GET /health`: 200 `ok` when the database answers, else 503.
  @Sendable static func show(_ visit: Arrival) async -> Response {
    let answers = await visit.app.store.isAnswering()
    return Response(
      status: answers ? .ok : .serviceUnavailable,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: answers ? "ok\n" : "the database does not answer\n")))
  }
}
