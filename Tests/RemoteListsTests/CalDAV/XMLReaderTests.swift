import Testing

@testable import RemoteLists

struct XMLReaderTests {
  private func read(_ text: String) throws -> XMLElement { try XMLReader.read(Array(text.utf8)) }

  @Test func `names have their namespaces, and text is decoded`() throws {
    let root = try read(
      """
      \u{FEFF}<?xml version="1.0" encoding='UTF-8'?>
      <!-- <not> this -->
      <d:a xmlns:d="DAV:" xmlns="urn:x" k='1 &lt; 2' >one &amp; <b> <c xmlns=""/></b>&#x20AC;&#8364;<![CDATA[<&]]> two<?pi?></d:a >
      """)
    #expect(root.name == .dav("a") && root.attributes == ["k": "1 < 2"])
    #expect(root.text == "one & €€<& two")
    let inner = try #require(root.children.first)
    #expect(inner.name == XMLName(namespace: "urn:x", local: "b") && inner.text == " ")
    #expect(inner.children.map(\.name) == [XMLName(namespace: "", local: "c")])
  }

  @Test(arguments: [
    "", "text", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a/>text", "<a b></a>", "<a b=1/>", "<a b='1'c='2'/>",
    "<a b=\"<\"/>",
    "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>& </a>", "<x:a/>", "<a><![CDATA[</a>", "<a><!-- </a>",
    "< a/>", "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>", "<a><!ENTITY b \"c\"></a>",
    "<?xml version=\"1.0\" encoding=\"utf-16\"?><a/>", "<a>\u{0}</a>", "<a xmlns:b=''/>",
  ]) func `malformed XML and any declaration are refused`(_ text: String) {
    #expect(throws: XMLProblem.malformed) { try read(text) }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: XMLProblem.malformed) { try XMLReader.read(Array("<a>".utf8) + [0xC3, 0x28] + Array("</a>".utf8)) }
  }

  @Test func `the depth and the number of elements are limited`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(throws: Never.self) { try read(nested(XMLReader.deepest)) }
    #expect(throws: XMLProblem.tooLarge) { try read(nested(XMLReader.deepest + 1)) }
    let name = String(repeating: "n", count: XMLReader.longestName)
    for text in ["<\(name)/>", "<a xmlns='\(name)'/>"] {
      #expect(throws: Never.self) { try read(text) }
      #expect(throws: XMLProblem.tooLarge) { try read(text.replacing(name, with: name + "n")) }
    }
    let many = "<a>" + String(repeating: "<b/>", count: XMLReader.mostElements) + "</a>"
    #expect(throws: XMLProblem.tooLarge) { try read(many) }
    let names = (0..<40).map { "xmlns:a\($0)='u'" }.joined(separator: " ")
    #expect(throws: XMLProblem.tooLarge) { try read("<a \(names)><b \(names.replacing(":a", with: ":b"))/></a>") }
  }

  @Test func `parsing ends for any truncated or changed input`() throws {
    let whole = Array(
      "<?xml version=\"1.0\"?><d:a xmlns:d=\"DAV:\" b='&amp;'><!-- c --><e>x<![CDATA[y]]></e></d:a>".utf8)
    for length in 0..<whole.count { #expect(throws: XMLProblem.self) { try XMLReader.read(Array(whole[..<length])) } }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
      }
      do { _ = try XMLReader.read(bytes) } catch {}
    }
  }
}
