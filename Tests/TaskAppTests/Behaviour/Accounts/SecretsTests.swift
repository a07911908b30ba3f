import Foundation
import HTTPTypes
import Logging
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Passwords and tokens must never be in a page, in the log or in the database.
struct SecretsTests {
  private static let first = "first secret of the garden"
  private static let second = "second secret of the garden"
  private static let wrong = "wrong secret of the garden"

  @Test func `no password and no token is printed, logged or stored in clear, whatever is done with it`() async throws {
    var world = try World.unregistered(TaskApp.Settings(timeZone: "GMT", signUp: .open, hasher: .quick))
    world.logLevel = .trace
    world.peer = "127.0.0.5"
    var answers: [Answer] = []
    func keep(_ answer: Answer) -> Answer {
      answers.append(answer)
      return answer
    }
    let (first, second, wrong) = (Self.first, Self.second, Self.wrong)

    _ = keep(try await world.post("/set-up", ["username": "", "password": first, "password-again": wrong]))
    let set = keep(try await world.post("/set-up", ["username": "Ann", "password": first]))
    _ = keep(try await world.post("/set-up", ["username": "Eve", "password": wrong]))
    _ = keep(try await world.post("/sign-up", ["username": "ann", "password": wrong]))
    _ = keep(try await world.post("/sign-in", ["username": "Ann", "password": wrong]))
    let signed = keep(try await world.post("/sign-in", ["username": "Ann", "password": first]))
    let inside = try world.showing(cookieOf: signed)
    _ = keep(try await inside.get("/settings/account"))
    _ = keep(try await inside.post("/settings/password", ["password": wrong, "new-password": second]))
    _ = keep(try await inside.post("/settings/password", ["password": first, "new-password": "short"]))
    _ = keep(try await inside.post("/settings/remove", ["password": wrong]))
    for typed in [wrong, first] { _ = keep(try await inside.post("/settings/export", ["password": typed])) }
    let changed = keep(try await inside.post("/settings/password", ["password": first, "new-password": second]))
    let after = try world.showing(cookieOf: changed)
    _ = keep(try await after.post("/settings", ["time-zone": "", "theme": "dark", "rows": "x", "password": second]))
    // With an expired session, without one, and without a database.
    let text = ["name": "Typed", "password": second, "new-password": wrong, "password-again": wrong] as KeyValuePairs
    world.time.advance(by: Limits.sessionIdle + .seconds(1))
    for address in ["/settings/password", "/settings/remove", "/settings/export", "/lists"] {
      _ = keep(try await after.post(address, text))
      _ = keep(try await inside.post(address, text))
      _ = keep(try await world.showing(nil).post(address, text))
    }
    let stored = try await Rows(of: world.store)
    try world.store.close()
    for address in [
      "/settings/password", "/settings/remove", "/settings/export", "/sign-in", "/set-up", "/sign-up", "/lists",
    ] { _ = keep(try await after.post(address, text)) }

    let tokens = try [set, signed, changed].map { try World.token($0.cookie).text }
    #expect(answers.count > 20 && world.log.texts.count > 20)
    #expect(
      stored.count("saved_drafts") == 1 && stored.contains("Typed"), "the text of a list is kept, and nothing else")
    for secret in [first, second, wrong] + tokens {
      for spelling in [secret, Form.encoded([("", secret)]), secret.replacing(" ", with: "%20")] {
        #expect(!stored.contains(spelling))
        for line in world.log.texts { #expect(!line.contains(spelling), "\(line)") }
        for answer in answers { #expect(!answer.body.contains(spelling), "\(answer.status)") }
      }
      for answer in answers where !tokens.contains(secret) {
        #expect(!answer.headers.contains { $0.value.contains(secret) })
      }
    }
  }

  @Test func `a token is stored as its digest, and the digest does not sign in`() async throws {
    let world = try await World()
    let digest = try World.token(world.cookie).digest
    let stored = try await Rows(of: world.store)
    #expect(stored.contains(digest.map { String($0, radix: 16) }.joined()))
    for text in [digest.base64EncodedString(), digest.map { String($0, radix: 16) }.joined()] {
      #expect(try await world.showing("__Host-fourfold=\(text)").get("/lists").status == .unauthorized)
    }
    let likeAToken = digest.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
    #expect(try await world.showing("__Host-fourfold=\(likeAToken)").get("/lists").status == .unauthorized)
  }
}
