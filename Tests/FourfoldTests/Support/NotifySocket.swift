import Foundation
import NIOCore
import Testing

/// The socket of a service manager, which collects the messages of a process.
final class NotifySocket: Sendable {
  /// The kinds of names that a socket can have.
  enum Name: CaseIterable, Sendable { case path, abstract }

  /// The value of `NOTIFY_SOCKET`.
  let name: String
  private let descriptor: Int32

  init(_ kind: Name, in world: CommandWorld) throws {
    let unique = String(UUID().uuidString.prefix(8))
    let path: String
    switch kind {
    case .path:
      name = world.folder.appending(path: unique).path
      path = name
    case .abstract:
      name = "@fourfold/\(unique)"
      path = "\0fourfold/\(unique)"
    }
    #if os(Linux)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    let size = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    let bound = try SocketAddress(unixDomainSocketPath: path).withSockAddr { pointer, _ in
      bind(descriptor, pointer, size)
    }
    try #require(bound == 0, "\(String(cString: strerror(errno)))")
    try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
  }

  deinit { close(descriptor) }

  /// The messages that have arrived since the last call.
  func received() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return messages }
      messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
    }
  }
}
