import NetworkAddresses
import RemoteLists
import Synchronization

/// A resolver of known hosts that records the lookups.
final class KnownHosts: AddressResolver {
  private let hosts: [String: [String]]
  private let questions = Mutex<[String]>([])

  init(_ hosts: [String: [String]] = ["list.example": ["127.0.0.1"]]) {
    self.hosts = hosts
  }

  /// The hosts that were looked up so far.
  var asked: [String] { questions.withLock { $0 } }

  func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
    questions.withLock { $0.append(host) }
    guard let found = hosts[host] else { throw .noSuchHost }
    return found.compactMap { IPAddress($0) }
  }
}
