import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

struct AccountsSigningUpTests {
  private func typed(_ name: String = "Ana", _ password: String = "correct horse", _ again: String? = nil) -> NewAccount
  { NewAccount(name: name, password: password, again: again) }

  @Test func `only one account is first, also of two concurrent ones`() async throws {
    let world = try AccountsWorld()
    let results = await withTaskGroup(of: Result<SignedIn, AccountProblem>.self) { group in
      for number in 0..<5 {
        group.addTask {
          do throws(AccountProblem) {
            let visitor: Visitor
            do { visitor = try world.visitor("192.0.\(number).1") } catch { throw .store(.internal("\(error)")) }
            return .success(
              try await world.accounts.setUp(typed("Ana \(number)"), token: nil, by: visitor, replacing: nil))
          } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var signedIn = 0
    for result in results {
      switch result {
      case .success: signedIn += 1
      case .failure(let problem): #expect(problem == .registered)
      }
    }
    #expect(signedIn == 1)
    #expect(try await world.store.accounts().count == 1)
    let hashings = world.hashing.asked.count
    await #expect(throws: AccountProblem.registered) {
      try await world.accounts.setUp(typed("Bob"), token: nil, by: world.visitor(), replacing: nil)
    }
    #expect(world.hashing.asked.count == hashings)
  }

  @Test(arguments: [
    (NewAccount(name: "", password: "correct horse", again: nil), [FieldProblem(.username, .blank)]),
    (
      NewAccount(name: " ", password: "short", again: nil),
      [FieldProblem(.username, .blank), FieldProblem(.password, .tooShort(minimum: 8))]
    ),
    (
      NewAccount(name: "", password: "", again: nil),
      [FieldProblem(.username, .blank), FieldProblem(.password, .blank)]
    ),
    (NewAccount(name: "Ana", password: "password1", again: nil), [FieldProblem(.password, .tooCommon)]),
    (NewAccount(name: "Ana Lovelace", password: "ana lovelace", again: nil), [FieldProblem(.password, .sameAsName)]),
    (
      NewAccount(name: "Ana", password: "correct horse", again: "correct hors"),
      [FieldProblem(.passwordAgain, .notTheSame)]
    ),
    (NewAccount(name: "Ana", password: "correct horse", again: ""), [FieldProblem(.passwordAgain, .notTheSame)]),
    (NewAccount(name: "Ana", password: "short", again: "other"), [FieldProblem(.password, .tooShort(minimum: 8))]),
  ])
  func `all problems are told at once, and none is hashed`(typed: NewAccount, problems: [FieldProblem]) async throws {
    let world = try AccountsWorld(signUp: .open)
    let problem = await #expect(throws: AccountProblem.self) {
      try await world.accounts.signUp(typed, by: world.visitor(), replacing: nil)
    }
    guard case .invalid(let invalid) = problem else { throw try #require(problem) }
    #expect(invalid.problems == problems)
    #expect(world.hashing.asked.isEmpty)
    #expect(try await !world.store.hasAccounts())
  }

  @Test func `the repeated password may use another Unicode form`() async throws {
    let world = try AccountsWorld()
    let typed = typed("Ana", "caf\u{E9} au lait", "cafe\u{301} au lait")
    _ = try await world.accounts.setUp(typed, token: nil, by: world.visitor(), replacing: nil)
    try await world.signIn("Ana", "cafe\u{301} au lait")
  }

  @Test func `all networks together make at most two hundred accounts at once, and one network forty`() async throws {
    let world = try AccountsWorld(signUp: .open)
    var made = 0
    func signUp(_ address: String) async throws(AccountProblem) {
      made += 1
      let visitor: Visitor
      do { visitor = try world.visitor(address) } catch { throw .store(.internal("\(error)")) }
      _ = try await world.accounts.signUp(typed("Ana number \(made)x"), by: visitor, replacing: nil)
    }
    for number in 0..<40 { try await signUp("192.0.2.\(number)") }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(90))) { try await signUp("192.0.2.99") }
    for number in 0..<160 { try await signUp("10.0.\(number).1") }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) { try await signUp("10.1.0.1") }
    #expect(try await world.store.accounts().count == 200)
  }

  @Test(arguments: ["V\u{435}ra", "ＶＥＲＡ", "Vér\u{E0}", "V\u{3B5}ra"])
  func `a name that looks like another one is taken, before anything is hashed`(name: String) async throws {
    let world = try AccountsWorld(signUp: .open)
    try await world.add("Vera")
    let hashings = world.hashing.asked.count
    await #expect(throws: AccountProblem.invalid(InvalidInput(FieldProblem(.username, .taken)))) {
      try await world.accounts.signUp(typed(name), by: world.visitor(), replacing: nil)
    }
    await #expect(throws: AccountProblem.invalid(InvalidInput(FieldProblem(.username, .taken)))) {
      try await world.add(name)
    }
    #expect(world.hashing.asked.count == hashings + 1, "only for the operator, who is asked first")
  }
}
