import Hummingbird
import StateViews
import Synchronization

/// The addresses that the routes of an app accept, for checks of its links and forms.
struct AcceptedAddresses: Sendable {
  private let routes: [(method: HTTPRequest.Method, segments: [Substring])]

  /// - Parameter routes: the methods and patterns of the routes, with open segments in braces.
  init(_ routes: [(HTTPRequest.Method, String)]) { self.routes = routes.map { ($0, $1.split(separator: "/")) } }

  /// The links and forms with a written-out address that no route accepts.
  func problems(in texts: [String: String]) -> [TemplateProblems.Problem] {
    // Compiled once: a literal in the loop would be compiled in each round.
    let written = /<(form|button|input|a|link)\s(?:[^>]*?\s)?(?:(?:form)?action|href)="(\/(?!\/)[^"{?#]*)["?#][^>]*>/
    return texts.sorted { $0.key < $1.key }.flatMap { template, text in
      text.matches(of: written).compactMap { tag -> TemplateProblems.Problem? in
        let method: HTTPRequest.Method =
          switch tag.output.1 {
          case "form": tag.output.0.contains("method=\"post\"") ? .post : .get
          case "a", "link": .get
          default: .post
          }
        return problem(of: method, String(tag.output.2)).map { problem in
          let line = text[..<tag.range.lowerBound].count { $0.isNewline } + 1
          return TemplateProblems.Problem(template: template, line: line, message: problem)
        }
      }
    }
  }

  fileprivate func problems<F: PageFlow>(of flow: F) -> [TemplateProblems.Problem] {
    F.addresses.mistakes + flow.presentationMistakes
      + F.addresses.formPatterns.compactMap { pattern in
        problem(of: .post, pattern).map {
          .init(template: "\(F.self)", line: nil, message: "\($0), a form: give addFlow the closure forms:")
        }
      }
  }

  /// The problem of a path that no route accepts, with the one that may be meant; nil if a route does.
  func problem(of method: HTTPRequest.Method, _ path: String) -> String? {
    let segments = path.split(separator: "/")
    let isAccepted = routes.contains { route in
      let isOpenEnded = route.segments.last?.hasPrefix("**") == true
      guard route.method == method,
        isOpenEnded ? segments.count >= route.segments.count : segments.count == route.segments.count
      else { return false }
      return zip(route.segments, segments).allSatisfy {
        $0.hasPrefix("{") || $0.hasPrefix(":") || $0.hasPrefix("**") || $0 == $1
      }
    }
    if isAccepted { return nil }
    let others = routes.filter { $0.method == method }.map { "/" + $0.segments.joined(separator: "/") }
    let near = SpellingSuggestion.name(to: path, among: others).map { ": is \($0) meant?" } ?? ""
    return "no route accepts \(method.rawValue) \(path)\(near)"
  }
}

/// What the pages of an app know of its routes.
final class KnownRoutes: Sendable {
  private let model = Mutex<Model>(Model())

  private struct Model: Sendable {
    var flows: [any PageFlow] = []
    /// What was wrong while routes were added.
    var mistakes: [TemplateProblems.Problem] = []
    var accepted: AcceptedAddresses?
  }

  /// Notes a flow, each of whose forms needs a route.
  func expect(_ flow: any PageFlow) { model.withLock { $0.flows.append(flow) } }

  /// Notes what is wrong with a route.
  func note(_ mistake: TemplateProblems.Problem) { model.withLock { $0.mistakes.append(mistake) } }

  /// Takes the routes when all are there.
  /// - Returns: the forms of flows that none of them accepts, and what is wrong with mounted ones.
  func accept(_ accepted: AcceptedAddresses, forRetries: Bool) -> [TemplateProblems.Problem] {
    let noted = model.withLock { model in
      defer { model = Model(accepted: forRetries ? accepted : nil) }
      return model
    }
    var reported: Set<TemplateProblems.Problem> = []
    // A flow that is mounted twice has its mistakes twice.
    return (noted.mistakes + noted.flows.flatMap { accepted.problems(of: $0) }).filter { reported.insert($0).inserted }
  }

  /// What is wrong with the retry of a region, if the routes are known.
  func mistake(in region: any PageRegion) -> ProgrammingError? {
    guard let retry = region.retry, retry.intent == nil, let accepted = model.withLock({ $0.accepted }) else {
      return nil
    }
    return accepted.problem(of: retry.method == .get ? .get : .post, retry.path).map {
      ProgrammingError(
        "\(region.origin.place.behind("The region “\(region.name)”")) has a retry that goes nowhere: \($0).")
    }
  }
}
