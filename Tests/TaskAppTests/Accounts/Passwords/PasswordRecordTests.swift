import Testing

@testable import TaskApp

struct PasswordRecordTests {
  private static let salt = "AAECAwQFBgcICQoLDA0ODw"
  private static let hash = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

  @Test func `a record is parsed as it was formatted`() throws {
    let text = "$scrypt$ln=17,r=8,p=1$\(Self.salt)$\(Self.hash)"
    let record = try #require(PasswordRecord(text))
    #expect(record.parameters == .standard)
    #expect(record.salt == Array(0..<16))
    #expect(record.hash == Array(0..<32))
    #expect(record.text == text)
  }

  @Test(arguments: [
    "", "$", "$$$$", "scrypt$ln=17,r=8,p=1$S$H", "$scrypt$ln=17,r=8,p=1$S", "$scrypt$ln=17,r=8,p=1$S$H$",
    "$argon2id$ln=17,r=8,p=1$S$H", "$SCRYPT$ln=17,r=8,p=1$S$H", "$scrypt$r=8,ln=17,p=1$S$H", "$scrypt$ln=17,r=8$S$H",
    "$scrypt$ln=17,r=8,p=1,q=2$S$H", "$scrypt$ln=017,r=8,p=1$S$H", "$scrypt$ln=-17,r=8,p=1$S$H",
    "$scrypt$ln=+1,r=8,p=1$S$H", "$scrypt$ln= 1,r=8,p=1$S$H", "$scrypt$ln=,r=8,p=1$S$H", "$scrypt$ln=0,r=8,p=1$S$H",
    "$scrypt$ln=21,r=8,p=1$S$H", "$scrypt$ln=99,r=99,p=99$S$H", "$scrypt$ln=20,r=16,p=1$S$H",
    "$scrypt$ln=17,r=8,p=17$S$H",
    "$scrypt$ln=٣,r=8,p=1$S$H", "$scrypt$ln=17,r=8,p=1$$H", "$scrypt$ln=17,r=8,p=1$S=$H", "$scrypt$ln=17,r=8,p=1$S$H=",
    "$scrypt$ln=17,r=8,p=1$S$AAEC", "$scrypt$ln=17,r=8,p=1$S$H\n", " $scrypt$ln=17,r=8,p=1$S$H",
    "$scrypt$ln=17,r=8,p=1$A-_A$H", "$scrypt$ln=17,r=8,p=1$AB$H",
  ])
  func `a record in any other format is refused`(pattern: String) {
    let text = pattern.replacing("S$", with: "\(Self.salt)$").replacing("$H", with: "$\(Self.hash)")
    #expect(PasswordRecord(text) == nil, "\(text)")
  }
}
