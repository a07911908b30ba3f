import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// Random actions of five accounts over ten lists, compared with a model of who may see and do what.
struct SharingModelTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `what five accounts may see and do is what the model says, after each of many actions`(seed: UInt64) async throws
  {
    var story = try await SharingStory(seed: seed)
    for _ in 0..<2_500 { try await story.act() }
    #expect(story.joined > 20 && story.undone > 50 && story.refused > 300, "\(story)")
    #expect(try await story.worlds[0].store.quickCheck() == [])
  }
}

/// The accounts, what they have done, and what should be so now.
private struct SharingStory {
  private struct Offer: Hashable {
    let id: InvitationID
    let list, invited, giver: Int
    let role: Role
  }

  private struct Model: Hashable {
    /// The role of each account in each list.
    var roles: [[Role?]]
    var offers: Set<Offer> = []

    /// Whether an invitation holds: its giver may share the list.
    func holds(_ offer: Offer) -> Bool { roles[offer.list][offer.giver]?.may(.share) == true }

    func requires(_ permission: ListPermission, _ account: Int, _ list: Int) -> StoreError? {
      guard let role = roles[list][account] else { return .notFound }
      return role.may(permission) ? nil : .forbidden(.lacking(permission))
    }
  }

  let worlds: [World]
  private let names: [String]
  private let lists: [ListID]
  private var model: Model
  private var random: Seeded
  private(set) var (joined, undone, refused) = (0, 0, 0)

  init(seed: UInt64) async throws {
    let world = try World()
    names = ["Ana", "Ben", "Carla", "Dora", "Emil"]
    var (worlds, lists): ([World], [ListID]) = ([], [])
    for name in names { worlds.append(try await world.register(name)) }
    for index in 0..<10 { lists.append(try await worlds[index % 5].list("List \(index)")) }
    (self.worlds, self.lists, random) = (worlds, lists, Seeded(seed))
    model = Model(roles: (0..<10).map { list in (0..<5).map { $0 == list % 5 ? .owner : nil } })
  }

  mutating func act() async throws {
    let (actor, list, other) = (pick(5), pick(10), pick(5))
    let (store, id) = (worlds[actor].mine, lists[list])
    let role = Role.allCases[pick(3)]
    let before = model
    var (expected, after): (StoreError?, Model) = (nil, model)
    let perform: () async throws -> ChangeID?
    switch pick(8) {
    case 0, 1:
      expected = model.requires(.share, actor, list)
      let isOffered = model.offers.contains { $0.list == list && $0.invited == other && model.holds($0) }
      if expected == nil, model.roles[list][other] != nil || isOffered { expected = .conflict(.member) }
      let name = try Username(validating: names[other])
      perform = { try await store.invite(name, as: role, to: id)?.change }
    case 2:
      guard let offer = pick(of: model.offers) else { return }
      if offer.invited != actor || !model.holds(offer) {
        // Who may withdraw it is no reason to accept it.
        expected = .notFound
      } else if model.roles[offer.list][actor] != nil {
        expected = .conflict(.member)
      } else {
        after.roles[offer.list][actor] = offer.role
        after.offers.remove(offer)
      }
      perform = { try await store.accept(offer.id).change }
    case 3:
      guard let offer = pick(of: model.offers) else { return }
      let mayEnd = offer.invited == actor || model.roles[offer.list][actor]?.may(.share) == true
      if !mayEnd || !model.holds(offer) { expected = .notFound } else { after.offers.remove(offer) }
      perform = { try await store.end(offer.id).change }
    case 4:
      expected = model.requires(.share, actor, list)
      if expected == nil, model.roles[list][other] == nil { expected = .notFound }
      after.roles[list][other] = role
      let account = worlds[other].account
      perform = { try await store.setRole(role, of: account, in: id).change }
    case 5:
      expected = model.requires(actor == other ? .read : .share, actor, list)
      if expected == nil, model.roles[list][other] == nil { expected = .notFound }
      after.roles[list][other] = nil
      let account = worlds[other].account
      perform = { try await store.remove(account, from: id).change }
    case 6:
      expected = model.requires(.write, actor, list)
      perform = {
        try await store.addTasks([draft("x")], to: id, submission: .fresh())
        return nil
      }
    default:
      expected = model.requires(.read, actor, list)
      perform = {
        _ = try await store.history(of: id, limit: 5)
        return nil
      }
    }
    if expected == nil, let orphan = after.roles.firstIndex(where: { !$0.contains(.owner) }) {
      expected = .conflict(.lastOwner(lists[orphan]))
    }
    let change = try await run(perform, expected)
    guard expected == nil else { return }
    if after.roles == before.roles, after.offers == before.offers {
      try await noteOffers(of: list, by: actor, &after)
    } else if after.roles != before.roles {
      joined += after.offers.count < before.offers.count ? 1 : 0
    }
    model = after
    if let change, model != before, pick(3) == 0 {
      try await store.undo(change)
      (model, undone) = (before, undone + 1)
    }
    try await expectLists(of: pick(5))
    if pick(40) == 0 { worlds[0].clock.advance(days: 1) }
  }

  /// Runs an action, which ends in the error that the model expects.
  private mutating func run(
    _ perform: () async throws -> ChangeID?, _ expected: StoreError?
  ) async throws -> ChangeID? {
    do {
      let change = try await perform()
      #expect(expected == nil)
      return change
    } catch let error as StoreError {
      #expect(error == expected)
      refused += 1
      return nil
    }
  }

  /// Adds an invitation that was just made to the model.
  private func noteOffers(of list: Int, by actor: Int, _ model: inout Model) async throws {
    guard model.roles[list][actor]?.may(.share) == true else { return }
    for offer in try await worlds[actor].mine.sharing(of: lists[list]).invitations {
      guard !model.offers.contains(where: { $0.id == offer.id }), let name = offer.invited,
        let invited = names.firstIndex(of: name), let giver = names.firstIndex(of: offer.giver)
      else { continue }
      model.offers.insert(Offer(id: offer.id, list: list, invited: invited, giver: giver, role: offer.role))
    }
  }

  /// An account sees the lists in which it has a role, and what it is offered.
  private func expectLists(of account: Int) async throws {
    let seen = try await worlds[account].mine.lists().filter { !$0.isInbox }
    #expect(
      Set(seen.map(\.id)) == Set(lists.indices.filter { model.roles[$0][account] != nil }.map { lists[$0] }))
    for list in seen { #expect(list.role == lists.firstIndex(of: list.id).flatMap { model.roles[$0][account] }) }
    let offered = model.offers.filter {
      $0.invited == account && model.holds($0) && model.roles[$0.list][account] == nil
    }
    #expect(try await Set(worlds[account].mine.offers().map(\.id)) == Set(offered.map(\.id)))
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func pick(of offers: Set<Offer>) -> Offer? {
    offers.isEmpty ? nil : offers.sorted { $0.id < $1.id }[pick(offers.count)]
  }
}
