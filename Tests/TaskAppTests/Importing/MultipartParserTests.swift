import HTTPTypes
import NIOCore
import StatePages
import TestSupport
import Testing

@testable import TaskApp

struct MultipartParserTests {
  private static let body = """
    --AaB03x\r\n\
    Content-Disposition: form-data; name="title"\r\n\
    \r\n\
    Milk\r\nand --AaB03 honey\r\n\
    --AaB03x\r\n\
    content-disposition:form-data;name=file; filename="a \\"b\\".txt"\r\n\
    Content-Type: text/plain\r\n\
    \r\n\
    \r\r\n\r\n-\r\n--\r\n--AaB03\0\u{fe}\r\n\
    --AaB03x\r\n\
    Content-Disposition: form-data; name="empty"; filename=""\r\n\
    \r\n\
    \r\n\
    --AaB03x--\r\n
    """

  /// A part with its whole content.
  private struct Part: Equatable {
    let head: MultipartHead
    var content: [UInt8] = []
    var isEnded = false
  }

  /// The parts of a body that arrives in pieces of the given sizes, the last of which repeats.
  private static func parts(
    of body: [UInt8], in sizes: [Int] = [.max], limits: MultipartLimits = MultipartLimits(file: 1_000)
  ) throws(RequestProblem) -> [Part] {
    let boundary = MultipartBoundary(contentType: "multipart/form-data; boundary=AaB03x")
    guard let boundary else { throw .malformed }
    var parser = MultipartParser(boundary, limits: limits)
    var parts: [Part] = []
    var rest = body[...]
    var size = 0
    while !rest.isEmpty {
      let piece = rest.prefix(sizes[min(size, sizes.count - 1)])
      (rest, size) = (rest.dropFirst(piece.count), size + 1)
      for event in try parser.parse(ByteBuffer(bytes: piece)) {
        switch event {
        case .began(let head): parts.append(Part(head: head))
        case .content(let bytes): parts[parts.count - 1].content += bytes.readableBytesView
        case .ended: parts[parts.count - 1].isEnded = true
        }
      }
    }
    try parser.finish()
    return parts
  }

  @Test func `every part has its name, its file's name and its content, byte for byte`() throws {
    let parts = try Self.parts(of: Array(Self.body.utf8))
    #expect(parts.map(\.head.name) == ["title", "file", "empty"])
    #expect(parts.map(\.head.fileName) == [nil, "a \"b\".txt", ""])
    #expect(parts.map(\.isEnded) == [true, true, true])
    #expect(parts[0].content == Array("Milk\r\nand --AaB03 honey".utf8))
    #expect(parts[1].content == Array("\r\r\n\r\n-\r\n--\r\n--AaB03\0\u{fe}".utf8))
    #expect(parts[2].content.isEmpty)
  }

  @Test func `it does not matter where a body is cut into pieces`() throws {
    let body = Array(Self.body.utf8)
    let whole = try Self.parts(of: body)
    for cut in 1..<body.count { #expect(try Self.parts(of: body, in: [cut, .max]) == whole, "\(cut)") }
    for size in 1..<40 { #expect(try Self.parts(of: body, in: [size]) == whole, "\(size)") }
  }

  @Test func `random contents in random pieces come back as they were`() async throws {
    var random = Seeded(1)
    // The bytes of a boundary, so that almost all of it occurs.
    let alphabet = Array("\r\n-AaB03x".utf8)
    for round in 0..<2_000 {
      let contents = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      }.filter { content in !(Array("\r\n".utf8) + content).containsSequence(Array("\r\n--AaB03x".utf8)) }
      guard !contents.isEmpty else { continue }
      var body: [UInt8] = []
      for (index, content) in contents.enumerated() {
        body +=
          Array("--AaB03x\r\nContent-Disposition: form-data; name=\"f\(index)\"\r\n\r\n".utf8) + content + [13, 10]
      }
      body += Array("--AaB03x--".utf8)
      let sizes = (0..<20).map { _ in Int.random(in: 1...30, using: &random) }
      #expect(try Self.parts(of: body, in: sizes).map(\.content) == contents, "\(round)")
      if round.isMultiple(of: 100) { await Task.yield() }
    }
  }

  @Test func `a damaged body is refused or parsed, the same in all pieces, and within the limits`() async throws {
    var random = Seeded(2)
    var refused = 0
    for round in 0..<3_000 {
      var body = Array(Self.body.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: body[place] = UInt8.random(in: 0...255, using: &random)
        case 1 where body.count > 1: body.remove(at: place)
        case 2: body.insert(contentsOf: Array("\r\n--AaB03x".utf8), at: place)
        case _: body = Array(body.prefix(max(1, place)))
        }
      }
      let whole = Result { try Self.parts(of: body) }
      let sizes = (0..<20).map { _ in Int.random(in: 1...30, using: &random) }
      let pieces = Result { try Self.parts(of: body, in: sizes) }
      switch (whole, pieces) {
      case (.success(let whole), .success(let pieces)):
        #expect(whole == pieces, "\(round)")
        #expect(whole.count <= 32 && whole.reduce(0) { $0 + $1.content.count } <= body.count)
      case (.failure, .failure): refused += 1
      case (_, _): Issue.record("\(round): the pieces decide about \(body)")
      }
      if round.isMultiple(of: 100) { await Task.yield() }
    }
    #expect(refused > 500)
  }

  @Test(arguments: [
    "", "--AaB03x", "--AaB03x--x", "x--AaB03x--", "--AaB03x\n", "--AaB03x \r\n", "\r\n--AaB03x--", "--AaB03--\r\n",
    "--AaB03x\r\n\r\nx\r\n--AaB03x--", "--AaB03x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: attachment; name=x\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=x; name=y\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=\"x\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\nA: b\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\r\n A: b\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\r\nContent-Disposition: form-data; name=y\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\r\n\r\nx\r\n--AaB03x",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\r\n\r\nx\r\n--AaB03xy\r\n",
    "--AaB03x\r\nContent-Disposition: form-data; name=x\r\n\r\nx\n--AaB03x--",
    "--AaB03x--\r\n\r\n", "--AaB03x--\r\nepilogue",
  ])
  func `what is not a form is refused with 400`(body: String) {
    let problem = #expect(throws: RequestProblem.self) { try Self.parts(of: Array(body.utf8)) }
    #expect(problem?.status == .badRequest)
  }

  @Test func `names that are not UTF-8 are refused`() {
    let body = Array("--AaB03x\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF] + Array("\"\r\n\r\n".utf8)
    #expect(throws: RequestProblem.self) { try Self.parts(of: body + Array("\r\n--AaB03x--".utf8)) }
  }

  @Test func `the number of parts and the size of their heads are limited`() throws {
    func body(_ count: Int, padding: Int = 0) -> [UInt8] {
      let head =
        "--AaB03x\r\nContent-Disposition: form-data; name=x\r\nX: \(String(repeating: "x", count: padding))\r\n\r\n"
      return Array((String(repeating: head + "1\r\n", count: count) + "--AaB03x--").utf8)
    }
    var limits = MultipartLimits(file: 1_000)
    limits.parts = 3
    #expect(try Self.parts(of: body(3), limits: limits).count == 3)
    #expect(throws: RequestProblem.self) { try Self.parts(of: body(4), limits: limits) }
    #expect(try Self.parts(of: body(1, padding: 4_000)).count == 1)
    #expect(throws: RequestProblem.self) { try Self.parts(of: body(1, padding: 4_096)) }
    // An endless head is refused before it ends.
    var parser = MultipartParser(try #require(MultipartBoundary("AaB03x")), limits: limits)
    #expect(throws: RequestProblem.self) {
      for _ in 0..<100 {
        _ = try parser.parse(ByteBuffer(string: "--AaB03x\r\nX: " + String(repeating: "x", count: 100)))
      }
    }
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=x", "x"), ("Multipart/Form-Data; Boundary=\"a b\"", "a b"),
    ("multipart/form-data;charset=utf-8;boundary=----WebKitFormBoundaryx0A9;", "----WebKitFormBoundaryx0A9"),
    ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil), ("multipart/form-data; boundary=\"\"", nil),
    ("multipart/form-data; boundary=a; boundary=b", nil), ("multipart/form-data; boundary=\"a ", nil),
    ("multipart/form-data; boundary=\"a \"", nil), ("multipart/form-data; boundary=\"a\u{e9}\"", nil),
    ("multipart/form-data; boundary=\"a\"b", nil), ("multipart/mixed; boundary=a", nil), ("", nil),
    ("multipart/form-data; boundary=" + String(repeating: "a", count: 71), nil),
    ("multipart/form-data; boundary=" + String(repeating: "a", count: 70), String(repeating: "a", count: 70)),
  ])
  func `the boundary is that of the content type`(type: String, boundary: String?) {
    #expect(MultipartBoundary(contentType: type)?.bytes == boundary.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("name=\"a%22b%0D%0Ac%25\"", "a\"b\r\nc%25"), ("name=\"C:\\dir\\\"", "C:\\dir\\"), ("name=\"a\\\"; b\"", "a\\"),
    ("name=\"é\"", "é"), ("name=\"\"", ""), ("NAME = x", nil), ("name=\"a;b\" ; x=y ;", "a;b"),
  ])
  func `names are unescaped as browsers escape them`(parameter: String, name: String?) {
    let line = "Content-Disposition: form-data; \(parameter)"
    let head = Result { try MultipartHead(parsing: line.utf8) }
    switch head {
    case .success(let head): #expect(head.name == name)
    // What follows a quoted name makes the field malformed.
    case .failure: #expect(name == nil || parameter.contains("; b"))
    }
  }
}

extension [UInt8] {
  fileprivate func containsSequence(_ other: [UInt8]) -> Bool { firstRange(of: other) != nil }
}
