import HTTPTypes
import Hummingbird
import NIOCore
public import StatePages

extension PageRequest {
  /// A request as a browser makes it when it navigates, by a link or an address: its page may be streamed.
  public static func navigation(to path: String) -> PageRequest {
    var headers = HTTPFields()
    if let destination = HTTPField.Name("Sec-Fetch-Dest") { headers[destination] = "document" }
    let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path, headerFields: headers)
    return PageRequest(Request(head: head, body: RequestBody(buffer: ByteBuffer())), id: "test")
  }
}
