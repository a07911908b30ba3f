import Foundation
import NIOCore
import NetworkAddresses
import RemoteLists
import Synchronization
import Testing

/// Bytes in the formats of RFC 1950 to 1952, written by hand: small stored blocks, and bombs of the highest ratio.
enum Squeezed {
  static func gzip(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return gzipHead + stored(bytes) + little(crc(bytes)) + little(UInt32(bytes.count))
  }

  /// With the header of zlib, which is what `deflate` means in HTTP.
  static func deflate(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return [0x78, 0x01] + stored(bytes) + little(adler(bytes)).reversed()
  }

  /// The given number of zero bytes. It ends without a checksum, because no reader should get that far.
  static func gzipBomb(_ count: Int) -> [UInt8] { gzipHead + zeros(count) }

  static func deflateBomb(_ count: Int) -> [UInt8] { [0x78, 0x01] + zeros(count) }

  private static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    return [1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + bytes
  }

  /// A block of fixed codes: one zero, then copies of the 258 bytes before it in 13 bits each.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bits = [true, true, false]  // the last block, of kind 1
    bits += [false, false, true, true, false, false, false, false]  // the byte 0
    for _ in 0..<(count / 258) {
      bits += [true, true, false, false, false, true, false, true]  // length 258
      bits += [false, false, false, false, false]  // distance 1
    }
    bits += Array(repeating: false, count: 7)  // the end
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
    }
  }

  private static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    let (a, b) = bytes.reduce((1, 0) as (UInt32, UInt32)) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
    return b << 16 | a
  }
}

/// A listening port whose backlog is full, so that a new connection is neither accepted nor refused.
final class FullSocket {
  let port: Int
  private let listener: Int32
  private var waiting: [Int32] = []

  init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard let anyPort = try? SocketAddress(ipAddress: "127.0.0.1", port: 0) else { return nil }
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    let isListening =
      anyPort.withSockAddr { bind(listener, $0, socklen_t($1)) } == 0 && listen(listener, 0) == 0
      && getsockname(listener, &address, &length) == 0
    self.listener = listener
    // The port is the first two bytes, the higher one first.
    port = Int(UInt8(bitPattern: address.sa_data.0)) << 8 | Int(UInt8(bitPattern: address.sa_data.1))
    guard isListening else { return nil }
    for _ in 0..<8 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      waiting.append(client)
      connect(client, &address, length)
    }
  }

  deinit {
    for descriptor in waiting + [listener] { close(descriptor) }
  }
}

/// A resolver of known hosts that records the lookups.
final class KnownHosts: AddressResolver {
  private let hosts: [String: [String]]
  private let questions = Mutex<[String]>([])

  init(_ hosts: [String: [String]] = ["list.example": ["127.0.0.1"]]) { self.hosts = hosts }

  /// The hosts that were looked up so far.
  var asked: [String] { questions.withLock { $0 } }

  func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
    questions.withLock { $0.append(host) }
    guard let found = hosts[host] else { throw .noSuchHost }
    return found.compactMap { IPAddress($0) }
  }
}

/// Tests with servers and clocks. They run one at a time, so that none delays another and each can count its open descriptors.
@Suite(.serialized) enum NetworkTests {}

/// Waits until a condition holds, for as long as a busy machine may need.
func eventually(_ what: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  for _ in 0..<30_000 {
    if try what() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("It never came to be.", sourceLocation: sourceLocation)
}
