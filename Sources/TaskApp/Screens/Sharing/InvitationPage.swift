import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a link that invites to a list.
enum InvitationPage {
  static func page(_ secret: LinkSecret, for request: SignedInRequest) async throws(Failure) -> Page {
    let invitation: Invitation
    do { invitation = try await request.store.withStoreErrors.invitation(digest: secret.digest) } catch {
      throw Self.failure(error, request)
    }
    // Whether it was used meanwhile is known by no version.
    return Page(request, .invitation, name: invitation.listName, isKept: false) {
      InvitationView(invitation: invitation, secret: secret)
    }
  }

  static func join(_ secret: LinkSecret, _ request: SignedInRequest) async throws -> Response {
    let store = request.store.withStoreErrors
    do {
      let joined = try await store.accept(digest: secret.digest)
      return await request.redirect(after: .joinedList(joined.list, joined.change), at: .invitation(secret))
    } catch .conflict(.member) {
      // A member needs none: the link is left for another account.
      let list = try await request.store.invitation(digest: secret.digest).list
      return await request.redirect(after: .joinedList(list, nil), at: .invitation(secret))
    } catch {
      throw failure(error, request)
    }
  }

  private static func failure(_ error: StoreError, _ request: SignedInRequest) -> Failure {
    error == .notFound ? Failure(.notFound, "invitation-gone") : request.store.failure(error)
  }
}

/// What a link offers, with the button that accepts it.
struct InvitationView: Piece {
  static let template = "sharing/invitation"
  static let fields: [String: Field<InvitationView>] = [
    "listName": .text(\.invitation.listName), "giver": .text(\.invitation.giver),
    "role": .template(among: Choice.roleNames) { Choice.roleName($0.invitation.role) },
    "action": .form { .join($0.secret) }, "otherHref": .link { _ in .openLists() },
  ]
  let invitation: Invitation
  let secret: LinkSecret
}

/// The invitations that wait for the reader's answer, on top of their lists.
struct Offers: Piece {
  static let template = "sharing/offers"
  static let fields: [String: Field<Offers>] = ["offers": .rows { $0.offers.map(Row.init) }]
  let offers: [Invitation]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "listName": .text(\.offer.listName), "label": .text { ShortText.of($0.offer.listName) },
      "giver": .text(\.offer.giver),
      "role": .template(among: Choice.roleNames) { Choice.roleName($0.offer.role) },
      "acceptAction": .form { .invitation($0.offer.id, .accept) },
      "declineAction": .form { .invitation($0.offer.id, .end) },
    ]
    let offer: Invitation

    init(_ offer: Invitation) { self.offer = offer }
  }
}
