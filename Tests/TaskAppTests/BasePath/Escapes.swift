import HTTPTypes
import StatePages
import StatePagesTesting

@testable import TaskApp

/// The addresses of a response that lead out of the base path, each with where it stands, and the number of those that don't.
struct Escapes {
  private(set) var found: [String] = []
  private(set) var kept = 0
  private let basePath: BasePath

  init(of answer: Answer, below basePath: BasePath) throws {
    self.basePath = basePath
    for field in answer.headers { note(field) }
    guard answer.headers[.contentType]?.hasPrefix("text/html") == true, !answer.body.isEmpty else { return }
    for element in try answer.page.everything {
      for (name, value) in element.attributes { note(name, value, element) }
    }
  }

  private mutating func note(_ field: HTTPField) {
    switch field.name {
    case .setCookie:
      let path = field.value.split(separator: ";").map { $0.trimmingPrefix(" ") }.first { $0.hasPrefix("Path=") }
      note(String(path?.dropFirst(5) ?? "/"), "the cookie \(field.value)")
    case .location, .contentLocation: note(field.value, field.name.rawName)
    case _:
      // Addresses in quotes or angle brackets.
      for match in field.value.matches(of: /["<](\/[^"<>]*)/) { note(String(match.output.1), field.name.rawName) }
    }
  }

  /// An attribute of any name: a new one that has an address is covered, too.
  private mutating func note(_ name: String, _ value: String, _ element: HTMLElement) {
    let place = "\(name)=\"\(value)\" of <\(element.name)>"
    switch (name, element["name"]) {
    case ("value", FormField.from), ("value", FormField.next), ("value", FormField.restore):
      // Addresses of steps and forms, which are sent back, stay the app's own. One may begin like the base path.
      let isOwn = TaskFlow.addresses.step(at: value) != nil
      if basePath.inside(value) != nil, !isOwn { found.append("the base path in \(place)") }
    case ("value", _) where element["type"] == "hidden" || element.name == "button": break
    case _:
      // Several in some attributes, and behind `url=` in a refresh.
      for word in value.replacing("url=", with: " ").split(whereSeparator: { " ,;\n".contains($0) }) {
        note(String(word), place)
      }
    }
  }

  private mutating func note(_ address: String, _ place: String) {
    let own = ["http://localhost", "https://localhost"].first { address.hasPrefix($0) }
    let path = own.map { String(address.dropFirst($0.count)) } ?? address
    guard own != nil || path.hasPrefix("/") else { return }
    if basePath.inside(path) == nil { found.append("\(address) in \(place)") } else { kept += 1 }
  }
}

extension BasePath {
  /// For tests; no route of the app begins with it.
  static var below: BasePath { path("/below") }

  static func path(_ text: String) -> BasePath {
    do { return try BasePath(text) } catch { preconditionFailure("\(error)") }
  }
}
