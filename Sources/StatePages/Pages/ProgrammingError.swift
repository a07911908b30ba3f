import HTTPTypes
import Hummingbird
import Logging
import StateViews

/// A mistake in an app's code that was detected while answering with a page.
///
/// Strict pages show it to the developer, in plain text. Otherwise it is logged, and the reader sees a failure.
struct ProgrammingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, where, and how to fix it.
  let description: String

  init(_ description: String) { self.description = description }
}

extension ProgrammingError {
  func log(to logger: Logger) { logger.error("a page has a mistake", metadata: ["mistake": "\(self)"]) }

  /// The response in plain text: the whole description if `isTold`, else the request id of the log entry.
  func response(_ request: String, isTold: Bool) -> Response {
    let text = isTold ? "This page has a mistake.\n\n\(description)\n" : "Something failed here. Request \(request)\n"
    return Response(
      status: .internalServerError, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  static let missingMiddleware = ProgrammingError(
    """
    The route of this page has no middleware: without it, requests of other sites are accepted, and responses lack their security \
    headers. Add it in the closure of `addPages`.
    """)
}

extension Pages {
  /// Answers for a page that cannot be shown: with a description of the mistake, or with the page of a failure.
  func problem(_ mistake: ProgrammingError, for request: PageRequest) async -> Response {
    if isStrict { return report(mistake, for: request) }
    return await problem(Failure(.internal, cause: mistake), for: request)
  }

  /// Logs a mistake, and answers in plain text.
  func report(_ mistake: ProgrammingError, for request: PageRequest) -> Response {
    mistake.log(to: request.logger)
    return mistake.response(request.id, isTold: isStrict)
  }
}

extension Page {
  /// Why the page cannot be shown at all; nil if it can. Reasons are two parts with one name, of which a browser shows
  /// the first and waits for the other forever, and views that no template was verified for.
  func mistake(by catalogue: Catalogue) -> ProgrammingError? {
    if !catalogue.isRegistered(layoutType) {
      return ProgrammingError(
        "\(place.behind("Its layout")) is a \(layoutType), which no template was verified for. Add \(layoutType).self to `pieces`."
      )
    }
    if let presentationMistake { return presentationMistake }
    if parts.isEmpty { return ProgrammingError("\(place.behind("The page")) is empty. Give it a region or a piece.") }
    var names: Set<String> = []
    names.reserveCapacity(parts.count)
    var all = parts.everything.map { ($0.name, $0) }
    if let companion { all += companion.parts.everything.map { (companion.prefix + $0.name, $0) } }
    for (name, part) in all {
      guard !part.name.isEmpty, part.name.utf8.allSatisfy(PageAddress.isUnreserved) else {
        return ProgrammingError(
          "A part of this page (\(place)) has the name “\(part.name)”, which can’t stand in its address `?only=` and in its class: use lower-case words joined by hyphens."
        )
      }
      guard names.insert(name).inserted else { return mistake(of: part.name) }
      switch part.kind {
      case .piece(let name, let type, _) where !catalogue.isRegistered(type):
        return ProgrammingError(
          "The piece “\(name)” is a \(type), which no template was verified for. Add \(type).self to `pieces`.")
      case .region(let region) where !catalogue.isRegistered(region.origin.type):
        return ProgrammingError(
          """
          \(region.origin.place.behind("The region “\(region.name)”")) shows \(region.origin.type), which is not among the screens of \
          these templates. Add \(region.origin.type).self to `screens` (or `gates`).
          """)
      case .region(let region):
        guard case .intent(let intent) = region.retry?.intent else { break }
        let known = [intents, companion?.intents, catalogue.intents].compactMap { $0 }
        if !known.contains(where: { $0.accept(type(of: intent)) }) {
          return ProgrammingError(
            """
            \(region.origin.place.behind("The region “\(region.name)”")) has a retry that sends a \(type(of: intent)), which has no \
            address: give it to the flow’s `intents`.
            """)
        }
      case .piece: break
      }
    }
    return nil
  }

  /// A retry that no route accepts, once the routes are known.
  func mistake(by routes: KnownRoutes) -> ProgrammingError? { regions.lazy.compactMap(routes.mistake).first }

  private func mistake(of name: String) -> ProgrammingError {
    let all = parts.everything + (companion?.parts.everything ?? [])
    let places = all.filter { $0.name == name }.map { part in
      switch part.kind {
      case .piece(_, let type, _): "a piece, \(type)"
      case .region(let region): region.origin.place.behind("a region of \(region.origin.type)")
      }
    }
    return ProgrammingError(
      "Two parts of this page have the name “\(name)”: \(places.joined(separator: " and ")). Each needs one of its own."
    )
  }
}

extension PagePart {
  var name: String {
    switch kind {
    case .piece(let name, _, _): name
    case .region(let region): region.name
    }
  }
}

extension RegionRenderer {
  /// A mistake in place of a region whose page has begun.
  func element(of region: any PageRegion, telling mistake: ProgrammingError) -> Markup {
    catalogue.render(
      RegionWrapper(
        screen: region.origin.screen, placement: .panel, name: prefix + region.name, state: "failed", refresh: nil,
        reason: "mistake", banner: .none,
        inside: Markup(rendered: "<pre>\(HTMLEscaping.escaped(mistake.description))</pre>")))
  }
}

/// The screen of a region, and where in the app's sources the region was made.
package struct RegionOrigin: Sendable {
  let type: Any.Type
  let screen: String
  let place: SourceLocation
}

struct SourceLocation: Sendable, CustomStringConvertible {
  private let file: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  /// `Module/File.swift:12`.
  var description: String { "\(file):\(line)" }

  func behind(_ name: String) -> String { "\(name) (\(description))" }
}
