import Foundation
import HTTPTypes
import NetworkAddresses
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// A list whose source fails: what is kept, what is shown, and when it is fetched again.
final class FailedRefreshTests: WorldTests {
  /// Every way in which a source fails, with its reason and status.
  static let failures: [(failure: SourceFailure, reason: String, status: Int)] =
    [
      (.noSuchHost, "no-such-host", 502), (.nameLookup, "name-lookup", 502), (.refused, "refused", 502),
      (.unreachable, "unreachable", 502), (.oldTLS, "old-tls", 502), (.noTLS, "no-tls", 502), (.cutOff, "cut-off", 502),
      (.malformed, "malformed", 502), (.tooManyRedirects, "too-many-redirects", 502),
      (.badRedirect, "bad-redirect", 502), (.tooLarge, "too-large", 502),
      (.blockedAddress(BlockedAddress(.private)), "blocked-address", 502),
      (.blockedPort(8080), "blocked-port", 502), (.status(401), "denied", 502), (.status(403), "denied", 502),
      (.signInNeeded, "sign-in-needed", 502), (.wrongPassword, "wrong-password", 502),
      (.signInUnknown("NTLM"), "sign-in-unknown", 502), (.status(204), "nothing-there", 502),
      (.status(206), "part-only", 502), (.status(405), "not-a-file", 502), (.status(501), "not-a-file", 502),
      (.status(404), "not-found-there", 502), (.status(410), "gone-there", 502), (.status(429), "busy-there", 502),
      (.status(503), "busy-there", 502), (.status(500), "status", 502), (.status(418), "rejected", 502),
      (.certificate(.untrusted), "certificate", 502), (.timedOut(.connecting), "no-answer", 504),
      (.timedOut(.waiting), "no-answer", 504), (.timedOut(.receiving), "too-slow", 504),
      (.timedOut(.stalled), "stalled", 504),
    ] + CertificateProblem.allCases.dropFirst().map { (.certificate($0), $0.rawValue, 502) }
    + UnreadableList.allCases.map { (.unreadable($0), $0.rawValue, 502) }

  @Test(arguments: failures.indices)
  func `without a copy the page shows the failure, with its status if it is sent whole`(_ index: Int) async throws {
    let (failure, reason, status) = Self.failures[index]
    let (list, source) = try await world.follow(World.choir)
    world.elsewhere.answer(World.choir, .failed(failure))
    let answer = try await world.get("/lists/\(list)")
    #expect(answer.status.code == status)
    #expect(answer.headers[.eTag] == nil)
    let page = try answer.page
    #expect(page.state("tasks") == "failed/\(reason)")
    let region = try #require(page.region("tasks"))
    #expect(region.all("a").contains { $0["href"]?.hasPrefix("/remote/\(source)/address") == true })
    #expect(region.first("h2")?.text.isEmpty == false)
    #expect(try await world.get("/lists/\(list)").status.code == status, "it stays so")
    #expect(world.elsewhere.asked.count == 1)
  }

  @Test(arguments: [
    (BlockedAddress(.private), "choir.example has an address that isn’t public.", true),
    (BlockedAddress(.private, target: "10.0.0.1"), "redirects to 10.0.0.1, which isn’t a public address.", true),
    (BlockedAddress(.reserved), "choir.example has a link-local or another reserved address. This server never", false),
    (
      BlockedAddress(.reserved, target: "169.254.169.254"),
      "redirects to 169.254.169.254, which is a link-local or another reserved address.",
      false
    ),
  ])
  func `a refused address is told with its host, and with the option only where that helps`(
    address: BlockedAddress, words: String, isOption: Bool
  ) async throws {
    let (list, _) = try await world.follow(World.choir)
    world.elsewhere.answer(World.choir, .failed(.blockedAddress(address)))
    for _ in 1...2 {
      let told = try await world.get("/lists/\(list)").words
      #expect(told.contains(words), "\(told)")
      #expect(told.contains("--allow-private-sources") == isOption)
    }
  }

  @Test(arguments: failures.indices)
  func `with a copy the failure is a notice with the age of the copy, and the tasks stay`(_ index: Int) async throws {
    let (failure, reason, _) = Self.failures[index]
    let (list, _) = try await world.follow(World.choir, as: "Choir", .choir)
    world.time.advance(by: .seconds(3 * 3_600))
    world.elsewhere.answer(World.choir, .failed(failure))
    for (address, name) in [("/lists/\(list)", "tasks"), ("/lists", "list-\(list)")] {
      let answer = try await world.get(address)
      #expect(answer.status == .ok, "\(address)")
      #expect(answer.headers[.eTag] == nil, "\(address)")
      let region = try #require(try answer.page.region(name))
      #expect(region["data-state"] == "content" && region["data-refresh"] == "failed", "\(address)")
      #expect(region["data-reason"] == reason, "\(address)")
      #expect(region.text.contains("Bring the folders"), "\(address)")
      #expect(region.text.contains("15:00"), "\(address): when the copy was looked at, \(region.text)")
    }
    #expect(try await world.page("/lists/\(list)").text.contains("3 hours old"))
    #expect(world.elsewhere.asked.count == 1, "the card and the page asked together")
  }

  @Test func `Retry-After is honoured for every request, and the page shows the time`() async throws {
    let (list, source) = try await world.follow(World.choir)
    let until = world.time.now.addingTimeInterval(600)
    world.elsewhere.answer(World.choir, .failed(.status(429), notBefore: until))
    let answer = try await world.get("/lists/\(list)")
    #expect(answer.status == .badGateway)
    #expect(answer.headers[.retryAfter] == "600")
    #expect(try answer.page.state("tasks") == "failed/busy-there")
    #expect(try answer.page.text.contains("It asked to wait. Try again today at 15:10."))
    for _ in 0..<3 { #expect(try await world.refresh(list).page.state("tasks") == "failed/busy-there") }
    world.time.advance(by: .seconds(300))
    _ = try await world.get("/lists/\(list)")
    await world.app.refreshDue(world.logger)
    #expect(world.elsewhere.asked.count == 1)
    world.elsewhere.answer(World.choir, .came(.choir))
    world.time.advance(by: .seconds(300))
    #expect(try await world.page("/lists/\(list)").state("tasks") == "content")
    #expect(try await mine.source(source).notBefore == nil)
  }

  @Test func `Retry-After of the old address does not hold for a new one`() async throws {
    let (list, source) = try await world.follow(World.choir, as: "Choir", .choir)
    world.elsewhere.answer(World.choir, .failed(.status(503), notBefore: world.time.now.addingTimeInterval(3_600)))
    _ = try await world.refresh(list)
    world.elsewhere.answer("https://new.example/", .came(.of("new")))
    let changed = try await world.post("/remote/\(source)/address", ["url": "new.example"])
    #expect(try await world.follow(changed).page.titles() == ["new"])
  }

  @Test func `the failure and the copy survive a restart`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      let (list, _) = try await world.follow(World.choir, as: "Choir", .choir)
      world.elsewhere.answer(World.choir, .failed(.refused))
      _ = try await world.refresh(list)
      let region = try #require(try await world.copy().get("/lists/\(list)").page.region("tasks"))
      #expect(region["data-refresh"] == "failed" && region["data-reason"] == "refused")
      #expect(region.text.contains("Bring the folders"))
    }
  }
}
