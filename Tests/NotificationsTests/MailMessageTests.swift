import Foundation
import NetworkAddresses
import Testing

@testable import Notifications

struct MailMessageTests {
  private func message(from: String = "Fourfold <tasks@example.org>", _ change: (inout Notice) -> Void = { _ in })
    throws -> String
  {
    let message = MailMessage(
      notice(change), from: try Mailbox(validating: from), to: try MailAddress(validating: "ann@example.net"))
    return String(decoding: message.bytes, as: UTF8.self)
  }

  /// The headers by name, unfolded, and the body.
  private func parsed(_ message: String) throws -> (headers: [(name: String, value: String)], body: String) {
    let end = try #require(message.firstRange(of: "\r\n\r\n"))
    let lines = message[..<end.lowerBound].replacing("\r\n ", with: " ").components(separatedBy: "\r\n")
    let headers = try lines.map { line in
      let colon = try #require(line.firstIndex(of: ":"), "\(line)")
      return (String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
    }
    return (headers, String(message[end.upperBound...]))
  }

  private func value(_ name: String, of message: String) throws -> String? {
    try parsed(message).headers.first { $0.name == name }?.value
  }

  @Test func `a message has what a mail has`() throws {
    let message = try message {
      $0.unsubscribe = "https://tasks.example/stop/abc"
      $0.language = "de"
      $0.thread = "7"
      $0.priority = .high
    }
    #expect(
      message == """
        From: "Fourfold"\r
         <tasks@example.org>\r
        To: ann@example.net\r
        Subject: Pay rent\r
        Date: Mon, 30 Nov 2026 00:53:20 +0000\r
        Message-ID: <7.2026-11-30@example.org>\r
        In-Reply-To: <7@example.org>\r
        References: <7@example.org>\r
        Auto-Submitted: auto-generated\r
        List-Unsubscribe: <https://tasks.example/stop/abc>\r
        List-Unsubscribe-Post: List-Unsubscribe=One-Click\r
        Importance: high\r
        Content-Language: de\r
        MIME-Version: 1.0\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        Due today\r
        \r
        .Open: https://tasks.example/tasks/7\r
        \r

        """)
  }

  @Test func `each try has the same identifier`() throws {
    let identifiers = try (0..<2).map { time in
      try value("Message-ID", of: message { $0.date = Date(timeIntervalSince1970: Double(time)) })
    }
    #expect(Set(identifiers).count == 1)
    #expect(
      try value("Message-ID", of: message { $0.id = "a b>\r\nBcc: x@y" })
        == "<a%20b%3E%0D%0ABcc%3A%20x%40y@example.org>")
  }

  @Test func `the plain part comes before the HTML one`() throws {
    let message = try message { $0.html = "<p dir=\"rtl\">ادفع الإيجار اليوم قبل المساء من فضلك</p>" }
    let (headers, body) = try parsed(message)
    #expect(headers.contains { $0 == ("Content-Type", "multipart/alternative; boundary=\"=_fourfold\"") })
    let parts = body.components(separatedBy: "--=_fourfold")
    #expect(parts.count == 4 && parts[0] == "" && parts[3] == "--\r\n")
    #expect(parts[1].hasPrefix("\r\nContent-Type: text/plain") && parts[2].hasPrefix("\r\nContent-Type: text/html"))
    let encoded = try #require(parts[2].components(separatedBy: "\r\n\r\n").dropFirst().first)
    let html = Data(base64Encoded: encoded.replacing("\r\n", with: "")).map { String(decoding: $0, as: UTF8.self) }
    #expect(html == "<p dir=\"rtl\">ادفع الإيجار اليوم قبل المساء من فضلك</p>")
  }

  private static let hostile = [
    "Rent\r\nBcc: eve@example.com", "Rent\nBcc: eve@example.com", "Rent\rBcc: eve@example.com", "Rent\r\n\r\n<html>",
    "Rent\u{0}Bcc: eve@example.com", "Rent\u{85}Bcc: eve@example.com", "Rent\u{2028}Bcc: eve@example.com",
    "Rent\u{2029}Bcc: x", "Rent\u{B}Bcc: x", "Rent\u{C}Bcc: x", "\u{202E}moc.elpmaxe\u{202C}", "\u{2066}Rent\u{2069}",
    "=?utf-8?Q?=0D=0ABcc:_eve@example.com?=", "=?utf-8?B?DQpCY2M6IGV2ZQ==?=", "Größe\r\nBcc: eve@example.com",
    "👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀", "ادفع الإيجار اليوم قبل المساء من فضلك، فهو متأخر",
    String(repeating: "x", count: 2_000), String(repeating: "ä", count: 2_000), String(repeating: "word ", count: 300),
    "e" + String(repeating: "\u{301}", count: 5_000), "", " ", "\t", "\"", "\\", "a\u{FEFF}b", "\u{E000}\u{FFFF}",
  ]

  @Test(arguments: hostile) func `no text adds a header, breaks a line or turns its direction`(text: String) throws {
    let usual = try parsed(try message { $0.thread = "x" }).headers.map(\.name)
    for field in [\Notice.title, \.id] as [WritableKeyPath<Notice, String>] {
      let message = try message {
        $0[keyPath: field] = text
        $0.thread = text
        $0.language = text
        $0.unsubscribe = "https://tasks.example/\(text)"
        $0.unsubscribe = text.isEmpty ? nil : $0.unsubscribe
      }
      let (headers, _) = try parsed(message)
      #expect(Set(headers.map(\.name)).subtracting(usual).isSubset(of: ["List-Unsubscribe", "List-Unsubscribe-Post"]))
      for line in message.components(separatedBy: "\r\n") {
        #expect(line.utf8.count <= 998)
        #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }, "\(line)")
      }
    }
    let subject = try #require(try value("Subject", of: message { $0.title = text }))
    let shown = decoded(subject)
    #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(shown)")
    #expect(
      !shown.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) })
    #expect(shown == HeaderText.clean(text))
  }

  @Test(arguments: hostile) func `a sender's name is quoted or encoded`(name: String) throws {
    let message = try message(from: "\(name) <tasks@example.org>")
    let (headers, _) = try parsed(message)
    #expect(headers.count { $0.name == "From" } == 1)
    #expect(headers.first?.value.hasSuffix("tasks@example.org>") == true || headers.first?.value == "tasks@example.org")
    #expect(!headers.contains { $0.name == "Bcc" })
  }

  /// What a mail program makes of encoded words.
  private func decoded(_ value: String) -> String {
    guard value.hasPrefix("=?utf-8?B?") else { return value }
    let words = value.split(separator: " ").map { $0.dropFirst("=?utf-8?B?".count).dropLast(2) }
    return words.map { String(decoding: Data(base64Encoded: String($0)) ?? Data(), as: UTF8.self) }.joined()
  }

  @Test(arguments: [
    ("a=b", "a=3Db"), ("end ", "end=20"), ("tab\t", "tab=09"), ("Größe", "Gr=C3=B6=C3=9Fe"), ("a\nb", "a\r\nb"),
    (String(repeating: "x", count: 80), String(repeating: "x", count: 75) + "=\r\nxxxxx"),
    (String(repeating: "x", count: 74) + "ä", String(repeating: "x", count: 74) + "=\r\n=C3=A4"),
  ]) func `text is quoted-printable`(text: String, encoded: String) { #expect(QuotedPrintable.encode(text) == encoded) }

  @Test func `a very long text is cut`() throws {
    let message = try message { $0.text = String(repeating: "word ", count: 1_000_000) }
    #expect(message.utf8.count < 400_000)
  }
}

struct MailAddressTests {
  @Test(arguments: [
    ("ann@example.org", "ann@example.org"), (" ann+tasks@Example.ORG ", "ann+tasks@example.org"),
    ("Ann.B@example.org", "Ann.B@example.org"),
    ("a!#$%&'*+-/=?^_`{|}~b@example.org", "a!#$%&'*+-/=?^_`{|}~b@example.org"),
    ("ann@bücher.example", "ann@xn--bcher-kva.example"), ("ann@localhost", "ann@localhost"),
    ("ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah"),
  ]) func `an address is taken, with its domain as servers write it`(typed: String, text: String) throws {
    #expect(try MailAddress(validating: typed).text == text)
  }

  @Test(arguments: [
    ("", MailAddress.Problem.blank), ("  ", .blank), ("ann", .malformed), ("@example.org", .malformed),
    ("ann@", .malformed), ("ann b@example.org", .malformed), ("ann@exa mple.org", .malformed),
    ("ann@example.org>\r\nBcc: x@y.z", .malformed), ("ann@example.org\nRCPT TO:<x@y.z>", .malformed),
    ("ann\r\n@example.org", .malformed), ("\"a b\"@example.org", .malformed), ("ann@[127.0.0.1]", .malformed),
    ("ann@127.0.0.1", .malformed), ("a..b@example.org", .malformed), (".a@example.org", .malformed),
    ("a.@example.org", .malformed), ("ann@-example.org", .malformed), ("ann@example..org", .malformed),
    ("a@b@example.org", .malformed), ("<ann@example.org>", .malformed), ("ann@example.org, b@example.org", .malformed),
    ("ann@example.org:25", .malformed), ("ann@example.org/x", .malformed), ("ann@exa\u{0}mple.org", .malformed),
    ("änn@example.org", .notASCII), ("ann\u{0}@example.org", .malformed),
    (String(repeating: "a", count: 65) + "@example.org", .tooLong(limit: 64)),
    ("a@" + String(repeating: "b.", count: 150) + "org", .tooLong(limit: 254)),
  ]) func `what is no address is told`(typed: String, problem: MailAddress.Problem) {
    #expect(throws: problem) { try MailAddress(validating: typed) }
  }
}
