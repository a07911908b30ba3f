import Testing

@testable import StatePages

struct CacheKeyTests {
  @Test func `equal parts make equal cache keys`() {
    #expect(CacheKey("list", 17, 4) == CacheKey("list", 17, 4))
  }

  @Test(arguments: [
    (CacheKey("a", "b"), CacheKey("ab")), (CacheKey("a", "b"), CacheKey("b", "a")), (CacheKey(1, 12), CacheKey(11, 2)),
    (CacheKey("1:a"), CacheKey("a")), (CacheKey("", "a"), CacheKey("a", "")), (CacheKey("a"), CacheKey("a", "")),
    (CacheKey(), CacheKey("")), (CacheKey("é"), CacheKey("e\u{301}", "")), (CacheKey("a1:b"), CacheKey("a", "b")),
  ])
  func `different parts never make equal cache keys`(one: CacheKey, other: CacheKey) {
    #expect(one.description.utf8.elementsEqual(other.description.utf8) == false)
  }

  @Test func `a cache key can be a part of another`() {
    #expect(CacheKey("page", CacheKey("a", "b")) != CacheKey("page", CacheKey("ab")))
    #expect(CacheKey("page", CacheKey("a"), "b") != CacheKey("page", CacheKey("a", "b")))
  }
}
