import Testing

@testable import StatePages

struct EditionTests {
  @Test func `equal parts make equal editions`() {
    #expect(Edition("list", 17, 4) == Edition("list", 17, 4))
  }

  @Test(arguments: [
    (Edition("a", "b"), Edition("ab")), (Edition("a", "b"), Edition("b", "a")), (Edition(1, 12), Edition(11, 2)),
    (Edition("1:a"), Edition("a")), (Edition("", "a"), Edition("a", "")), (Edition("a"), Edition("a", "")),
    (Edition(), Edition("")), (Edition("é"), Edition("e\u{301}", "")), (Edition("a1:b"), Edition("a", "b")),
  ])
  func `different parts never read the same`(one: Edition, other: Edition) {
    #expect(one.description.utf8.elementsEqual(other.description.utf8) == false)
  }

  @Test func `an edition can be a part of another`() {
    #expect(Edition("page", Edition("a", "b")) != Edition("page", Edition("ab")))
    #expect(Edition("page", Edition("a"), "b") != Edition("page", Edition("a", "b")))
  }
}
