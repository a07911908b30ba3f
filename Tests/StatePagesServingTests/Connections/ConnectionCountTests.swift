import NIOCore
import Testing

@testable import StatePagesServing

struct ConnectionCountTests {
  private let one: SocketAddress
  private let other: SocketAddress
  private var limits = ConnectionLimits()

  init() throws {
    one = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
    other = try SocketAddress(ipAddress: "192.0.2.2", port: 1)
    limits.connections = 5
    limits.connectionsPerAddress = 2
  }

  @Test func `each address has a limit of its own`() throws {
    let count = ConnectionCount(limits)
    let first = try #require(count.admit(one))
    #expect(first.isServed)
    #expect(count.admit(one)?.isServed == true)
    #expect(count.admit(one)?.isServed == false)
    #expect(count.admit(other)?.isServed == true)
    count.release(first)
    #expect(count.admit(one)?.isServed == true)
    #expect(count.current == (3, 2))
  }

  @Test func `exempt and unknown addresses count towards the total only`() {
    var limits = limits
    limits.isExempt = { $0.ipAddress == "192.0.2.1" }
    let count = ConnectionCount(limits)
    for _ in 1...3 { #expect(count.admit(one)?.isServed == true) }
    for _ in 1...2 { #expect(count.admit(nil)?.isServed == true) }
    #expect(count.admit(other)?.isServed == false)
    #expect(count.current == (5, 0))
  }

  @Test func `the number of connections that get a refusal is limited`() throws {
    var limits = limits
    limits.connections = 0
    let count = ConnectionCount(limits)
    var told: [ConnectionCount.Admission] = []
    while let admission = count.admit(one) { told.append(admission) }
    #expect(told.count == ConnectionCount.mostRefused)
    count.release(told[0])
    #expect(count.admit(one)?.isServed == false)
    #expect(count.current == (0, 0))
  }
}

extension ConnectionCount.Admission {
  fileprivate var isServed: Bool {
    switch self {
    case .served: true
    case .refused: false
    }
  }
}
