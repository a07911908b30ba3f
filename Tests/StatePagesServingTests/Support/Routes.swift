import HTTPTypes
import Hummingbird
import NIOCore

@testable import StatePagesServing

/// The routes that the tests request.
func routes(probe: Probe = Probe()) -> Router<BasicRequestContext> {
  let router = Router()
  router.get("ok") { _, _ in "ok" }

  // Sends a shell at once and the rest after the probe's work, which runs in a child task as the load of a region does.
  router.get("slow") { _, _ in
    Response(
      status: .ok,
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(string: "shell "))
        async let work: Void = probe.work()
        await work
        try await writer.write(ByteBuffer(string: "last words"))
        try await writer.finish(nil)
      }
    )
  }
  // Sends nothing before the work has ended, as for a buffered page.
  router.get("whole") { _, _ in
    await probe.work()
    return "whole"
  }
  for method in ["POST", "PUT", "DELETE", "PROPFIND", "REPORT"].compactMap({ HTTPRequest.Method($0) }) {
    router.on("slow", method: method) { _, _ in
      await probe.work()
      return "done"
    }
  }
  router.get("quick") { _, _ in
    Response(
      status: .ok,
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(string: "done."))
        try await writer.finish(nil)
      }
    )
  }

  router.post("unread") { _, _ in "never read" }
  router.post("too-large") { _, _ in
    Response(
      status: .contentTooLarge,
      headers: [.connection: "close"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "too large"))
    )
  }
  router.post("refused-at-length") { _, _ in
    Response(
      status: .contentTooLarge,
      headers: [.connection: "close"],
      body: ResponseBody(byteBuffer: ByteBuffer(repeating: 97, count: 32 << 20))
    )
  }
  router.get("large") { _, _ in
    Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 97, count: 32 << 20)))
  }
  return router
}
