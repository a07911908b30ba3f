import HTTPTypes
import Hummingbird
import Logging
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// Mistakes of an app in a page are shown in its place by strict pages, and logged otherwise.
struct ProgrammingErrorTests {
  private let log = RecordedLog()

  @Test func `an unregistered screen is reported at once, with the place of its region`() async throws {
    let line = #line + 1
    let page = Page.notes { Region<Stray>("stray", Loader { _ in .content("lost") }) }
    let response = await answer(try OnePageApp(isStrict: true), page)
    #expect(response.status == .internalServerError)
    let words = try await response.html()
    let place = "StatePagesTests/ProgrammingErrorTests.swift:\(line)"
    #expect(words.contains("The region “stray” (\(place)) shows Stray") as Bool)
    #expect(words.contains("Add Stray.self to `screens`") as Bool)
  }

  @Test func `an unregistered screen, piece or layout is reported`() async throws {
    let page = Page.notes { PagePart.piece("aside", Aside()) }
    let layout = Page(Aside(), for: .test) {}
    let screen = Page.notes { Region<Stray>("stray", Loader { _ in .content("lost") }, weight: .secondary) }
    let reports = [
      (page, "The piece “aside” is a Aside"), (layout, "is a Aside, which no template"), (screen, "Add Stray.self"),
    ]
    for (page, words) in reports {
      #expect(try await answer(try OnePageApp(isStrict: true), page).html().contains(words) as Bool)
      let quiet = await answer(try OnePageApp(), page)
      #expect(quiet.status == .internalServerError)
      #expect(try await quiet.html().contains("<h1>Sorry</h1>") as Bool)
      #expect(log.lines.last?.text.contains(words) == true)
    }
  }

  @Test(arguments: [true, false])
  func `two parts with one name are reported in place of the page`(isStrict: Bool) async throws {
    let line = #line + 2
    let page = Page.notes {
      Region.notes("notes", there("Milk"))
      Region<Notes>("notes", there("Bread"), caption: Notes.Caption())
    }
    let response = await answer(try OnePageApp(isStrict: isStrict), page, [.secFetchDest: "document"])
    #expect(response.status == .internalServerError)
    let told = isStrict ? try await response.html() : log.texts.joined()
    #expect(told.contains("Two parts of this page have the name “notes”: a region of Notes (") as Bool)
    #expect(told.contains("a region of Notes (StatePagesTests/ProgrammingErrorTests.swift:\(line + 1))") as Bool)
    if !isStrict { #expect(try await response.html().contains("<h1>Sorry</h1>") as Bool) }
  }

  @Test func `a region and a piece with one name are reported, too`() async throws {
    let page = Page.notes {
      PagePart.piece("notes", Head())
      Region.notes("notes", there("Milk"))
    }
    let told = try await answer(try OnePageApp(isStrict: true), page).html()
    #expect(told.contains("a piece, Head and a region of Notes") as Bool)
  }

  @Test func `a problem page that cannot be shown is replaced by a line of text, without recursion`() async throws {
    let files = try TemplateFiles()
    let pages = Pages(try files.templates(), clock: ManualClock(), isStrict: false) { _ in
      .notes {
        Region.notes("twice", there("Milk"))
        Region.notes("twice", there("Milk"))
      }
    }
    let response = await pages.response(to: OnePageApp.request()) { () throws(Failure) in throw Failure(.notFound) }
    #expect(response.status == .internalServerError)
    #expect(try await response.html() == "Something failed here. Request request-7\n")
  }

  private func answer(_ asking: OnePageApp, _ page: Page, _ headers: HTTPFields = [:]) async -> Response {
    var logger = log.logger(from: .trace)
    logger[metadataKey: "hb.request.id"] = "request-7"
    let request = PageRequest(OnePageApp.request(headers).request, logger)
    return await asking.pages.response(to: request) { () throws(Failure) in page }
  }
}

/// A screen that is not registered.
private enum Stray: Screen {
  static let name: ViewName = "stray"
  static let samples = [Sample<Stray>("one", content: "")]

  static func view(of content: String, for look: DisplaySettings) -> NoCaption { NoCaption() }
}

/// A piece that is not registered, though a template with its name exists.
private struct Aside: Layout {
  static let template = "notes/head"
  static let fields: [String: Field<Aside>] = [:]
}
