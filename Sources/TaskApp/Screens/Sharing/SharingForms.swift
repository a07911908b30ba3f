import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms of a list's members.
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
      let ended = try await request.store.end(id)
      return await request.redirect(
        after: ended.isDeclined ? .declinedList(ended.change) : .changedSharing(of: ended.list, ended.change),
        at: .overview())
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
