import Foundation
import NetworkAddresses
import Notifications
import ServerSupport
import Synchronization
import Tasks
import TestSupport
import Testing

/// Tests with servers and clocks. They run one at a time, so that none delays another.
@Suite(.serialized) enum SendingTests {}

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

/// A notice with everything that one can have.
func notice(_ change: (inout Notice) -> Void = { _ in }) -> Notice {
  var notice = Notice(
    id: "7.2026-11-30", title: "Pay rent", text: "Due today\n\n.Open: https://tasks.example/tasks/7\n",
    date: Date(timeIntervalSince1970: 1_796_000_000))
  change(&notice)
  return notice
}

/// The failure of what is sent; nil if it was.
func failure(_ send: () async throws -> Void) async throws -> SendingFailure? {
  do {
    try await send()
    return nil
  } catch let failure as SendingFailure {
    return failure
  }
}

/// A file of the authority that has issued the certificates of tests.
func withAuthority<Value>(_ body: (String) async throws -> Value) async throws -> Value {
  try await TemporaryFolder.with { folder in
    try folder.write(TestCertificate.pem, to: "authority.pem")
    return try await body("\(folder.path)/authority.pem")
  }
}
