@testable import RemoteLists

/// Serves clients that answer its Digest challenge correctly (RFC 7616).
struct DigestServer: Sendable {
  private let parameters: String
  private let nonce: String

  /// - Parameter parameters: The parameters of the challenge besides realm and nonce.
  init(_ parameters: String, nonce: String = "n0nce") {
    self.parameters = parameters
    self.nonce = nonce
  }

  /// The challenge.
  var field: String { "WWW-Authenticate: Digest realm=\"a \\\"realm\\\"\", nonce=\"\(nonce)\", \(parameters)" }

  @Sendable func behave(_ connection: BadServer.Connection) async throws {
    try await connection.send(letsIn(connection.request) ? response() : response("401 Who", [field], ""))
  }

  /// Whether a request answers the challenge.
  func letsIn(_ request: String) -> Bool {
    let line = request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") }
    let given = line.map { Challenge.all(in: [String($0.dropFirst("Authorization: ".count))]) }?.first
    return given.map { $0.scheme == "digest" && isRight($0, request) } ?? false
  }

  private func isRight(_ given: Challenge, _ request: String) -> Bool {
    let line = request.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init)
    guard let offered = Challenge.all(in: [String(field.dropFirst("WWW-Authenticate: ".count))]).first,
      let challenge = DigestChallenge(offered), given.parameters["nonce"] == nonce, line.count == 3
    else { return false }
    let answer = challenge.answer(
      of: Login(user: "Anna", password: "s3cret"), to: line[0], line[1],
      count: Int(given.parameters["nc"] ?? "1", radix: 16) ?? 0, clientNonce: given.parameters["cnonce"] ?? "")
    return Challenge.all(in: [answer]).first?.parameters == given.parameters
  }
}
