import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Failed sign-ins do not lock an account's owner out of browsers and networks from which the account has signed in before.
final class AccountsRecognizingTests: AccountsTests {
  private static let stranger = "203.0.113.9"

  /// A browser from which the account has signed in.
  private func device(_ name: String, in world: AccountsWorld) throws -> KnownDevice {
    KnownDevice(for: try Username(validating: name), key: world.store.deviceKey)
  }

  private func guess(_ name: String, from address: String, times: Int, in world: AccountsWorld) async {
    for _ in 0..<times {
      do throws(AccountProblem) { try await world.signIn(name, "a guess", from: address) } catch {}
    }
  }

  @Test func `failed sign-ins from other networks do not lock out a known browser`() async throws {
    try await world.add("ana")
    let known = try device("ana", in: world)
    for number in 0..<20 { await guess("ana", from: "198.51.\(number).1", times: 5, in: world) }
    // From an unknown network, and even from an attacker's own.
    for address in ["192.0.2.1", "198.51.0.1"] {
      await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
        try await world.signIn("ana", from: "192.0.7.1")
      }
      try await world.signIn("ana", from: address, with: [known])
    }
  }

  @Test func `failed sign-ins from other networks do not lock out a known network`() async throws {
    try await world.add("ana")
    try await world.signIn("ana", from: "192.0.2.1")
    await guess("ana", from: Self.stranger, times: 20, in: world)
    try await world.signIn("ana", from: "192.0.2.77")
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
      try await world.signIn("ana", from: "198.51.100.1")
    }
  }

  @Test func `a known network is not locked out by failed sign-ins with other names from its address`() async throws {
    try await world.add("ana")
    try await world.signIn("ana", from: "192.0.2.1")
    for number in 0..<20 { await guess("nobody \(number)", from: "192.0.2.1", times: 1, in: world) }
    try await world.signIn("ana", from: "192.0.2.1")
  }

  @Test func `a known browser and a known network have ten tries of their own`() async throws {
    try await world.add("ana")
    let known = try device("ana", in: world)
    func signIn(_ password: String, from address: String) async throws(AccountProblem) {
      try await world.signIn("ana", password, from: address, with: [known])
    }
    for number in 0..<10 {
      await #expect(throws: AccountProblem.mismatch) { try await signIn("a guess", from: "10.0.\(number).1") }
    }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
      try await signIn("correct horse", from: "10.1.0.1")
    }
    try await world.signIn("ana", from: "192.0.2.1")
    await guess("ana", from: "192.0.2.1", times: 10, in: world)
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
      try await world.signIn("ana", from: "192.0.2.1")
    }
  }

  @Test func `a browser is known for its own names only, and its cookie cannot be forged`() async throws {
    let other = try AccountsWorld()
    for name in ["ana", "eve"] { try await world.add(name) }
    await guess("ana", from: Self.stranger, times: 10, in: world)
    let bytes = [UInt8](repeating: 7, count: 48)
    let madeUp = try #require(KnownDevice(Base64.urlText(of: bytes)))
    for device in [try device("eve", in: world), try device("ana", in: other), madeUp] {
      await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
        try await world.signIn("ana", from: "192.0.2.1", with: [device])
      }
    }
    try await world.signIn(
      "ana", from: "192.0.2.1", with: [madeUp, try device("eve", in: world), try device("ANA", in: world)])
  }

  @Test func `right passwords are counted by network, and those of a known browser by name`() async throws {
    let names = (0..<61).map { "person \($0)" }
    for name in names { try await world.add(name) }
    for name in names.dropLast() { try await world.signIn(name, from: "192.0.2.1") }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(3))) {
      try await world.signIn(names[60], from: "192.0.2.200")
    }
    try await world.signIn(names[60], from: "192.0.2.200", with: [try device(names[60], in: world)])
    for _ in 0..<59 { try await world.signIn(names[60], from: "192.0.2.200") }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(3))) {
      try await world.signIn(names[60], from: "192.0.2.200")
    }
    world.clock.advance(by: .seconds(180))
    try await world.signIn(names[60], from: "192.0.2.200")
  }

  @Test func `wrong passwords do not count against right ones`() async throws {
    try await world.add("ana")
    for number in 0..<40 { await guess("nobody \(number)", from: "192.0.2.\(number)", times: 1, in: world) }
    try await world.signIn("ana", from: "192.0.2.200")
  }
}
