import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// The mail address at which mails become tasks, with the buttons that make, replace, end and resume it.
struct IncomingMailView: Piece {
  static let template = "channels/incoming"
  static let fields: [String: Field<IncomingMailView>] = [
    "address": .optional(\.address), "version": .text { $0.newest?.id.description ?? "" },
    "used": .view { view in view.current?.used.map { Moment($0, for: view.look) } },
    "ended": .optional(\.endedAddress),
    "makeAction": .form { _ in .makeIncomingAddress },
    "endAction": .optionalForm { $0.current.map { .incomingAddress($0.id, .end) } },
    "resumeAction": .optionalForm { $0.ended.map { .incomingAddress($0.id, .resume) } },
  ]
  private let current, ended: IncomingAddress?
  private let domain: IncomingDomain
  private let look: DisplaySettings

  /// - Parameter addresses: the one that takes mails, and the one that was ended last.
  init(_ addresses: [IncomingAddress], at domain: IncomingDomain, for look: DisplaySettings) {
    (current, ended) = (addresses.first { $0.ended == nil }, addresses.first { $0.ended != nil })
    (self.domain, self.look) = (domain, look)
  }

  private var address: String? { current.map { domain.address($0.name) } }
  private var endedAddress: String? { ended.map { domain.address($0.name) } }

  /// Part of the idempotency key of the form.
  private var newest: IncomingAddress? { [current, ended].compactMap(\.self).max { $0.id < $1.id } }
}

enum IncomingMailForms {
  /// Makes an address, also in place of the one that there is.
  static func make(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    try await request.store.makeIncomingAddress(submission: submission)
    return await after("made", request)
  }

  static func response(
    to action: IncomingAddressAction, of id: IncomingAddressID, _ request: SignedInRequest
  ) async throws -> Response {
    switch action {
    case .end: try await request.store.endIncomingAddress(id)
    case .resume: try await request.store.resumeIncomingAddress(id)
    }
    return await after(action.done, request)
  }

  private static func after(_ action: String, _ request: SignedInRequest) async -> Response {
    request.context.logger.info("mail address \(action)", metadata: ["account": "\(request.reader.account)"])
    return await request.redirect(after: .changedIncomingAddress, at: .reminders())
  }
}
