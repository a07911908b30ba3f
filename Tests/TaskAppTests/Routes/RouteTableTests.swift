import HTTPTypes
import Hummingbird
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Every route of the app's own table, including future ones.
final class RouteTableTests: RichTests {
  @Test func `existing rows are answered, and the page has its state`() async throws {
    for one in RouteCase.all(of: world) where one.route.method == .get {
      let answer = try await world.send(one, one.address(of: Things(rich)))
      switch one.route.pattern {
      case "/today", "/upcoming", "/lists", "/lists/{id}", "/lists/{id}/history", "/tasks/{id}",
        "/search", "/review", "/tags", "/tags/{id}", "/trash", "/settings",
        "/settings/account", "/settings/display", "/settings/apps", "/settings/data",
        "/settings/reminders", "/settings/activity", "/operator", "/remote/{id}", "/remote/{id}/lists",
        "/settings/feeds", "/lists/{id}/feeds",
        "/lists/{id}/sharing",
        "/lists/{id}/task",
        "/import/{id}":
        #expect(answer.status == .ok, "\(one)")
        let regions = try answer.page.all { $0["data-region"] != nil }
        #expect(!regions.isEmpty)
        for region in regions {
          #expect(["content", "empty", "other"].contains(region["data-state"]), "\(one) \(region.attributes)")
        }
      case "/health": #expect(answer.body == "ok\nschema: \(TaskStore.schema)\nfourfold \(TaskApp.version)\n")
      case "/0": #expect(answer.headers[.contentType] == "image/svg+xml" && answer.body.hasPrefix("<svg"))
      case "/.well-known/caldav": #expect(answer.status == .movedPermanently)
      case "/manifest.webmanifest": #expect(answer.headers[.contentType] == "application/manifest+json")
      case "/add": #expect(try answer.page.form(to: "/add") != nil)
      case "/assets/{name}", "/feeds/{name}": #expect(answer.status == .notFound)
      case "/p/{secret}": #expect(answer.body.contains("Order tiles"))
      case "/answers/{token}/{act}", "/confirm/{secret}": #expect(try answer.page.forms.count == 1)
      case "/join/{secret}": #expect(try answer.page.form(to: "/join/\(RichWorld.secret)") != nil)
      case "/comments/{id}": #expect(try answer.page.form(to: "/comments/\(rich.comment)") != nil)
      case "/drafts/{id}": #expect(try answer.page.form(to: "/lists/\(rich.house)") != nil)
      case "/lists/{id}/take-along": #expect(answer.body.contains("type=\"checkbox\" name=\"t\""))
      case "/lists/{id}/export": #expect(try answer.page.all("li").contains { $0.text.contains("CSV") })
      case "/import", "/import/{id}/text": #expect(try answer.page.form(to: "/import") != nil)
      case "/remote/new": #expect(try answer.page.form(to: "/remote") != nil)
      case "/remote/{id}/address", "/remote/{id}/name":
        #expect(try answer.page.form(to: one.address(of: Things(rich))) != nil)
      case "/sign-up": #expect(try answer.page.state("page") == "failed/sign-up-closed")
      default:
        // After a 409 or 422, the form's address is in the address bar.
        #expect(answer.status == .seeOther, "\(one)")
        let next = try await world.follow(answer)
        // The first page redirects once more, and so does that of an import that has not begun.
        let leadsOn =
          answer.location == "/" || answer.location == one.address(of: Things(rich)).replacing("retry", with: "result")
        let isThere = leadsOn ? next.status == .seeOther : next.status == .ok
        #expect(isThere, "\(one)")
      }
    }
  }

  @Test func `a GET of a form's address leads to the form's page`() async throws {
    for one in RouteCase.all(of: world) where one.route.method == .post {
      let answer = try await world.get(one.address(of: Things(rich)))
      // If sign-up is closed there is no form.
      let statuses: [HTTPResponse.Status] = one.route.pattern == "/sign-up" ? [.forbidden] : [.ok, .seeOther]
      #expect(statuses.contains(answer.status), "\(one): \(answer.status)")
    }
  }

  @Test(arguments: ["999999", "0", "-1", "01", "1.0", "x", "%31", "9223372036854775808", "99999999999999999999", "%00"])
  func `an unknown id is not found, by any route`(id: String) async throws {
    for one in RouteCase.all(of: world) where one.hasID {
      let answer = try await world.send(one, one.address(id))
      if answer.status == .seeOther {
        #expect(one.route.method == .get)
        // The form's page has the same id, or none.
        let withoutID: [String?] = [
          "/lists", "/settings/account", "/settings/apps", "/settings/feeds", "/settings/reminders", "/tags",
        ]
        let namesNone = withoutID.contains(answer.location)
        #expect(try await world.follow(answer).status == (namesNone ? .ok : .notFound), "\(one)")
      } else {
        #expect(answer.status == .notFound, "\(one): \(answer.status)")
        #expect(try answer.page.state("page")?.hasPrefix("failed/") == true)
        #expect(answer.headers[.eTag] == nil)
      }
    }
  }

  @Test func `a row in the trash is gone, and its page restores it`() async throws {
    for (one, id, restore) in RouteCase.all(of: world).flatMap({ one -> [(RouteCase, String, String)] in
      switch one.route.pattern.split(separator: "/").first {
      case "lists": [(one, "\(rich.deleted)", "/lists/\(rich.deleted)/restore")]
      case "tasks":
        [
          (one, "\(rich.trashed)", "/tasks/\(rich.trashed)/restore"),
          (one, "\(rich.hidden)", "/lists/\(rich.deleted)/restore"),
        ]
      default: []
      }
    }) where one.hasID {
      let fresh = try world.copy()
      let answer = try await fresh.send(one, one.address(id))
      let path = one.address(id)
      if answer.status == .seeOther {
        // A redirect to the form's page, a restore, or a delete that was done before.
        #expect(one.route.method == .get || path.hasSuffix("/restore") || path.hasSuffix("/delete"), "\(one)")
        continue
      }
      #expect(answer.status == .gone, "\(one) of \(id): \(answer.status)")
      #expect(try answer.page.state("page") == "failed/trashed")
      let restored = try await fresh.press(answer.page.form(to: restore))
      #expect(try await fresh.follow(restored).status == .ok)
    }
  }

  @Test func `an unsupported method is refused with the supported ones`() async throws {
    let rich = try await RichWorld(.rehearsing)
    let routes = RouteCase.all(of: rich.world)
    for (pattern, taking) in Dictionary(grouping: routes, by: \.route.pattern) {
      let taken = Set(RouteTable(of: rich.world.app).all.filter { $0.pattern == pattern }.map(\.method))
      for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete, .options] where !taken.contains(method) {
        let answer = try await rich.world.send(method, taking[0].address(of: Things(rich)), .form)
        #expect(answer.status == .methodNotAllowed, "\(method) \(pattern): \(answer.status)")
        #expect(try answer.page.state("page") == "failed/wrong-method")
        let allowed = Set(answer.headers[.allow]?.split(separator: ", ").map(String.init) ?? [])
        #expect(allowed == Set(taken.map(\.rawValue) + (taken.contains(.get) ? ["HEAD"] : [])), "\(method) \(pattern)")
      }
    }
  }

  @Test func `HEAD has the status and headers of GET, and no body`() async throws {
    for one in RouteCase.all(of: world) where one.route.method == .get {
      let address = one.address(of: Things(rich))
      let (get, head) = (try await world.get(address), try await world.send(.head, address))
      #expect(head.status == get.status, "\(one)")
      #expect(head.headers == get.headers, "\(one)")
      #expect(head.body.isEmpty, "\(one)")
    }
  }

  @Test func `a path with an empty segment is not found, for any route and method`() async throws {
    for one in RouteCase.all(of: world) where !["/", "/lists/{id}/task"].contains(one.route.pattern) {
      let address = one.address(of: Things(rich))
      for wrong in ["/" + address, address + "/", address.replacing("/", with: "//")] {
        let answer = try await world.send(one, wrong)
        #expect(answer.status == .notFound, "\(one.route.method) \(wrong)")
        #expect(try answer.page.state("page") == "failed/unknown-address")
        #expect(try answer.page.first { $0["href"] == "/settings" } != nil, "in the frame of who is signed in")
      }
    }
  }

  @Test(arguments: [
    "/nowhere", "/lists/1/nowhere", "/Lists", "/lists/1/tasks/2", "/gallery", "/gallery/tasks/content", "/.env",
    "/assets", "/assets/", "//lists", "/lists/", "//", "/lists//", "/.well-known/security.txt",
  ])
  func `an unknown address is not found`(address: String) async throws {
    let answer = try await World().get(address)
    #expect(answer.status == .notFound)
    #expect(try answer.page.state("page") == "failed/unknown-address")
    #expect(try answer.page.first { $0["href"] == "/lists" } != nil)
  }
}
