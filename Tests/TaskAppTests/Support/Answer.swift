import Foundation
import HTTPTypes
import Hummingbird
import StatePagesTesting

/// A response of the app.
struct Answer: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: String

  init(_ response: Response) async throws {
    body = try await response.html()
    status = response.status
    headers = response.headers
  }

  var location: String? { headers[.location] }
  /// The session cookie that the browser sends from now on, as ``World/cookie``; `nil` if the response sets none.
  var cookie: String? { headers[values: .setCookie].first.map { String($0.prefix { $0 != ";" }) } }
  /// The cookie of a known browser; `nil` if the response sets none.
  var deviceCookie: String? {
    headers[values: .setCookie].first { $0.contains("fourfold-device=") }.map { String($0.prefix { $0 != ";" }) }
  }
  /// The fragment of the redirect's address.
  var fragment: String? {
    location?.split(separator: "#", maxSplits: 1).dropFirst().first.map(String.init)
  }

  /// The body as a page.
  /// - Throws: If it is not well-formed.
  var page: HTMLElement { get throws { try HTMLReader.page(body) } }

  /// The visible text, for failure messages.
  var words: String {
    do { return try page.text } catch { return body }
  }
}

extension HTMLElement {
  /// The titles of the rows of the open tasks, or of another region.
  func titles(_ region: String = "tasks") -> [String] {
    self.region(region)?.all { $0["class"] == "title" }.map(\.text) ?? []
  }

  func row(_ title: String) -> HTMLElement? {
    guard var row = first({ $0.name == "li" && $0.first { $0["class"] == "title" }?.text == title }) else { return nil }
    if let form = element(id: Self.formOfRows) { row.children.append(.element(form)) }
    return row
  }

  /// The title of the window.
  var title: String { first("title")?.text ?? "" }
  /// The notice at the foot, if there is one.
  var notice: HTMLElement? { first { $0["class"] == "notice" } }
  /// The error message of a field.
  func error(of field: String) -> String? {
    guard let input = first({ $0["name"] == field && $0["aria-invalid"] == "true" }),
      let ids = input["aria-describedby"]?.split(separator: " ")
    else { return nil }
    return first { element in element["class"] == "error" && ids.contains { element["id"] == String($0) } }?.text
  }
  /// The value of a field.
  func value(of field: String) -> String? {
    forms.flatMap(\.controls).first { $0.name == field }?.value
  }
}
