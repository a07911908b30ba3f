import Tasks
import Testing

/// JSON as other programs write it.
struct JSONTextTests {
  private func title(_ json: String) throws -> String? {
    try importing(#"{"kind":"tasks#tasks","items":[{"notes":"n","title":\#(json)}]}"#).titles.first
  }

  @Test(
    arguments: [
      (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\u00e9\u4e2d""#, "é中"), (#""\ud83d\ude00""#, "😀"),
      (#""\ud83dx\ude00""#, "\u{FFFD}x\u{FFFD}"),
      (#""a\tb\nc""#, "a b c"), (#""  x  ""#, "x"), (#""{\"a\": [1, 2]}""#, "{\"a\": [1, 2]}"), ("7", "7"),
      ("null", "n"),
    ] as [(String, String)])
  func `strings are decoded`(json: String, text: String) throws {
    #expect(try title(json) == text)
  }

  @Test(arguments: [
    #""a"#, #""a\x""#, #""\u12g4""#, "\"a\nb\"", "01", "1.", "+1", "tru", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":1,}"#,
    "{1:2}", "[}", "\"a\" \"b\"",
  ])
  func `malformed text is refused`(json: String) {
    #expect(throws: UnreadableFile.broken) { try title(json) }
  }

  @Test(arguments: ["-0.5e+10", "[ ]", "{ }", "[[],{}]", "true", "false", "0", "-1E5", #"{"a":[{"b":"]}"}]}"#])
  func `all kinds of values are accepted`(json: String) throws {
    #expect(["n", json].contains(try title(json)))
  }
}
