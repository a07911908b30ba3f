import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// What the app answered.
struct Answer: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: String

  init(_ response: Response) async throws {
    let written = Written()
    try await response.body.write(written)
    status = response.status
    headers = response.headers
    body = written.bytes.withLock { String(buffer: $0) }
  }

  var location: String? { headers[.location] }
  /// What the browser shows from now on, as ``World/cookie``; nil where the answer gives it nothing.
  var cookie: String? { headers[values: .setCookie].first.map { String($0.prefix { $0 != ";" }) } }
  /// What makes it known as a browser in which somebody has signed in; nil where the answer gives it nothing.
  var deviceCookie: String? {
    headers[values: .setCookie].first { $0.contains("fourfold-device=") }.map { String($0.prefix { $0 != ";" }) }
  }
  /// The place on the page that the reader is sent to.
  var fragment: String? {
    location?.split(separator: "#", maxSplits: 1).dropFirst().first.map(String.init)
  }

  /// The body as a page.
  /// - Throws: where it is not well-formed.
  var page: Element { get throws { try HTMLReader.page(body) } }

  /// What a person reads, for messages.
  var words: String {
    do { return try page.text } catch { return body }
  }
}

/// Takes what a body writes.
private final class Written: ResponseBodyWriter, Sendable {
  let bytes = Mutex(ByteBuffer())

  func write(_ buffer: ByteBuffer) async throws {
    bytes.withLock { bytes in _ = bytes.writeImmutableBuffer(buffer) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Element {
  /// The region of a name.
  func region(_ name: String) -> Element? { first { $0["data-region"] == name } }
  /// The state of the region of a name: `content`, `empty/all-done`, `failed/conflict`.
  func state(_ region: String) -> String? {
    self.region(region).map { region in
      [region["data-state"], region["data-reason"]].compactMap { $0 }.joined(separator: "/")
    }
  }

  /// The titles of the rows of the open tasks, or of those of another region.
  func titles(_ region: String = "tasks") -> [String] {
    self.region(region)?.all { $0["class"] == "title" }.map(\.text) ?? []
  }

  func row(_ title: String) -> Element? {
    first { $0.name == "li" && $0.first { $0["class"] == "title" }?.text == title }
  }

  /// The title in the window's bar.
  var title: String { first("title")?.text ?? "" }
  /// The notice at the foot, if there is one.
  var notice: Element? { first { $0["class"] == "notice" } }
  /// What went wrong with a field, tied to it.
  func error(of field: String) -> String? {
    guard let input = first({ $0["name"] == field && $0["aria-invalid"] == "true" }),
      let ids = input["aria-describedby"]?.split(separator: " ")
    else { return nil }
    return first { element in element["class"] == "error" && ids.contains { element["id"] == String($0) } }?.text
  }
  /// What a field holds.
  func value(of field: String) -> String? {
    forms.flatMap(\.controls).first { $0.name == field }?.value
  }
}
