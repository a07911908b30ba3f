import Tasks

@testable import TaskStore

extension Scene {
  /// Another account, "Ben"; the scene's own is "Ana" from then on.
  func ben() async throws -> World {
    let name = try Username(validating: "Ben")
    if let known = try await store.credentials(of: name) { return World(store, world.clock, known.account) }
    if try await !store.hasAccounts() { _ = try await world.register("Ana") }
    return try await world.register("Ben")
  }

  /// A list of Ben's.
  func theirs() async throws -> ListID {
    let ben = try await ben()
    if let known = try await ben.mine.lists().first(where: { $0.name == "Theirs" }) { return known.id }
    return try await ben.list("Theirs")
  }

  /// An invitation of the scene's account to Ben's list.
  func offer() async throws -> InvitationID {
    let (ben, theirs) = (try await ben(), try await theirs())
    if let known = try await mine.offers().first { return known.id }
    try await ben.mine.invite(Username(validating: "Ana"), as: .editor, to: theirs)
    return try await offer()
  }

  /// Makes Ben a member of the house.
  func joined() async throws -> World {
    let ben = try await ben()
    if try await mine.sharing(of: house).members.count == 1 {
      try await world.share(house, with: ben.account, as: .editor)
    }
    return ben
  }

  func prepareSharing(for kind: ChangeKind) async throws {
    switch kind {
    case .memberInvited, .invitationMade: _ = try await ben()
    case .invitationEnded: _ = try await invited()
    case .memberJoined, .invitationDeclined: _ = try await offer()
    case .roleChanged, .memberRemoved: _ = try await joined()
    case .pageEnded: _ = try await page()
    case .memberLeft:
      if try await ben().mine.sharing(of: theirs()).members.count == 1 { try await mine.accept(offer()) }
    case _: break
    }
  }

  /// Makes a change of who sees a list.
  func share(_ kind: ChangeKind) async throws -> ChangeID? {
    switch kind {
    case .memberInvited:
      _ = try await ben()
      return try await mine.invite(Username(validating: "Ben"), as: .editor, to: house)?.change
    case .invitationMade:
      return try await mine.makeInvitation(to: house, as: .viewer, digest: .digest(), submission: .fresh()).change
    case .invitationEnded: return try await mine.end(invited()).change
    case .memberJoined: return try await mine.accept(offer()).change
    case .invitationDeclined: return try await mine.end(offer()).change
    case .roleChanged: return try await mine.setRole(.viewer, of: joined().account, in: house).change
    case .memberRemoved: return try await mine.remove(joined().account, from: house).change
    case .memberLeft:
      try await prepareSharing(for: kind)
      return try await mine.leave(theirs()).change
    case .pageMade:
      return try await mine.makePage(
        of: house, named: "Tablet", takesTicks: true, days: 30, digest: .digest(), submission: .fresh()
      ).change
    case .pageEnded: return try await mine.end(page()).change
    case _: return nil
    }
  }

  /// A page by link of the house.
  func page() async throws -> SharedPageID {
    if let known = try await mine.sharing(of: house).pages.first { return known.id }
    _ = try await share(.pageMade)
    return try await page()
  }

  /// An invitation of Ben to the house.
  private func invited() async throws -> InvitationID {
    if let known = try await mine.sharing(of: house).invitations.first { return known.id }
    _ = try await share(.memberInvited)
    return try await invited()
  }
}
