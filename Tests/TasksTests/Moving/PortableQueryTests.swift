import Tasks
import Testing

/// The list that the query of a saved filter is about.
struct PortableQueryTests {
  @Test(
    arguments: [
      ("", nil), ("due=week", nil), ("q=list%3D4", nil), ("list=4", 4), ("q=tile&list=4&due=week", 4), ("list=x", 0),
    ] as [(String, Int64?)])
  func `a query is about one list, or about all`(text: String, list: Int64?) {
    #expect(PortableQuery(text).list == list)
    #expect(PortableQuery(text).text == text)
  }

  @Test func `another list stands at the same place`() {
    var query = PortableQuery("q=tile&list=4&due=week")
    query.list = 12
    #expect(query.text == "q=tile&list=12&due=week")
  }

  @Test func `a query about all lists stays so`() {
    var query = PortableQuery("due=week")
    query.list = 12
    #expect(query.text == "due=week")
  }
}
