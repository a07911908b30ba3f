import Tasks
import Testing

struct IdentifierTests {
  @Test(arguments: ["1", "17", "9223372036854775807"])
  func `plain positive decimals are identifiers and are formatted unchanged`(text: String) {
    #expect(ListID(text)?.description == text)
  }

  @Test(arguments: [
    "", "0", "-1", "+1", "01", " 1", "1 ", "1.0", "1e3", "0x1", "9223372036854775808", "99999999999999999999", "١", "１",
    "1\u{301}", "1\0",
  ])
  func `anything else is not an identifier`(text: String) { #expect(TaskID(text) == nil) }
}
