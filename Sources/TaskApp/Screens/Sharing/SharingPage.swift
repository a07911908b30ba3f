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
      SharingScreen.Content(
        list: id, sharing: try await store.sharing(of: id), isOwner: isOwner,
        isFollowed: list.source != nil)
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
