import Testing

@testable import NetworkAddresses

struct SSRFPolicyTests {
  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
    "192.0.1.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::1",
    "2001:4860:4860::8888",
  ]) func `a public address is allowed`(_ text: String) throws {
    #expect(SSRFPolicy().blocks(try #require(IPAddress(text))) == nil)
  }

  @Test(arguments: [
    "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255", "172.16.0.1",
    "172.31.255.255", "192.168.0.1", "::1", "fc00::1", "fdff::1", "fd00:ec2::253",
  ]) func `a private address is allowed only by the setting for it`(_ text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(SSRFPolicy().blocks(address) != nil)
    #expect(SSRFPolicy(allowsPrivate: true).blocks(address) == nil)
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "192.0.0.1", "192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.2.1", "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1",
    "100:0:0:1::1",
    "2001::1", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1",
    "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "4000::1", "5f00::1", "fec0::1",
    "ff02::1", "169.254.0.1", "169.254.169.254", "fe80::1", "febf::1", "fd00:ec2::254",
  ]) func `a special address is never allowed`(_ text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(SSRFPolicy().blocks(address) != nil)
    #expect(SSRFPolicy(allowsPrivate: true).blocks(address) != nil)
  }

  @Test func `every row of the address tables is parsed`() {
    #expect(SSRFPolicy.own.count == 7)
    #expect(SSRFPolicy.globalIPv6.count == 1)
    #expect(SSRFPolicy.special.count == 19)
  }
}
