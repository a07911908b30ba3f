import Foundation
import Hummingbird
import NIOCore
import StatePagesTesting
import StateViews
import Testing

struct StreamedVisitTests {
  private struct Broken: Error {}

  private func response(_ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void) -> Response {
    Response(
      status: .ok,
      body: ResponseBody { writer in
        var each: any ResponseBodyWriter = writer
        try await write(&each)
        try await each.finish(nil)
      })
  }

  @Test func `the chunks are received one by one, and the end has the status`() async throws {
    let held = HeldContent<String>()
    let visit = StreamedVisit {
      response { writer in
        try await writer.write(ByteBuffer(string: "first "))
        try await writer.write(ByteBuffer(string: try await text(of: held)))
      }
    }
    #expect(await visit.shows("first"))
    #expect(visit.chunks == ["first "])
    await held.begun.reaches(1)
    held.end(.success(.content("second")))
    #expect(await visit.shows("second"))
    let (status, html) = try await visit.end()
    #expect(status == .ok)
    #expect(html == "first second")
  }

  @Test func `a page that ends or fails without the text does not show it`() async throws {
    let over = StreamedVisit { response { writer in try await writer.write(ByteBuffer(string: "only this")) } }
    #expect(await !over.shows("that"))
    let broken = StreamedVisit { throw Broken() }
    #expect(await !broken.shows("that"))
    await #expect(throws: Broken.self) { try await broken.end() }
  }

  @Test func `a client that leaves cancels the response`() async throws {
    let held = HeldContent<String>()
    let visit = StreamedVisit {
      response { writer in try await writer.write(ByteBuffer(string: try await text(of: held))) }
    }
    await held.begun.reaches(1)
    await visit.leave()
    #expect(held.cancelled.count == 1)
    #expect(visit.text.isEmpty)
  }

  private func text(of content: HeldContent<String>) async throws -> String {
    switch try await content.load(progress: { _ in }) {
    case .content(let text): text
    case .empty, .other: ""
    }
  }
}
