import Testing

@testable import Tasks

struct PasswordTests {
  @Test(arguments: [
    "correct horse", "  spaces around  ", "пароль-дня", "密码密码密码密码", "👩‍👩‍👧 12345 x", "a\tb\tc\td\te", "Zwölf Boxkämpfer",
  ])
  func `eight characters of any kind are a password`(typed: String) throws {
    #expect(try Password(validating: typed, for: ana).text.utf8.elementsEqual(typed.utf8))
  }

  @Test func `keyboards that compose an accent differently result in one password`() throws {
    let composed = try Password(validating: "Zwölf Boxer", for: ana)
    let decomposed = try Password(validating: "Zwo\u{308}lf Ｂoxer", for: ana)
    #expect(composed.text.utf8.elementsEqual(decomposed.text.utf8))
    #expect(Password.typed("Zwo\u{308}lf Boxer")?.text.utf8.elementsEqual(composed.text.utf8) == true)
  }

  @Test func `a password has 8 to 256 characters, counted as graphemes`() throws {
    let family = "👨‍👩‍👧‍👦"
    #expect(problem("") == .blank)
    #expect(problem("seven77") == .tooShort(minimum: 8))
    #expect(problem(String(repeating: family, count: 7)) == .tooShort(minimum: 8))
    #expect(problem(String(repeating: "xy", count: 128)) == nil)
    #expect(problem(String(repeating: "x", count: 257)) == .tooLong(limit: 256))
    #expect(problem(String(repeating: "x", count: 1_000_000)) == .tooLong(limit: 256))
    #expect(problem("e" + String(repeating: "\u{301}", count: 3_000)) == .tooLarge(bytes: 4096))
  }

  @Test(arguments: ["password", "PassWord", "12345678", "qwertyuiop", "iloveyou", "webster1", "ｐassword"])
  func `a common password is refused, in any case`(typed: String) { #expect(problem(typed) == .tooCommon) }

  @Test(arguments: ["Ana Karenina", "ana karenina", "ＡＮＡ karenina", " ana karenina "])
  func `the account's own name is refused`(typed: String) throws {
    let name = try Username(validating: "Ana Karenina")
    #expect(throws: InvalidInput(FieldProblem(.newPassword, .sameAsName))) {
      try Password(validating: typed, for: name, field: .newPassword)
    }
  }

  @Test func `signing in checks only the size of a password`() {
    #expect(Password.typed("x")?.text == "x")
    #expect(Password.typed("password")?.text == "password")
    #expect(Password.typed(" a ")?.text == " a ")
    #expect(Password.typed("") == nil)
    #expect(Password.typed(String(repeating: "x", count: 4096)) != nil)
    #expect(Password.typed(String(repeating: "x", count: 4097)) == nil)
  }

  @Test func `no description of a password shows it`() throws {
    struct Form {
      let name = "ana"
      let password: Password?
    }
    let secret = "a long secret"
    let password = try Password(validating: secret, for: ana)
    let form = Form(password: password)
    var dumped = ""
    dump(password, to: &dumped)
    dump(form, to: &dumped)
    dump([password], to: &dumped)
    var mirrored = ""
    for child in Mirror(reflecting: form).children { mirrored += "\(child.value) \(Mirror(reflecting: child.value))" }
    for child in Mirror(reflecting: password).children { mirrored += "\(child)" }
    for text in [
      "\(password)", password.description, password.debugDescription, String(describing: password),
      String(reflecting: password), "\(form)", String(reflecting: form), String(reflecting: [password]), dumped,
      mirrored, String(reflecting: Optional(password)),
    ] { #expect(!text.contains("secret")) }
    #expect(Mirror(reflecting: password).children.isEmpty)
  }

  @Test func `the list has three thousand passwords that are valid otherwise`() {
    #expect(CommonPasswords.all.count == 3_000)
    #expect(CommonPasswords.all.allSatisfy { $0.count >= 8 && $0 == $0.lowercased() && !$0.contains(" ") })
  }

  private let ana: Username

  init() throws { ana = try Username(validating: "ana") }

  private func problem(_ typed: String) -> Problem? {
    do throws(InvalidInput) {
      #expect(!(try Password(validating: typed, for: ana).text.isEmpty))
      return nil
    } catch {
      return error[.password]
    }
  }
}
