import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of the link by which the reader of a mail address confirms it.
enum ConfirmationPage {
  /// `GET /confirm/{secret}`.
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate()
    return await request.page { () async throws(Failure) in
      let (address, _) = try await find(request)
      return page(address, request, isConfirmed: false)
    }
  }

  /// `POST /confirm/{secret}`.
  @Sendable static func confirm(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate(cost: RequestSender.form)
    let (address, secret) = try await find(request)
    try await request.store { store in try await store.confirmChannel(digest: secret.digest) }
    return await request.page { () async throws(Failure) in page(address, request, isConfirmed: true) }
  }

  private static func page(_ address: String, _ request: AnonymousRequest, isConfirmed: Bool) -> Page {
    Page(request, .confirmation, isKept: false) {
      ConfirmationView(mailAddress: address, action: request.address, isConfirmed: isConfirmed)
    }
  }

  /// - Throws: 404 for a link that was used, or whose channel is gone.
  private static func find(_ request: AnonymousRequest) async throws(Failure) -> (address: String, secret: LinkSecret) {
    let text: String
    do { text = try request.parameter("secret") } catch { throw Failure(.notFound, "answer-gone") }
    guard let secret = LinkSecret(text) else { throw Failure(.notFound, "answer-gone") }
    let found = try await request.store { store in try await store.unconfirmedChannel(digest: secret.digest) }
    guard case .mail(let address)? = found?.channel.address else { throw Failure(.notFound, "answer-gone") }
    return (address, secret)
  }
}

/// A mail address, with the button that confirms it.
struct ConfirmationView: Piece {
  static let template = "messages/confirm"
  static let fields: [String: Field<ConfirmationView>] = [
    "mailAddress": .text(\.mailAddress), "action": .address(\.action), "confirmed": .flag(\.isConfirmed),
  ]
  let mailAddress, action: String
  let isConfirmed: Bool
}
