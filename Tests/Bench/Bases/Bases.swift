import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// What `bin/bench` compares with: ready bytes, sent by the server that Fourfold has, with none of its own work before them.
///
///     fourfold-bases PORT FOLDER
///
/// `/p` is answered by two bytes, `/s/NAME` by the file of that name as it was at the start: gzip where it ends in `.gz`.
@main
struct Bases {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let port = arguments.first.flatMap({ Int($0) }), let folder = arguments.last else {
      FileHandle.standardError.write(Data("fourfold-bases PORT FOLDER\n".utf8))
      exit(64)
    }
    let router = Router()
    constant(ByteBuffer(string: "ok"), [.contentType: "text/plain; charset=utf-8"], at: "/p", in: router)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
      var headers: HTTPFields = [.contentType: "text/html; charset=utf-8"]
      if name.hasSuffix(".gz") { headers[.contentEncoding] = "gzip" }
      constant(ByteBuffer(bytes: bytes), headers, at: "/s/\(name)", in: router)
    }
    try await Application(
      router: router, server: .clientBound(ConnectionLimits()),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil)
    ).runService()
  }

  private static func constant(
    _ bytes: ByteBuffer, _ headers: HTTPFields, at path: String, in router: Router<BasicRequestContext>
  ) {
    router.get(RouterPath(path)) { _, _ in
      Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
  }
}
