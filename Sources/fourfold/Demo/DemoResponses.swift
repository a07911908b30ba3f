import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization
import Tasks

/// The responses of the demo's sources.
final class DemoResponses: Sendable {
  private let sources: [DemoSource]
  /// The number of requests per path.
  private let times = Mutex<[String: Int]>([:])

  init(to sources: [DemoSource]) {
    self.sources = sources
  }

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    for source in sources {
      router.get(RouterPath(source.path)) { [self] request, _ in try await answer(request, source) }
    }
    return router
  }

  private func answer(_ request: Request, _ source: DemoSource) async throws -> Response {
    switch source.behaviour {
    case .prompt(let text):
      return Self.whole(text, for: request)
    case .slow(let text, let pause):
      // Cancelled at shutdown.
      try await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
      return Self.whole(text, for: request)
    case .everyOther(let text):
      guard turn(source).isMultiple(of: 2) else { return Self.busy }
      return Self.whole(text, for: request)
    case .pouring(let text, let bytes):
      return Self.pouring(text, bytes: bytes)
    case .dead:
      return Response(status: .notFound)
    }
  }

  /// The number of this request for the source, from 1.
  private func turn(_ source: DemoSource) -> Int {
    times.withLock { times in
      times[source.path, default: 0] += 1
      return times[source.path, default: 0]
    }
  }

  /// The text, or 304 if the client has it already.
  private static func whole(_ text: DemoText, for request: Request) -> Response {
    let content = text.content(.today)
    // The hash is seeded per process, so the tag is valid for its lifetime only.
    let tag = "\"\(String(UInt(bitPattern: content.hashValue), radix: 36))\""
    guard request.headers[.ifNoneMatch] != tag else { return Response(status: .notModified, headers: [.eTag: tag]) }
    return Response(
      status: .ok, headers: [.contentType: text.kind.rawValue, .eTag: tag],
      body: ResponseBody(byteBuffer: ByteBuffer(string: content)))
  }

  private static var busy: Response {
    Response(
      status: .serviceUnavailable, headers: [.contentType: DemoText.Kind.plain.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "The oven is full.\n")))
  }

  /// Repeats the text in a stream without a `Content-Length`.
  private static func pouring(_ text: DemoText, bytes: Int) -> Response {
    let piece = ByteBuffer(string: text.content(.today))
    let body = ResponseBody { writer in
      var poured = 0
      while poured < bytes {
        try await writer.write(piece)
        poured += piece.readableBytes
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(50)) }
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: text.kind.rawValue], body: body)
  }
}

extension Day {
  /// The current date on this machine.
  static var today: Day { Day(of: Date(), in: .current) }
}
