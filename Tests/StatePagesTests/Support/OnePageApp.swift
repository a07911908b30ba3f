import HTTPTypes
import Hummingbird
import NIOCore
import StatePagesTesting
import StateViews
import TestSupport

@testable import StatePages

/// An app of one page, without a server and with a manual clock.
struct OnePageApp: Sendable {
  let clock = ManualClock()
  let pages: Pages
  private let files: TemplateFiles

  init(
    _ changes: [String: String] = [:], patience: Pages.Patience = Pages.Patience(minimum: .zero),
    rehearses: Bool = false,
    screens: [any Screen.Type] = [], gates: [any Gate.Type] = [], renderCache: RenderCache = RenderCache(),
    isStrict: Bool = false,
    basePath: BasePath = .root
  ) throws {
    files = try TemplateFiles(TestTemplates.texts.merging(changes) { $1 })
    var pages = Pages(
      try files.templates(screens: screens, gates: gates, basePath: basePath), patience: patience, clock: clock,
      rehearses: rehearses,
      isStrict: isStrict
    ) { .problem($0) }
    pages.renderCache = renderCache
    self.pages = pages
  }

  /// A request, by default as a text browser or a script sends it.
  static func request(
    at path: String = "/notes", method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
  ) -> PageRequest {
    let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers)
    return PageRequest(Request(head: head, body: RequestBody(buffer: ByteBuffer())), id: "request-7")
  }

  /// The response for a client that waits for the whole page.
  func whole(
    _ page: Page, version: PageVersion? = nil, at path: String = "/notes", method: HTTPRequest.Method = .get,
    _ headers: HTTPFields = [:]
  ) async -> Response {
    let request = Self.request(at: path, method: method, headers)
    return await pages.response(to: request, version: version) { () throws(Failure) in page }
  }

  /// The response for a browser, written into `recording`.
  func navigation(
    to page: Page, at path: String = "/notes", accepting codings: String? = nil, into recording: RecordedBody
  ) -> Task<Response, any Error> {
    Task {
      var headers: HTTPFields = [.secFetchDest: "document"]
      headers[.acceptEncoding] = codings
      let request = Self.request(at: path, headers)
      let response = await pages.response(to: request) { () throws(Failure) in page }
      try await response.body.write(recording)
      return response
    }
  }

  /// Advances the clock past the grace once the loads of `held` have begun and all timers run.
  func passGrace<Content>(_ held: HeldContent<Content>...) async {
    for held in held { await held.begun.reaches(1) }
    // A grace and a deadline for each load, and the status line of the page.
    await clock.waitForSleepers(2 * held.count + 1)
    await othersGoFirst()
    clock.advance(by: pages.patience.grace)
  }

  /// Advances the clock once the deadlines of `count` loads and the status line's timer run.
  func pass(_ duration: Duration, withLoads count: Int) async {
    await clock.waitForSleepers(count + 1)
    clock.advance(by: duration)
  }
}

extension HTTPField.Name {
  static var secFetchDest: Self { named("Sec-Fetch-Dest") }

  static func named(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header") }
    return name
  }
}

extension Page {
  /// A page for the tests.
  static func notes(status: HTTPResponse.Status? = nil, @PageBuilder _ parts: () -> [PagePart]) -> Page {
    Page(Frame(), for: .test, status: status, parts)
  }

  /// The page of a failure of the whole page.
  static func problem(_ failure: Failure) -> Page {
    Page(Frame(title: "Problem"), for: .test) { Region<Problem>("page", failed: failure) }
  }
}

extension DisplaySettings {
  /// 13 November 2025, 02:13:20 in GMT.
  static let test = DisplaySettings(timeZone: "GMT", now: 1_763_000_000)
}

extension Region<Notes> {
  /// A region for the tests.
  static func notes(
    _ name: String, _ content: some StatefulContent<[Note]>, from older: [Note]? = nil, retry: FormAction? = nil,
    weight: Weight = .main
  ) -> Region<Notes> {
    Region(name, content, caption: Notes.Caption(), from: older, retry: retry, weight: weight)
  }
}

/// Content that is ready at once.
func there(_ titles: String...) -> Loader<[Note]> {
  let notes = titles.map { Note($0) }
  return Loader { _ in .content(notes) }
}

/// A load that fails at once.
func failing(_ failure: Failure) -> Loader<[Note]> { Loader { _ throws(Interruption) in throw .failed(failure) } }

/// Yields, so that tasks that are ready can do what they should not do.
func othersGoFirst() async {
  for _ in 0..<50 { await Task.yield() }
}
