import Testing

@testable import Tasks

struct PasswordTests {
  @Test func `keyboards that compose an accent differently result in one password`() throws {
    let composed = try Password(validating: "Zwölf Boxer", for: ana)
    let decomposed = try Password(validating: "Zwo\u{308}lf Ｂoxer", for: ana)
    #expect(composed.text.utf8.elementsEqual(decomposed.text.utf8))
    #expect(Password.typed("Zwo\u{308}lf Boxer")?.text.utf8.elementsEqual(composed.text.utf8) == true)
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
}
