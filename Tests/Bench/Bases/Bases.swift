import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePagesServing

/// The base of `bin/bench`: constant bytes, sent by the same server as Fourfold's, without the app's own work.
///
///     fourfold-bases PORT FOLDER
///
/// `/p` responds with two bytes, `/s/NAME` with the file of that name as read at the start, with gzip coding if it ends in `.gz`.
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
      router: router, server: .clientBound(),
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
