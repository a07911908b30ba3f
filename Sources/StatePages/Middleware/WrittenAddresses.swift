import HTTPTypes

/// The addresses that templates write out, checked against the routes.
struct WrittenAddresses {
  private let routes: [(method: HTTPRequest.Method, segments: [Substring])]

  /// - Parameter routes: the methods and patterns of the routes, with open segments in braces.
  init(_ routes: [(HTTPRequest.Method, String)]) {
    self.routes = routes.map { ($0, $1.split(separator: "/")) }
  }

  /// The links and forms with a written-out address that no route accepts.
  func problems(in texts: [String: String]) -> [TemplateProblems.Problem] {
    texts.sorted { $0.key < $1.key }.flatMap { template, text in
      let tags = text.matches(
        of: /<(form|button|input|a|link)\s(?:[^>]*?\s)?(?:(?:form)?action|href)="(\/(?!\/)[^"{?#]*)["?#][^>]*>/)
      return tags.compactMap { tag -> TemplateProblems.Problem? in
        let path = String(tag.output.2)
        let method: HTTPRequest.Method =
          switch tag.output.1 {
          case "form": tag.output.0.contains("method=\"post\"") ? .post : .get
          case "a", "link": .get
          default: .post
          }
        if accepts(method, path) { return nil }
        let others = routes.filter { $0.method == method }.map { "/" + $0.segments.joined(separator: "/") }
        let near = SpellingSuggestion.name(to: path, among: others).map { ": is \($0) meant?" } ?? ""
        let line = text[..<tag.range.lowerBound].count { $0.isNewline } + 1
        return TemplateProblems.Problem(
          template: template, line: line, message: "no route accepts \(method.rawValue) \(path)\(near)")
      }
    }
  }

  private func accepts(_ method: HTTPRequest.Method, _ path: String) -> Bool {
    let segments = path.split(separator: "/")
    return routes.contains { route in
      let isOpenEnded = route.segments.last?.hasPrefix("**") == true
      guard route.method == method,
        isOpenEnded ? segments.count >= route.segments.count : segments.count == route.segments.count
      else { return false }
      return zip(route.segments, segments).allSatisfy {
        $0.hasPrefix("{") || $0.hasPrefix(":") || $0.hasPrefix("**") || $0 == $1
      }
    }
  }
}
