import Foundation
import HTTPTypes
import StatePagesTesting
import Testing

@testable import TaskApp

struct WellKnownTests {
  @Test func `a password manager is redirected to the form, signed in or not`() async throws {
    let world = try await World()
    for world in [world, world.showing(nil)] {
      let answer = try await world.get("/.well-known/change-password")
      #expect(answer.status == .seeOther && answer.location == "/settings#change-password")
    }
    #expect(try await world.get("/settings").page.element(id: "change-password") != nil)
    #expect(try await world.get("/.well-known/resource-that-should-not-exist").status == .notFound)
  }

  @Test func `the security contact is published if the operator sets it`() async throws {
    var settings = TaskApp.Settings.test
    settings.securityContact = "mailto:security@lists.example"
    let answer = try await World(settings).showing(nil).get("/.well-known/security.txt")
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
    let lines = answer.body.split(separator: "\n")
    #expect(lines.first == "Contact: mailto:security@lists.example")
    let expires = try #require(lines.last?.split(separator: " ").last)
    let moment = try Date(String(expires), strategy: .iso8601)
    #expect(moment > HeldTime().now.addingTimeInterval(179 * 86_400))
    #expect(moment < HeldTime().now.addingTimeInterval(365 * 86_400))
    #expect(try await World().get("/.well-known/security.txt").status == .notFound)
  }
}
