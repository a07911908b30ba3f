import Foundation
import HTTPTypes
import StatePages
import Tasks
import TestSupport
import Testing

@testable import TaskApp

struct SessionCookieTests {
  private static let one = String(repeating: "A", count: 43)
  private static let other = String(repeating: "_", count: 42) + "8"

  private func secure() throws -> SessionCookie {
    let cookie = SessionCookie(for: Client(.to("localhost"), peer: nil, proxies: .none), plainHTTP: false)
    return try #require(cookie)
  }

  private func plain() throws -> SessionCookie {
    let cookie = SessionCookie(for: Client(.to("lists.example"), peer: nil, proxies: .none), plainHTTP: true)
    return try #require(cookie)
  }

  @Test func `a secure connection has a cookie with the __Host- prefix`() throws {
    let cookie = try secure()
    let token = try #require(SessionToken(Self.one))
    #expect(
      cookie.setting(token)
        == "__Host-fourfold=\(Self.one); Max-Age=18144000; Path=/; HttpOnly; SameSite=Lax; Secure")
    #expect(cookie.clearing == "__Host-fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
  }

  @Test(arguments: [("/tasks", "fourfold~tasks"), ("/team/tasks", "fourfold~team~tasks")])
  func `below a base path cookies are for that path alone, with their own name`(path: String, name: String) throws {
    let basePath = try BasePath(path)
    let token = try #require(SessionToken(Self.one))
    let (local, far) = (
      Client(.to("localhost"), peer: nil, proxies: .none), Client(.to("lists.example"), peer: nil, proxies: .none)
    )
    let secure = try #require(SessionCookie(for: local, below: basePath, plainHTTP: false))
    #expect(
      secure.setting(token)
        == "__Secure-\(name)=\(Self.one); Max-Age=18144000; Path=\(path); HttpOnly; SameSite=Lax; Secure")
    #expect(secure.clearing == "__Secure-\(name)=; Max-Age=0; Path=\(path); HttpOnly; SameSite=Lax; Secure")
    let plain = try #require(SessionCookie(for: far, below: basePath, plainHTTP: true))
    #expect(plain.setting(token) == "\(name)=\(Self.one); Max-Age=18144000; Path=\(path); HttpOnly; SameSite=Lax")
    // Those of another one at the root of the host are sent along.
    let both: HTTPFields = [
      .cookie: "fourfold=\(Self.other); __Host-fourfold=\(Self.other); \(secure.name)=\(Self.one)"
    ]
    #expect(secure.token(in: both)?.text == Self.one)
    #expect(plain.token(in: both) == nil)
    let device = KnownDevice(for: try Username(validating: "Ann"), key: Data(repeating: 1, count: 32))
    #expect(DeviceCookie(beside: secure).setting(device, beside: []).contains("; Path=\(path)/sign-in; "))
  }

  @Test func `a plain connection has a plain cookie if the operator allows it, and none otherwise`() throws {
    let client = Client(.to("lists.example"), peer: nil, proxies: .none)
    #expect(SessionCookie(for: client, plainHTTP: false) == nil)
    let token = try #require(SessionToken(Self.one))
    #expect(try plain().setting(token) == "fourfold=\(Self.one); Max-Age=18144000; Path=/; HttpOnly; SameSite=Lax")
    #expect(try plain().clearing == "fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
  }

  @Test(
    arguments: [
      (["N=\(one)"], one), (["a=b; N=\(one); c=d"], one), (["a=b;N=\(one);c"], one), (["a=b", "N=\(one)"], one),
      ([" N=\(one) \t; "], one), (["N=\(one);"], one), ([";;; N=\(one)"], one), (["aN=x; N=\(one); Na=x"], one),
      (["N=\(one); N=\(one)"], nil), (["N=\(one); N=\(other)"], nil), (["N=\(one)", "N=\(other)"], nil),
      (["N=\(one); N="], nil), (["N=\"\(one)\""], nil), (["N="], nil), (["N"], nil), (["N = \(one)"], nil),
      (["N=\(one) x"], nil), (["N=\(one)=\(one)"], nil), (["N=\(one),N=\(one)"], nil), (["n=\(one)"], nil),
      (["$Version=1; N=\(one)"], one), (["x=\"; N=\(one)\""], nil), (["N=%41\(one.dropLast())"], nil),
      ([""], nil), ([], nil), (["N=\(other)"], other), (["N\u{301}=\(one)"], nil), (["N=\(one)\u{301}"], nil),
    ] as [([String], String?)])
  func `a token is read from the headers, or none, as listed`(headers: [String], text: String?) throws {
    for (name, cookie) in [("__Host-fourfold", try secure()), ("fourfold", try plain())] {
      var fields = HTTPFields()
      for header in headers {
        let value = header.replacing("N", with: name).replacing("n=", with: "\(name.uppercased())=")
        fields.append(HTTPField(name: .cookie, value: value))
      }
      #expect(cookie.token(in: fields)?.text == text, "\(fields[values: .cookie])")
    }
  }

  @Test func `a plain cookie is ignored over a secure connection, and a secure one over a plain connection`() throws {
    let both: HTTPFields = [.cookie: "fourfold=\(Self.one); __Host-fourfold=\(Self.other)"]
    #expect(try secure().token(in: both)?.text == Self.other)
    #expect(try plain().token(in: both)?.text == Self.one)
    #expect(try secure().token(in: [.cookie: "fourfold=\(Self.one)"]) == nil)
    #expect(try plain().token(in: [.cookie: "__Host-fourfold=\(Self.one)"]) == nil)
  }
}

struct SessionTokenTests {
  @Test func `a token is parsed as it was formatted, and all tokens differ`() throws {
    var seen: Set<String> = []
    for _ in 0..<1000 {
      let token = SessionToken()
      #expect(token.text.utf8.count == 43)
      #expect(token.text.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
      let read = try #require(SessionToken(token.text))
      #expect(read.digest == token.digest)
      #expect(seen.insert(token.text).inserted)
    }
  }

  @Test func `the digest is the SHA-256 of the 32 bytes`() throws {
    let token = try #require(SessionToken(String(repeating: "A", count: 43)))
    #expect(
      token.digest.map { String($0, radix: 16) }.joined()
        == "66687aadf862bd776c8fc18b8e9f8e2089714856ee233b3902a591dd5f2925")
  }

  @Test(arguments: [
    "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
    String(repeating: "A", count: 42) + "B",
    String(repeating: "A", count: 42) + "=", String(repeating: "A", count: 42) + "+",
    String(repeating: "A", count: 42) + "/",
    String(repeating: "A", count: 42) + " ", "\"" + String(repeating: "A", count: 41) + "\"",
    String(repeating: "A", count: 41) + "é", String(repeating: "A", count: 42) + "\n",
  ])
  func `other text is not a token, nor is another spelling of one`(text: String) { #expect(SessionToken(text) == nil) }

  @Test func `a token is never printed`() {
    let token = SessionToken()
    for text in ["\(token)", String(describing: token), String(reflecting: token), "\([token])", "\((1, token))"] {
      #expect(!text.contains(token.text))
    }
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!dumped.contains("bytes"))
  }
}
