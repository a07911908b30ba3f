import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a list's members.
enum SharingPage {
  /// A rejected form, as it was typed.
  struct Rejected {
    let username: String
    let role: Role
    let error: FieldError
  }

  /// The rejected form of a page by link.
  struct RejectedPage {
    let name: String
    let days: Int
    let takesTicks: Bool
    let error: FieldError
  }

  /// What has already happened at the page: neither an Inbox nor a saved filter is shared.
  static func event(at id: ListID, for request: SignedInRequest) async throws(Failure) -> TaskEvent? {
    let list = try await request.store.list(id)
    return list.isInbox || list.filter != nil ? .wants(.openList(id)) : nil
  }

  static func page(
    _ id: ListID, for request: SignedInRequest, rejected: Rejected? = nil, rejectedPage: RejectedPage? = nil
  ) async throws(Failure) -> Page {
    let request = request.showing(.sharing(of: id))
    let list = try await request.store.list(id)
    let isRejected = rejected != nil || rejectedPage != nil
    let recentChange = !isRejected ? try await request.recentChange() : nil
    let isOwner = list.role.may(.share)
    let secret = request.step.did.flatMap {
      request.app.newInvitations.secret(of: $0.last, for: request.reader.session, at: request.app.now())
    }
    let newPage = request.step.did.flatMap {
      request.app.newPages.secret(of: $0.last, for: request.reader.session, at: request.app.now())
    }
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      SharingScreen.Content(list: id, sharing: try await store.sharing(of: id), isOwner: isOwner)
    }
    // How long a link invites is known by no version.
    var page = Page(request, .sharing, name: list.name, of: id, notice: recentChange?.notice, isKept: false) {
      SharingHead(list: id, name: list.name)
      Region<SharingScreen>("sharing", content, retry: request.retry, placement: .page)
      if isOwner {
        InviteForms(
          list: id, version: list.revision.description, rejected: rejected,
          address: secret.map { $0.address(on: request.anonymous.client, below: request.app.basePath) })
        PageForm(
          list: id, version: list.revision.description, isFollowed: list.source != nil, rejected: rejectedPage,
          address: newPage.map { $0.pageAddress(on: request.anonymous.client, below: request.app.basePath) })
      }
    }
    // The address is shown once: a stored page would show it again.
    page.isStored = secret == nil && newPage == nil
    return page
  }
}

extension LinkSecret {
  /// The address of the link, as the client that asks for it reaches the app.
  fileprivate func address(on client: Client, below basePath: BasePath) -> String {
    client.origin + basePath.address(TaskFlow.addresses.address(of: .invitation(self)).text)
  }

  fileprivate func pageAddress(on client: Client, below basePath: BasePath) -> String {
    client.origin + basePath.address("\(PublicRoute.sharedPages.path)/\(description)")
  }
}

struct SharingHead: Piece {
  static let template = "sharing/head"
  static let fields: [String: Field<SharingHead>] = [
    "name": .text { ShortText.of($0.name) }, "backHref": .link { .openList($0.list) },
  ]
  let list: ListID
  let name: String
}

/// The forms that invite: an account by its name, and by a link.
struct InviteForms: Piece {
  static let template = "sharing/invite"
  static let fields: [String: Field<InviteForms>] = [
    "inviteAction": .form { .list($0.list, .invite) }, "linkAction": .form { .list($0.list, .makeInvitation) },
    "version": .text(\.version), "username": .text { $0.rejected?.username ?? "" },
    "roles": .rows { Choice.roles($0.rejected?.role ?? .editor) },
    "error": .view { $0.rejected?.error }, "address": .optional(\.address),
  ]
  let list: ListID
  /// Part of the idempotency key: the revision of the list.
  let version: String
  var rejected: SharingPage.Rejected?
  /// The address of the link that was just made.
  var address: String?
}

enum SharingForms {
  static func invite(to id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let (typed, role) = (try form.required(FormField.username), try form.role())
    func page(_ error: FieldError) async throws(Failure) -> Page {
      try await SharingPage.page(
        id, for: request, rejected: SharingPage.Rejected(username: typed, role: role, error: error))
    }
    return try await request.submit {
      try Username(validating: typed)
    } write: { name, store in
      guard let written = try await store.invite(name, as: role, to: id) else {
        return try await request.again(Failure(.invalid)) { () async throws(Failure) in
          try await page(.noSuchAccount(name.text))
        }
      }
      return await request.redirect(after: .changedSharing(of: id, written.change), at: .sharing(of: id))
    } again: { error, _ async throws(Failure) in
      try await page(error)
    }
  }

  static func makeLink(to id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let (role, submission, secret) = (try form.role(), try request.submission(form), LinkSecret())
    let made = try await request.made { store in
      let written = try await store.makeInvitation(to: id, as: role, digest: secret.digest, submission: submission)
      if let change = written.change {
        request.app.newInvitations.note(secret, of: change, by: request.reader.session, at: request.app.now())
      }
      return written
    }
    return await request.redirect(after: .changedSharing(of: id, made.change), at: .sharing(of: id))
  }

  static func response(
    to action: MemberAction, of member: AccountID, in list: ListID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    let store = request.store
    let change =
      switch action {
      case .setRole: try await store.setRole(form.role(), of: member, in: list).change
      case .remove: try await store.remove(member, from: list).change
      }
    let event: TaskEvent =
      member == store.account && action == .remove
      ? .declinedList(change) : .changedSharing(of: list, change)
    return await request.redirect(after: event, at: .sharing(of: list))
  }

  static func response(
    to action: InvitationAction, of id: InvitationID, _ request: SignedInRequest
  ) async throws -> Response {
    switch action {
    case .accept:
      let joined = try await request.store.accept(id)
      return await request.redirect(after: .joinedList(joined.list, joined.change), at: .overview())
    case .end:
      let isOffer = try await request.store.offers().contains { $0.id == id }
      let ended = try await request.store.end(id)
      return await request.redirect(
        after: isOffer ? .declinedList(ended.change) : .changedSharing(of: ended.list, ended.change), at: .overview())
    }
  }
}

extension FormBody {
  /// - Throws: 400 without a role.
  fileprivate func role() throws(RequestProblem) -> Role {
    guard let role: Role = try choice(FormField.role) else { throw .malformed }
    return role
  }
}
