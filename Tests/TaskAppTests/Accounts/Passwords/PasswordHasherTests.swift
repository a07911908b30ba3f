import Testing

@testable import TaskApp

struct PasswordHasherTests {
  private let hasher = PasswordHasher(parameters: .tiny)

  @Test func `a password matches its record, and no other password does`() async throws {
    for text in ["correct horse", "", " ", "ピーターパン", "a\u{0}b", String(repeating: "x", count: 4096)] {
      let record = try await hasher.hash(bytes: Array(text.utf8))
      #expect(try await hasher.verify(bytes: Array(text.utf8), against: record) == .matches(rehash: false))
      for other in ["correct horse ", "Correct horse", "a", "a\u{0}c"] {
        #expect(try await hasher.verify(bytes: Array(other.utf8), against: record) == .differs)
      }
    }
  }

  @Test func `two records of one password share nothing but the parameters`() async throws {
    let first = try #require(PasswordRecord(try await hasher.hash(bytes: Array("correct horse".utf8))))
    let second = try #require(PasswordRecord(try await hasher.hash(bytes: Array("correct horse".utf8))))
    #expect(first.salt.count == 16)
    #expect(first.salt != second.salt)
    #expect(first.hash != second.hash)
    #expect(first.parameters == .tiny)
  }

  /// RFC 7914, section 12: the vectors with a salt and an affordable cost. Its hashes have 64 bytes, of which the first 32 are a
  /// shorter hash.
  @Test(arguments: [
    ("password", "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"),
    ("pleaseletmein", "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI"),
  ])
  func `the vectors of the standard match`(password: String, record: String) async throws {
    #expect(try await hasher.verify(bytes: Array(password.utf8), against: record) == .matches(rehash: false))
    #expect(try await hasher.verify(bytes: Array((password + "x").utf8), against: record) == .differs)
  }

  @Test(arguments: [
    (PasswordHasher.Parameters(log2Cost: 2, blockSize: 1), true),
    (PasswordHasher.Parameters(log2Cost: 3, blockSize: 1), false),
    (PasswordHasher.Parameters(log2Cost: 1, blockSize: 4), false),
    (PasswordHasher.Parameters(log2Cost: 4, blockSize: 1), false),
    (PasswordHasher.Parameters(log2Cost: 1, blockSize: 1, parallelism: 2), true),
  ])
  func `a record is rehashed if hashing costs more now`(old: PasswordHasher.Parameters, rehash: Bool) async throws {
    let password = Array("correct horse".utf8)
    let record = try await PasswordHasher(parameters: old).hash(bytes: password)
    let hasher = PasswordHasher(parameters: .init(log2Cost: 3, blockSize: 1))
    #expect(try await hasher.verify(bytes: password, against: record) == .matches(rehash: rehash))
    #expect(try await hasher.verify(bytes: [1], against: record) == .differs)
  }

  @Test func `an unknown name costs the same hashing as a wrong password`() async throws {
    let record = try await CountedHashing().hasher().hash(bytes: [1, 2, 3])
    for (password, record) in [
      ([1, 2, 3], record), ([3, 2, 1], record), ([1, 2, 3], nil), (nil, record), (nil, nil), ([], nil),
      ([1, 2, 3], "$scrypt$damaged"),
    ] as [([UInt8]?, String?)] {
      let hashing = CountedHashing()
      let verdict = try await hashing.hasher().verify(bytes: password, against: record)
      #expect(hashing.asked == [.tiny])
      #expect((verdict == .differs) == (password != [1, 2, 3] || record?.hasPrefix("$scrypt$ln") != true))
    }
  }

  @Test func `a match of the placeholder record is not a match`() async throws {
    let hasher = PasswordHasher(parameters: .tiny, slots: 1, queue: 0) { _, _, _ in
      PasswordRecord.dummy(at: .tiny).hash
    }
    #expect(try await hasher.verify(bytes: [1], against: nil) == .differs)
    #expect(try await hasher.verify(bytes: nil, against: PasswordRecord.dummy(at: .tiny).text) == .differs)
  }

  @Test func `hashing without enough memory is refused like hashing without a free place`() async throws {
    struct NoMemory: Error {}
    let hasher = PasswordHasher(parameters: .tiny, slots: 1, queue: 0) { _, _, _ in throw NoMemory() }
    await #expect(throws: HashingRefusal.busy) { try await hasher.hash(bytes: [1]) }
    await #expect(throws: HashingRefusal.busy) { try await hasher.verify(bytes: [1], against: nil) }
  }
}

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
