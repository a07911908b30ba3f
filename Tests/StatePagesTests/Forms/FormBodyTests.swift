import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import StatePages

struct FormBodyTests {
  private static func reads(_ name: String) -> Bool { ["title", "due", "notes", "name"].contains(name) }

  @Test(arguments: [
    ("title=milk", "milk"), ("title=", ""), ("title", ""), ("title=a+b", "a b"), ("title=a%2Bb", "a+b"),
    ("title=%E2%82%AC", "€"), ("title=a+\u{301}", "a \u{301}"),
    ("title=%e2%82%ac", "€"), ("title=a=b", "a=b"), ("title=%0D%0Ax", "\r\nx"), ("title=%00", "\0"), ("%74itle=x", "x"),
    ("&&title=x&", "x"), ("title=\u{e9}", "\u{e9}"), ("title=e\u{301}", "e\u{301}"), ("title=%26%3D%25", "&=%"),
  ])
  func `a field has the typed text, byte for byte`(body: String, value: String) throws {
    let form = try FormBody(body.utf8, reads: Self.reads)
    #expect(form["title"].map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test(arguments: [
    "title=%", "title=%4", "title=%zz", "title=%+1", "title=%C3", "title=%ff%fe", "title=%ED%A0%80", "title=1&title=2",
    "name&name", "title=1&%74itle=2",
  ])
  func `a body that is not a form is refused`(body: String) {
    #expect(throws: RequestProblem.self) { try FormBody(body.utf8, reads: Self.reads) }
  }

  @Test func `fields keep their order, and a missing one is nil`() throws {
    let form = try FormBody("title=1&due=2".utf8, reads: Self.reads)
    #expect(form.fields.map(\.name) == ["title", "due"])
    #expect(form["notes"] == nil)
  }

  @Test func `unknown fields are ignored, however many there are`() throws {
    let form = try FormBody("utm=1&title=2&utm=3&Title=4".utf8, reads: Self.reads)
    #expect(form.fields.map(\.name) == ["title"])
  }

  @Test func `a field that every form has is missing with 400`() throws {
    let form = try FormBody("title=1".utf8, reads: Self.reads)
    #expect(try form.required("title") == "1")
    #expect(try form.required("title", as: Int.self) == 1)
    #expect(throws: RequestProblem.self) { try form.required("title", as: Bool.self) }
    let problem = #expect(throws: RequestProblem.self) { try form.required("due") }
    #expect(problem?.status == .badRequest)
  }
}

struct IdempotencyKeyTests {
  @Test func `a form's key is a hash of path, version and input with unambiguous separators`() {
    func key(_ path: String, _ version: String?, _ fields: [(String, String)]) -> IdempotencyKey {
      IdempotencyKey(path: path, version: version, fields: fields.map { (name: $0, value: $1) })
    }
    let all = [
      key("/a", "1", [("x", "y")]), key("/b", "1", [("x", "y")]), key("/a", "2", [("x", "y")]),
      key("/a", nil, [("x", "y")]), key("/a", "1", [("xy", "")]), key("/a", "1", [("", "xy")]), key("/a", "1", []),
      key("/a", "1", [("x", "y"), ("", "")]), key("/a", "1", [("x", "\u{E9}")]), key("/a", "1", [("x", "e\u{301}")]),
      key("/a1", nil, [("x", "y")]),
    ]
    #expect(Set(all).count == all.count)
    #expect(all[0] == key("/a", "1", [("x", "y")]))
  }

  @Test func `keys are the same in every process, so they can be stored`() {
    #expect(
      IdempotencyKey(path: "/a", version: "1", fields: [(name: "x", value: "y")]).description
        == "2d2dfc5e9333768b61e8643817e22338")
  }

  @Test func `a key is read back from its text, and from nothing else`() {
    let key = IdempotencyKey(path: "/a", version: nil, fields: [])
    #expect(key.description.count == 32)
    #expect(IdempotencyKey(key.description) == key)
    for text in [
      "", "0", String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31), key.description + "0",
    ] { #expect(IdempotencyKey(text) == nil, "\(text)") }
  }

  @Test func `the fields that don't count make no difference, and the version does`() throws {
    func key(_ body: String) throws -> IdempotencyKey {
      let request = Request(
        head: .init(method: .post, scheme: "http", authority: "a", path: "/seats?x=1"),
        body: .init(buffer: ByteBuffer()))
      return try FormBody(body.utf8) { _ in true }.idempotencyKey(of: request, version: "v", ignoring: ["draft"])
    }
    #expect(try key("v=1&seat=4&draft=7") == key("draft=9&seat=4&v=1"))
    #expect(try key("v=1&seat=4") != key("v=2&seat=4"))
    #expect(try key("v=1&seat=4") != key("v=1&seat=5"))
  }
}
