import Foundation
import HTTPTypes
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Five accounts with a phone and a browser each, ten lists, pages by link, and what should be so now.
struct DoorsStory {
  /// A task as each member should see it.
  struct Item: Hashable {
    let uid: String
    let id: TaskID
    var title: String
    var isDone = false
    var isThere = true
  }

  struct Link {
    let secret: LinkSecret
    let id: SharedPageID
    let list, giver: Int
    let takesTicks: Bool
    var isEnded = false
  }

  /// A change of a task, with what it looked like before.
  struct Made {
    let change: ChangeID
    let list, item: Int
    let before, after: Item
    var isUndone = false
  }

  static let names = ["Ana", "Ben", "Carla", "Dora", "Emil"]

  let world: World
  private(set) var (done, refused, undone) = (0, 0, 0)
  private(set) var phones: [DavClient] = []
  private(set) var browsers: [World] = []
  private(set) var lists: [ListID] = []
  /// The role of each account in each list.
  private(set) var roles: [[Role?]] = []
  private(set) var items = Array(repeating: [Item](), count: 10)
  private(set) var links: [Link] = []
  private var made: [Made] = []
  private var random: Seeded
  private var titles = 0
  /// What was done to each task, as it is told beside a fault.
  private(set) var told: [String: [String]] = [:]

  var summary: String { "\(done) done, \(refused) refused, \(undone) undone" }

  init(seed: UInt64) async throws {
    (world, random) = (try await World(), Seeded(seed))
    for name in Self.names {
      let account = try await world.store.addAccount(Username(validating: name), password: World.record).id
      phones.append(try await DavClient(world, as: name, of: account))
      var browser = World(world, of: account)
      browser.cookie = try await world.signIn(account)
      browsers.append(browser)
    }
    for index in 0..<10 {
      let owner = world.store[phones[index % 5].account]
      lists.append(try await owner.createList(ListName(stored: "List \(index)"), submission: .fresh()).list)
      roles.append((0..<5).map { $0 == index % 5 ? .owner : nil })
      // Another owner, an editor and a viewer.
      for (place, role) in Role.allCases.enumerated() {
        try await give(role, to: (index + place + 1) % 5, in: index)
      }
    }
  }

  mutating func act() async throws {
    let (actor, list) = (pick(5), pick(10))
    world.time.advance(by: .seconds(30))
    switch pick(12) {
    case 0, 1: try await add(actor, list)
    case 2, 3: try await edit(actor, list)
    case 4: try await tick(actor, list)
    case 5: try await delete(actor, list)
    case 6, 7: try await tickByLink()
    case 8: try await changeRole(list)
    case 9: try await makeOrEndLink(actor, list)
    default: try await undo(actor)
    }
    try await expectPhone(of: pick(5), in: pick(10))
    try await expectLink(pick(100))
    try await expectPage(of: pick(5), in: pick(10))
  }
}

extension DoorsStory {
  func address(_ actor: Int, _ list: Int, _ uid: String = "") -> String {
    "\(phones[actor].home)\(lists[list])/\(uid.isEmpty ? "" : "\(uid).ics")"
  }

  /// What a phone is answered that writes: `success`, if its account may.
  /// - Parameter missing: the status where there is no such collection; for PUT that of RFC 4918, section 9.7.1.
  private func expected(
    _ actor: Int, _ list: Int, _ success: HTTPResponse.Status, missing: HTTPResponse.Status = .conflict
  ) -> HTTPResponse.Status {
    guard let role = roles[list][actor] else { return missing }
    return role.may(.write) ? success : .forbidden
  }

  /// Whether the response is the expected one, and a success.
  private mutating func check(
    _ answer: Answer, _ expected: HTTPResponse.Status, _ what: String, _ location: SourceLocation = #_sourceLocation
  ) -> Bool {
    #expect(answer.status == expected, "\(what): \(answer.body.prefix(300))", sourceLocation: location)
    let isDone = expected.kind == .successful || expected == .seeOther
    if isDone { done += 1 } else { refused += 1 }
    return isDone
  }

  private mutating func add(_ actor: Int, _ list: Int) async throws {
    guard items[list].count(where: \.isThere) < 12 else { return try await delete(actor, list) }
    let (uid, title) = ("item\(titles)", nextTitle())
    let answer = try await phones[actor].send(
      "PUT", address(actor, list, uid), ["If-None-Match": "*"], DavClient.todo(uid, "SUMMARY:\(title)"))
    guard check(answer, expected(actor, list, .created), "add") else { return }
    let id = try await task(uid, list)
    items[list].append(Item(uid: uid, id: id, title: title))
    var missing = items[list][items[list].count - 1]
    missing.isThere = false
    try await note(list, items[list].count - 1, from: missing)
  }

  private mutating func edit(_ actor: Int, _ list: Int) async throws {
    try await put(actor, list) { [title = nextTitle()] in $0.title = title }
  }

  private mutating func tick(_ actor: Int, _ list: Int) async throws {
    try await put(actor, list) { $0.isDone.toggle() }
  }

  /// Reads a task as a phone does, and sends it changed.
  private mutating func put(_ actor: Int, _ list: Int, _ change: (inout Item) -> Void) async throws {
    guard let place = pick(in: list) else { return }
    let before = items[list][place]
    let address = address(actor, list, before.uid)
    let found = try await phones[actor].send("GET", address)
    #expect(found.status == (roles[list][actor] == nil ? .notFound : .ok))
    var after = before
    change(&after)
    var lines = found.status == .ok ? found.body.components(separatedBy: "\r\n") : []
    lines.removeAll { line in ["STATUS", "COMPLETED", "PERCENT-COMPLETE", "SUMMARY"].contains { line.hasPrefix($0) } }
    let own = ["SUMMARY:\(after.title)"] + (after.isDone ? ["STATUS:COMPLETED", "COMPLETED:20260901T080000Z"] : [])
    if let end = lines.firstIndex(of: "END:VTODO") { lines.insert(contentsOf: own, at: end) }
    let body = lines.isEmpty ? DavClient.todo(before.uid, "SUMMARY:\(after.title)") : lines.joined(separator: "\r\n")
    let answer = try await phones[actor].send("PUT", address, [:], body)
    guard check(answer, expected(actor, list, .noContent), "put") else { return }
    items[list][place] = after
    try await note(list, place, from: before)
  }

  private mutating func delete(_ actor: Int, _ list: Int) async throws {
    guard let place = pick(in: list) else { return }
    let before = items[list][place]
    let answer = try await phones[actor].send("DELETE", address(actor, list, before.uid))
    guard check(answer, expected(actor, list, .noContent, missing: .notFound), "delete") else { return }
    items[list][place].isThere = false
    try await note(list, place, from: before)
  }

  private mutating func tickByLink() async throws {
    guard !links.isEmpty else { return }
    let link = links[pick(links.count)]
    let list = pick(4) == 0 ? pick(10) : link.list
    guard let place = pick(in: list) else { return }
    let before = items[list][place]
    let body = "ticks=\(before.id)" + (before.isDone ? "&to=open" : "")
    let answer = try await world.showing(nil).send(.post, "/p/\(link.secret)", .form, body: body)
    let isAllowed = holds(link) && link.takesTicks && list == link.list
    guard check(answer, isAllowed ? .seeOther : .notFound, "tick by link") else { return }
    items[list][place].isDone.toggle()
    try await note(list, place, from: before)
  }

  /// Undoes a change, whoever made it: either it takes back what that change did and nothing else, or nothing.
  private mutating func undo(_ actor: Int) async throws {
    guard !made.isEmpty else { return }
    let place = made.count - 1 - pick(min(made.count, 12))
    let change = made[place]
    if change.isUndone { return }
    // What a phone has deleted since its account opened a page is undone together.
    let together = try await batch(of: change.change)
    let answer = try await browsers[actor].post("/changes/\(change.change)/undo")
    let role = roles[change.list][actor]
    guard role?.may(.write) == true else {
      _ = check(answer, role == nil ? .notFound : .forbidden, "undo by an account that may not")
      return
    }
    let places = made.indices.filter { made[$0].change == change.change || together.contains(made[$0].change) }
    guard places.allSatisfy({ roles[made[$0].list][actor]?.may(.write) == true }) else {
      #expect([.notFound, .forbidden].contains(answer.status), "\(change)")
      refused += 1
      return
    }
    for place in places {
      undo(place, answer, isAlone: together.isEmpty)
    }
  }

  private mutating func undo(_ place: Int, _ answer: Answer, isAlone: Bool) {
    let change = made[place]
    let (before, after) = (change.before, change.after)
    var now = items[change.list][change.item]
    #expect(isAlone || before.isThere && !after.isThere, "\(change)")
    // A field that another change has changed since is left, unless it is as before again.
    func isFree<Value: Equatable>(_ field: KeyPath<Item, Value>) -> Bool {
      before[keyPath: field] == after[keyPath: field] || now[keyPath: field] == after[keyPath: field]
        || now[keyPath: field] == before[keyPath: field]
    }
    if isAlone, !(isFree(\.title) && isFree(\.isDone) && isFree(\.isThere)) {
      #expect(answer.status != .seeOther, "\(change) \(now)")
    }
    told[before.uid, default: []].append("undo of \(change.change): \(answer.status)")
    guard answer.status == .seeOther else {
      #expect([.conflict, .gone].contains(answer.status), "\(change) \(now)")
      refused += 1
      return
    }
    if before.title != after.title { now.title = before.title }
    if before.isDone != after.isDone { now.isDone = before.isDone }
    if before.isThere != after.isThere { now.isThere = before.isThere }
    if items[change.list][change.item] != now { undone += 1 }
    items[change.list][change.item] = now
    made[place].isUndone = true
  }

  private mutating func changeRole(_ list: Int) async throws {
    let (other, role) = (pick(5), ([nil] + Role.allCases.map { $0 as Role? })[pick(4)])
    let owners = roles[list].indices.filter { roles[list][$0] == .owner }
    guard owners != [other] || role == .owner else { return }
    try await give(role, to: other, in: list)
  }

  /// Changes the role of an account, as an owner does; nil removes it.
  private mutating func give(_ role: Role?, to other: Int, in list: Int) async throws {
    let owner = world.store[phones[try #require(roles[list].firstIndex(of: .owner))].account]
    let account = phones[other].account
    switch (roles[list][other], role) {
    case (nil, nil): return
    case (nil, let role?):
      let name = try Username(validating: Self.names[other])
      try await owner.invite(name, as: role, to: lists[list])
      let offer = try #require(try await world.store[account].offers().first { $0.list == lists[list] })
      try await world.store[account].accept(offer.id)
    case (_, nil): try await owner.remove(account, from: lists[list])
    case (_, let role?): try await owner.setRole(role, of: account, in: lists[list])
    }
    roles[list][other] = role
  }

  private mutating func makeOrEndLink(_ actor: Int, _ list: Int) async throws {
    if let place = links.firstIndex(where: { $0.list == list && !$0.isEnded }), pick(2) == 0 {
      let answer = try await browsers[actor].post("/pages/\(links[place].id)/end")
      let role = roles[list][actor]
      let status: HTTPResponse.Status = role == nil ? .notFound : role == .owner ? .seeOther : .forbidden
      if check(answer, status, "end of a link") { links[place].isEnded = true }
      return
    }
    guard links.count(where: { $0.list == list && !$0.isEnded }) < 3, roles[list][actor] == .owner else { return }
    let (secret, store, takesTicks) = (LinkSecret(), world.store[phones[actor].account], pick(3) > 0)
    try await store.makePage(
      of: lists[list], named: ListName(stored: "Tablet"), takesTicks: takesTicks, days: 30, digest: secret.digest,
      submission: .fresh())
    let id = try #require(try await store.sharing(of: lists[list]).pages.map(\.id).max())
    links.append(Link(secret: secret, id: id, list: list, giver: actor, takesTicks: takesTicks))
  }
}

extension DoorsStory {
  /// Notes what the last change has done to a task.
  private mutating func note(_ list: Int, _ place: Int, from before: Item) async throws {
    let now = items[list][place]
    let change = try #require(try await lastChange(of: now.id))
    told[now.uid, default: []].append(
      "\(change): \(now.title)\(now.isDone ? ", done" : "")\(now.isThere ? "" : ", gone")")
    made.append(Made(change: change, list: list, item: place, before: before, after: now))
  }

  private mutating func nextTitle() -> String {
    titles += 1
    return "Title\(titles)x"
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// A task that is there.
  private mutating func pick(in list: Int) -> Int? {
    let there = items[list].indices.filter { items[list][$0].isThere }
    return there.isEmpty ? nil : there[pick(there.count)]
  }
}
