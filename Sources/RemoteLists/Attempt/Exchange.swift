import NIOHTTP1
import NetworkAddresses
import Tasks

/// Sends the requests of one attempt: follows redirects, tries the addresses of a host, and authenticates at the login's origin.
struct Exchange: Sendable {
  /// A response, and the address that sent it.
  struct Answered: Sendable {
    let response: SourceResponse
    let hop: Hop
    /// Whether the response came from another address than the first one requested.
    let isRedirected: Bool
  }

  /// The attempt's number, from 1.
  let number: Int
  let settings: FetchSettings
  let resolver: any AddressResolver
  let reporter: ProgressReporter
  let deadline: ContinuousClock.Instant
  private let home: Host
  private var authenticator: Authenticator?

  init(
    number: Int, settings: FetchSettings, resolver: any AddressResolver, reporter: ProgressReporter,
    deadline: ContinuousClock.Instant, login: Login?, for origin: Origin
  ) {
    (self.number, self.settings, self.resolver) = (number, settings, resolver)
    (self.reporter, self.deadline) = (reporter, deadline)
    home = origin.host
    authenticator = login.map { Authenticator($0, for: origin) }
  }

  /// Sends a request, and returns the final response: neither a redirect nor a challenge.
  /// - Parameter redirected: the request for redirect targets, without validators, which could match another resource by
  ///   accident.
  mutating func send(
    _ request: SourceRequest, to start: Hop, redirected: SourceRequest? = nil
  ) async throws -> Answered {
    var hop = start
    var seen: Set<Hop> = []
    var isHome = start.origin == authenticator?.origin
    while true {
      let sent = seen.isEmpty ? request : redirected ?? request
      seen.insert(hop)
      let response = try await authorized(sent, at: hop, isHome: isHome)
      guard [301, 302, 303, 307, 308].contains(response.status) else {
        return Answered(response: response, hop: hop, isRedirected: seen.count > 1)
      }
      let locations = response.headers["Location"]
      guard locations.count == 1 else { throw SourceFailure.badRedirect }
      let next = try hop.following(locations[0], settings: settings)
      guard seen.count <= settings.redirects, !seen.contains(next) else { throw SourceFailure.tooManyRedirects }
      // After a redirect to another origin, credentials are no longer sent, not even back at the first one.
      if next.origin != hop.origin { isHome = false }
      hop = next
    }
  }

  /// Sends a request to one address, and repeats it with the answer to a challenge.
  private mutating func authorized(
    _ request: SourceRequest, at hop: Hop, isHome: Bool
  ) async throws -> SourceResponse {
    var answers = 0
    while true {
      var request = request
      request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
      request.headers.add(name: "User-Agent", value: "Fourfold")
      var isSigned = false
      if isHome, let authorization = authenticator?.authorization(for: request.method.rawValue, hop.target) {
        request.headers.add(name: "Authorization", value: authorization)
        isSigned = true
      }
      let response = try await send(request, at: hop)
      guard response.status == 401 else { return response }
      guard isHome, authenticator != nil else { throw SourceFailure.signInNeeded }
      answers += isSigned ? 1 : 0
      guard answers < Self.mostAnswers else { throw SourceFailure.wrongPassword }
      try authenticator?.parse(response.headers["WWW-Authenticate"], isAnswered: isSigned)
    }
  }

  /// One for the initial scheme, one for the scheme in the challenge, and one for a stale nonce.
  private static let mostAnswers = 3

  /// Sends a request to one address. The host is resolved once, and connections are made only to the addresses of that lookup.
  private func send(_ request: SourceRequest, at hop: Hop) async throws -> SourceResponse {
    reporter.connecting()
    let allowed = try await addresses(of: hop.origin.host)
    // Each attempt begins at another one.
    let start = (number - 1) % allowed.count
    var addresses = allowed[start...] + allowed[..<start]
    while true {
      guard let next = addresses.popFirst() else { throw SourceFailure.unreachable }
      do {
        return try await send(request, at: hop, by: next)
      } catch let error where reporter.stage == .connecting {
        switch SourceFailure(transport: error, reporter) {
        // Try the next address.
        case .refused where !addresses.isEmpty, .unreachable where !addresses.isEmpty: try Task.checkCancellation()
        case .certificate(.untrusted):
          throw SourceFailure.certificate(
            await CertificateDiagnosis(of: hop, by: next, within: deadline - .now).problem())
        case let failure: throw failure
        }
      }
    }
  }

  /// - Throws: ``SourceFailure/blockedAddress(_:)`` with the host, if another one has led there.
  private func addresses(of host: Host) async throws(SourceFailure) -> [IPAddress] {
    let policy = SSRFPolicy(allowsPrivate: settings.allowsPrivate, exempt: settings.exempt)
    do {
      return try await policy.addresses(of: host.encoded, by: resolver)
    } catch {
      switch error {
      case .blocked(let range): throw .blockedAddress(BlockedAddress(range, target: host == home ? nil : host.shown))
      case .lookup(.noSuchHost): throw .noSuchHost
      case .lookup(.unavailable): throw .nameLookup
      }
    }
  }

  private func send(
    _ request: SourceRequest, at hop: Hop, by address: IPAddress
  ) async throws -> SourceResponse {
    let left = deadline - .now
    guard left > .zero else { throw SourceFailure.timedOut(reporter.lateStage) }
    let client = PinnedClient(to: hop, by: address, settings: settings, left: left, reporter: reporter)
    defer { client.close() }
    return try await client.send(request)
  }
}
