import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// What others see in place of the name of an account.
final class DisplayNameTests {
  let ana, ben, carla: World
  let list: ListID

  init() async throws {
    let world = try World()
    (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    carla = try await world.register("Carla")
    list = try await ana.list("Shopping")
    try await world.share(list, with: ben.account, as: .editor)
  }

  private func call(_ world: World, _ name: String) async throws {
    let input = AccountSettingsInput(displayName: name, timeZone: "", theme: "system", rows: "100")
    try await world.mine.setSettings(AccountSettings(validating: input))
  }

  private func members() async throws -> [[String?]] {
    try await ana.mine.sharing(of: list).members.map { [$0.name, $0.username] }
  }

  @Test func `others see a display name, and members the name of the account beside it`() async throws {
    try await ben.add("Milk", to: list)
    try await call(ben, " Benedikt ")
    #expect(try await members() == [["Ana", nil], ["Benedikt", "Ben"]])
    #expect(
      try await ana.mine.openPage(1, of: 9, in: list).rows[0].last?.author == .person(Person(ben.account, "Benedikt")))
    #expect(try await ana.mine.history(of: list, limit: 1)[0].who == Person(ben.account, "Benedikt"))
    try await call(ben, "")
    #expect(try await members() == [["Ana", nil], ["Ben", nil]])
  }

  @Test func `an invitation tells both names: another account may have the one that is shown`() async throws {
    try await call(ana, "Ben")
    try await ana.mine.invite(Username(validating: "Carla"), as: .viewer, to: list)
    #expect(try await carla.mine.offers().map(\.giver) == ["Ben (Ana)"])
  }

  @Test func `who shares a list or is invited to one sees a new name at once`() async throws {
    try await ana.mine.invite(Username(validating: "Carla"), as: .viewer, to: list)
    let stranger = try await ana.register("Dora")
    let accounts = [ana, ben, carla, stranger].map(\.account)
    func versions() -> [Int64?] { accounts.map(ana.store.readerVersions.version) }
    let before = versions()
    try await call(ana, "Anna")
    #expect(zip(before, versions()).map { $0 != $1 } == [true, true, true, false])
  }

  @Test func `nothing is left of the name of a removed account`() async throws {
    try await call(ben, "Benedikt")
    try await ana.store.removeAccount(ben.account)
    let left = try await ana.store.read { [account = ben.account.value] db in
      try db.row("SELECT display_name FROM accounts WHERE id = ?", [account]) { $0[0] as String? }
    }
    #expect(left == .some(nil))
  }
}
