import HTTPTypes
import Hummingbird
import NIOCore
import StateViews
import TestSupport

@testable import StatePages

/// An app of one page, asked without a server, by a clock that stands still.
struct RetryLoop: Sendable {
  let clock = ManualClock()
  let pages: Pages
  private let files: TemplateFiles

  init(
    _ changes: [String: String] = [:], patience: Pages.Patience = Pages.Patience(), rehearses: Bool = false,
    gates: [any Gate.Type] = [], renderCache: RenderCache = RenderCache(), build: String? = nil, isStrict: Bool = false
  ) throws {
    files = try TemplateFiles(TestTemplates.texts.merging(changes) { $1 })
    pages = Pages(
      try files.templates(gates: gates), patience: patience, clock: clock, rehearses: rehearses,
      renderCache: renderCache,
      build: build,
      isStrict: isStrict
    ) { .problem($0) }
  }

  /// A request, as a text browser or a script sends it unless told otherwise.
  static func request(
    at path: String = "/notes", method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
  ) -> PageRequest {
    let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers)
    return PageRequest(Request(head: head, body: RequestBody(buffer: ByteBuffer())), id: "request-7")
  }

  /// The answer for somebody who waits for the whole page.
  func whole(
    _ page: Page, at path: String = "/notes", method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
  ) async -> Response {
    await pages.response(to: Self.request(at: path, method: method, headers)) { () throws(Failure) in page }
  }

  /// The answer for a browser, written into `recording` as it comes.
  func navigation(
    to page: Page, at path: String = "/notes", accepting codings: String? = nil, into recording: Recording
  ) -> Task<Response, any Error> {
    Task {
      var headers: HTTPFields = [.secFetchDest: "document"]
      headers[.acceptEncoding] = codings
      let request = Self.request(at: path, headers)
      let response = await pages.response(to: request) { () throws(Failure) in page }
      try await response.body.write(RecordingWriter(recording: recording))
      return response
    }
  }

  /// Lets the grace pass once `held` have begun and all their times are counted.
  func passGrace<Content>(_ held: HeldContent<Content>...) async {
    for held in held { await held.begun.reaches(1) }
    // Each has a grace and a deadline, and the page counts its silence.
    await clock.waitForSleepers(2 * held.count + 1)
    await othersGoFirst()
    clock.advance(by: pages.patience.grace)
  }

  /// Lets time pass once `count` loads count their deadlines and the page its silence.
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
  /// A page of the tests.
  static func notes(
    cacheKey: CacheKey? = nil, status: HTTPResponse.Status? = nil, @PageBuilder _ parts: () -> [PagePart]
  ) -> Page {
    Page(
      Frame(), stylesheet: "/style.css", for: .test, cacheKey: cacheKey, status: status, parts)
  }

  /// The page of a failure which is the whole page's.
  static func problem(_ failure: Failure) -> Page {
    Page(Frame(title: "Problem"), stylesheet: "/style.css", for: .test, cacheKey: nil) {
      Region<Problem>("page", failed: failure)
    }
  }
}

extension Look {
  /// 13 November 2025, 02:13:20 in GMT.
  static let test = Look(timeZone: "GMT", now: 1_763_000_000)
}

extension Region<Notes> {
  /// A region of the tests.
  static func notes(
    _ name: String, _ content: some StatefulContent<[Note]>, from start: ViewState<[Note]> = .unloaded,
    cacheKey: CacheKey? = nil, retry: FormAction? = nil, weight: Weight = .main
  ) -> Region<Notes> {
    Region(
      name, content, caption: Notes.Caption(), from: start, cacheKey: cacheKey, retry: retry, weight: weight)
  }
}

/// Content that is there at once.
func there(_ titles: String...) -> Loader<[Note]> {
  let notes = titles.map { Note($0) }
  return Loader { _ in .content(notes) }
}

/// A load that fails at once.
func failing(_ failure: Failure) -> Loader<[Note]> {
  Loader { _ throws(Interruption) in throw .failed(failure) }
}

/// Gives tasks that are ready the time to do what they should not do.
func othersGoFirst() async {
  for _ in 0..<50 { await Task.yield() }
}
