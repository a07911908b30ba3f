import NetworkAddresses
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

struct HostAddressTests {
  @Test(arguments: [
    "2130706433", "0x7f.1", "0x7F000001", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "127.0.0.1.", "127.0.0.1",
    "１２７.０.０.１", "[::1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]",
    "[64:ff9b::7f00:1]", "[0:0:0:0:0:0:0:1]", "[2002:7f00:1::]", "[FE80::1]", "0", "10.1", "0xa9fea9fe",
    "169.254.43518",
  ]) func `a numeric host is checked by the address that it means, without a resolver`(_ host: String) async throws {
    var settings = FetchSettings()
    settings.attempts = 1
    let hosts = KnownHosts()
    let outcome = try await RemoteLists(settings, resolver: hosts).fetch("http://\(host)/")
    #expect(outcome.isBlocked)
    #expect(hosts.asked == [])
  }

  @Test func `the system's resolver finds this machine, which is refused, and reports an unknown host`() async throws {
    var settings = FetchSettings()
    settings.attempts = 1
    // The deadline is in real time, which passes for this machine's other tests, too.
    settings.deadline = .seconds(3_600)
    let lists = RemoteLists(settings)
    #expect(
      try await lists.fetch("http://localhost/") == .failed(.blockedAddress(BlockedAddress(.private)), notBefore: nil))
    let outcome = try await lists.fetch("http://nobody.invalid/")
    #expect([.failed(.noSuchHost, notBefore: nil), .failed(.nameLookup, notBefore: nil)].contains(outcome))
  }
}
