import HTTPTypes
import StatePages
import Testing

struct FormBodyTests {
  private static func reads(_ name: String) -> Bool { ["title", "due", "notes", "name"].contains(name) }

  @Test(arguments: [
    ("title=milk", "milk"), ("title=", ""), ("title", ""), ("title=a+b", "a b"), ("title=a%2Bb", "a+b"),
    ("title=%E2%82%AC", "€"),
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
