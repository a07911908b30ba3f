import Foundation
import HTTPTypes
import StatePages
import StateViews
import Testing

@testable import TaskApp

/// Nothing that the app sends leads out of the base path. Screens and routes are those of the app's own lists.
struct BasePathPagesTests {
  private static let stories = Story.all(of: TaskApp.screens, gates: TaskApp.gates)

  @Test func `every screen in every state is the page of a whole host, but for the base path`() async throws {
    let gallery = Gallery([]) { _, _ in preconditionFailure("only addresses are asked for") }
    let (root, below) = (try await World(.rehearsing), try await World(.rehearsing, below: .below))
    var kept = 0
    for story in Self.stories {
      let address = gallery.address(of: story).text
      let answer = try await below.get(address)
      #expect(answer.status == .ok, "\(address)")
      let escapes = try Escapes(of: answer, below: .below)
      #expect(escapes.found == [], "\(address)")
      kept += escapes.kept
      let page = try GoldenPage(answer.body.replacing("=\"/below/", with: "=\"/"))
      let expected = try GoldenPage(await root.get(address).body)
      #expect(page.screen == expected.screen && page.frame == expected.frame, "\(address)")
    }
    #expect(kept > 10 * Self.stories.count)
  }

  @Test func `every address of the gallery itself is below the base path`() async throws {
    let world = try await World(.rehearsing, below: .below)
    let screens = Set(Self.stories.map(\.screen.path))
    for address in ["/gallery", "/gallery?state=empty"] + screens.map({ "/gallery/\($0)" }) {
      let answer = try await world.get(address)
      let escapes = try Escapes(of: answer, below: .below)
      #expect(answer.status == .ok && escapes.found == [] && escapes.kept > 5, "\(address)")
    }
  }

  @Test func `every link of the app leads to one of its pages, as many as without a base path`() async throws {
    let rich = try await RichWorld(below: .below)
    let starts = [TaskFlow.Step.overview(), .savedDraft(rich.kept), .follow(.preview(rich.draft))].map {
      BasePath.below.address(TaskFlow.addresses.address(of: $0).text)
    }
    let crawler = try await Crawler(rich.world, from: starts)
    #expect(crawler.found.allSatisfy { $0.address.hasPrefix("/below/") })
    #expect(crawler.found.count == (try await Crawler(RichWorld()).found.count))
  }

  @Test func `no page of any route has an address outside, whoever asks for it`() async throws {
    var settings = TaskApp.Settings.rehearsing
    settings.securityContact = "mailto:security@lists.example"
    settings.signUp = .open
    let rich = try await RichWorld(settings, below: .below)
    let things = Things(rich)
    var kept = 0
    for world in [rich.world, rich.world.showing(nil), try World.unregistered(settings, below: .below)] {
      for one in RouteCase.all(of: rich.world)
      where one.route.method == .get && !one.route.pattern.hasPrefix("/gallery") {
        for address in [one.address(of: things), one.address("999"), one.address(of: things) + "?page=2&did=999&q=x"] {
          let answer = try await world.get(address, [.secFetchSite: "same-origin"])
          let escapes = try Escapes(of: answer, below: .below)
          #expect(escapes.found == [], "\(one)")
          kept += escapes.kept
        }
      }
    }
    #expect(kept > 1_000)
  }

  @Test func `no response to any form has an address outside, whether it is accepted or not`() async throws {
    let rich = try await RichWorld(below: .below)
    let things = Things(rich)
    var redirects = 0
    for one in RouteCase.all(of: rich.world) where one.route.method == .post {
      for (cookie, body) in [
        (rich.world.cookie, try await one.form(for: rich)), (rich.world.cookie, RouteCase.fields),
        (rich.world.cookie, ""), (nil, RouteCase.fields),
      ] {
        let world = try rich.world.copy().showing(cookie)
        let answer = try await world.send(.post, one.address(of: things), .form, body: body)
        #expect(try Escapes(of: answer, below: .below).found == [], "\(one)")
        guard answer.status == .seeOther else { continue }
        redirects += 1
        let page = try await world.showing(answer.cookie ?? cookie).get(#require(answer.location))
        #expect(page.status != .notFound, "\(one) leads to \(answer.location ?? "")")
        #expect(try Escapes(of: page, below: .below).found == [], "\(one)")
      }
    }
    #expect(redirects > 60)
  }

  @Test func `the static files name no address outside`() async throws {
    let world = try await World(below: .below)
    let files = world.app.assets.files
    #expect(files.addresses.count > 3)
    for (path, address) in files.addresses {
      let answer = try await world.get(address)
      #expect(answer.status == .ok)
      #expect(!answer.body.contains("url("), "\(path): an address in a style is not completed")
    }
    let rules = try await world.get(world.app.assets.addresses.rules).body
    let matched = rules.matches(of: /"(\/[^"]*)"/).map { String($0.output.1) }
    #expect(matched.count > 5 && matched.allSatisfy { $0.hasPrefix("/below/") })
    let list = try await world.makeList()
    let page = try await world.get("/lists/\(list)", [.secFetchSite: "same-origin"])
    let header = try #require(page.headers[.speculationRules])
    #expect(header == "\"/below\(world.app.assets.addresses.rules)\"")
  }
}
