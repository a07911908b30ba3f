import HTTPTypes
import Hummingbird
import NIOCore

@testable import Serving

/// The bodies that the tests ask for.
func routes(probe: Probe = Probe()) -> Router<BasicRequestContext> {
  let router = Router()
  router.get("ok") { _, _ in "ok" }

  // The shell at once, the rest when the probe's work has ended, in a child task as a region's load is.
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
  // No byte before the work has ended, as for a page that is sent whole.
  router.get("whole") { _, _ in
    await probe.work()
    return "whole"
  }
  router.post("slow") { _, _ in
    await probe.work()
    return "done"
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
