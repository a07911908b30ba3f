import Foundation
import Logging
import NIOCore
import Testing

@testable import fourfold

final class ServiceManagerTests: CommandTests {
  private func notified(_ environment: [String: String], process: Int32 = 7, _ log: LogFile? = nil) -> ServiceManager? {
    ServiceManager(environment, process: process, logger: log?.logger() ?? Logger(label: "fourfold.test"))
  }

  @Test(arguments: NotifySocket.Name.allCases) func `a message is one datagram`(name: NotifySocket.Name) throws {
    let socket = try NotifySocket(name, in: world)
    let manager = try #require(notified(["NOTIFY_SOCKET": socket.name]))
    manager.send(.ready)
    manager.send(.stopping)
    #expect(socket.received() == ["READY=1", "STOPPING=1"])
    withExtendedLifetime(world) {}
  }

  @Test func `without a socket there is no manager, and one of another kind is reported`() throws {
    #expect(notified([:]) == nil)
    #expect(notified(["NOTIFY_SOCKET": ""]) == nil)
    let log = try LogFile()
    let unsupported = ["vsock:2:1234", "notify", "/" + String(repeating: "a", count: 200)]
    for name in unsupported { #expect(notified(["NOTIFY_SOCKET": name], log) == nil) }
    #expect(try log.objects().map { $0["socket"] as? String } == unsupported)
  }

  @Test func `a message that nobody receives is logged, and nothing else happens`() throws {
    let log = try LogFile()
    notified(["NOTIFY_SOCKET": "/nowhere/notify"], log)?.send(.ready)
    #expect(try log.objects().map { $0["message"] as? String } == ["the service manager was not told"])
  }

  @Test(
    arguments: [
      (["WATCHDOG_USEC": "1500"], .microseconds(1_500)),
      (["WATCHDOG_USEC": "1500", "WATCHDOG_PID": "7"], .microseconds(1_500)),
      (["WATCHDOG_USEC": "1500", "WATCHDOG_PID": "8"], nil), ([:], nil), (["WATCHDOG_USEC": "0"], nil),
      (["WATCHDOG_USEC": "-5"], nil), (["WATCHDOG_USEC": "soon"], nil),
    ] as [([String: String], Duration?)])
  func `the watchdog's time counts for the process that it names`(environment: [String: String], watchdog: Duration?)
    throws
  {
    let environment = environment.merging(["NOTIFY_SOCKET": "@fourfold"]) { own, _ in own }
    #expect(try #require(notified(environment)).watchdog == watchdog)
  }

  @Test(.timeLimit(.minutes(20))) func `the watchdog hears of the process until it stops`() async throws {
    let socket = try NotifySocket(.abstract, in: world)
    let manager = try #require(notified(["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "40000"]))
    let service = Task { try await NotifyService(manager: manager).run() }
    for _ in 0..<3 { try await eventually { socket.received().contains("WATCHDOG=1") } }
    service.cancel()
    try await eventually { socket.received().last == "STOPPING=1" }
    try await service.value
    withExtendedLifetime(world) {}
  }

  @Test(.timeLimit(.minutes(20)), arguments: NotifySocket.Name.allCases)
  func `the server is ready when it accepts connections, and says that it stops`(name: NotifySocket.Name) async throws {
    let socket = try NotifySocket(name, in: world)
    let command = try RunningCommand(
      ["serve", "--port", "0", "--database", world.database],
      environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "3600000000"], in: world)
    // A socket holds a few messages only, so there must not be many that a slow test has not read.
    var messages: [String] = []
    try await eventually {
      messages += socket.received()
      return messages.contains("READY=1") && messages.contains("WATCHDOG=1")
    }
    // The line is written before the message is sent, but by a thread of its own.
    var port: Int?
    try await eventually {
      port = try command.said.firstMatch(of: /^Fourfold serves http:\/\/127\.0\.0\.1:(\d+)/).flatMap {
        Int($0.output.1)
      }
      return port != nil
    }
    #expect(try Self.accepts(#require(port)))
    command.send(SIGTERM)
    messages = []
    try await eventually {
      messages += socket.received()
      return !messages.isEmpty
    }
    #expect(messages == ["STOPPING=1"])
    #expect(try await command.ends() == 0)
    #expect(socket.received() == [])
  }

  /// Whether a connection to the port is accepted.
  private static func accepts(_ port: Int) throws -> Bool {
    let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    return address.withSockAddr { pointer, size in connect(descriptor, pointer, socklen_t(size)) == 0 }
  }
}
