import Foundation
import Logging
import NIOCore
import ServiceLifecycle

/// The service manager that started this process and wants to be told its state, such as systemd.
///
/// Each message is one datagram to the Unix socket that the environment names. See sd_notify(3) and sd_watchdog_enabled(3).
struct ServiceManager: Sendable {
  /// A state of the process, in the words of the protocol.
  enum Message: String, Sendable {
    /// The server accepts connections.
    case ready = "READY=1"
    /// The server shuts down.
    case stopping = "STOPPING=1"
    /// The process is not stuck.
    case alive = "WATCHDOG=1"
  }

  /// The time without an ``Message/alive`` after which the manager ends the process; nil if it does not watch.
  let watchdog: Duration?
  private let address: SocketAddress
  private let length: socklen_t
  private let logger: Logger

  /// The manager that the environment names; nil if there is none, or if its socket is of a kind that is not supported, which is
  /// logged.
  init?(_ environment: [String: String], process: Int32 = getpid(), logger: Logger) {
    guard let name = environment["NOTIFY_SOCKET"], !name.isEmpty else { return nil }
    let isAbstract = name.hasPrefix("@")
    guard isAbstract || name.hasPrefix("/") else {
      logger.warning("the service manager's socket is not supported", metadata: ["socket": "\(name)"])
      return nil
    }
    // The name of an abstract socket begins with a zero byte, for which the variable has the "@".
    let path = isAbstract ? "\0" + name.dropFirst() : name
    do { address = try SocketAddress(unixDomainSocketPath: path) } catch {
      logger.warning(
        "the service manager's socket is not supported", metadata: ["socket": "\(name)", "error": "\(error)"])
      return nil
    }
    // Not the size of the whole structure: trailing zeros would be part of an abstract name.
    length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    watchdog = Self.watchdog(environment, process)
    self.logger = logger
  }

  /// Sends a message. A failure is logged: the server can serve without its manager.
  func send(_ message: Message) {
    do { try sendDatagram(Array(message.rawValue.utf8)) } catch {
      logger.warning(
        "the service manager was not told", metadata: ["message": "\(message.rawValue)", "error": "\(error)"])
    }
  }

  private static func watchdog(_ environment: [String: String], _ process: Int32) -> Duration? {
    // The variables may be inherited from a parent that is the watched process.
    if let watched = environment["WATCHDOG_PID"], watched != "\(process)" { return nil }
    guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0 else { return nil }
    return .microseconds(microseconds)
  }

  private func sendDatagram(_ bytes: [UInt8]) throws(IOError) {
    #if os(Linux)
      let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_DGRAM
    #endif
    let socket = socket(address.protocol.rawValue, kind, 0)
    guard socket >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    defer { close(socket) }
    // Blocks while the manager's queue is full, as at boot, but not for ever.
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let sent = address.withSockAddr { pointer, _ in sendto(socket, bytes, bytes.count, 0, pointer, length) }
    guard sent == bytes.count else { throw IOError(errnoCode: errno, reason: "sendto") }
  }
}

/// Tells the service manager that the process is alive, if it watches, and that it shuts down. Must be the last of its group, which
/// is shut down first.
struct NotifyService: Service, CustomStringConvertible {
  let manager: ServiceManager

  var description: String { "NotifyService" }

  func run() async throws {
    if let watchdog = manager.watchdog {
      await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
          manager.send(.alive)
          // Half of the time, as sd_watchdog_enabled(3) recommends.
          do { try await Task.sleep(for: watchdog / 2) } catch { break }
        }
      }
    } else {
      do { try await gracefulShutdown() } catch is CancellationError {}
    }
    manager.send(.stopping)
  }
}
