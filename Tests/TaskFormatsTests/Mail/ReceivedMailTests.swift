import Foundation
import TestSupport
import Testing

@testable import TaskFormats
@testable import Tasks

struct ReceivedMailTests {
  private func mail(_ lines: String...) throws -> ReceivedMail { try read(lines.joined(separator: "\r\n")) }

  private func read(_ text: String) throws -> ReceivedMail { try #require(ReceivedMail(Array(text.utf8))) }

  @Test func `a plain mail has a title and notes`() throws {
    let mail = try mail(
      "From: Ann <ann@example.org>", "Subject: Call the", "  plumber tomorrow", "Message-ID: <1@example.org>", "",
      "He is late.", "", "Ann", "")
    #expect(mail.title == "Call the plumber tomorrow")
    #expect(mail.text == "He is late.\n\nAnn")
    #expect(mail.attachments.isEmpty && mail.attachmentCount == 0 && !mail.isAutomatic)
    #expect(mail.identity == Array("id <1@example.org>".utf8))
  }

  @Test(arguments: [
    ("=?utf-8?Q?Caf=C3=A9_um_drei?=", "Café um drei"), ("=?UTF-8?B?w4RwZmVs?=", "Äpfel"),
    ("=?iso-8859-1?q?=E4?= =?iso-8859-1?q?=F6?=", "äö"), ("=?utf-8?Q?=C3?=\r\n =?utf-8?Q?=A4?=", "ä"),
    ("a =?utf-8?Q?b?= c", "a b c"), ("=?utf-8?Q?a?= =?iso-8859-1?Q?b?= c", "ab c"), ("=?utf-8*de?Q?a?=", "a"),
    ("=?iso-2022-jp?B?GyRCJCIbKEI=?=", "あ"), ("=?windows-1251?Q?=C4=E0?=", "Да"), ("=?x?Y?z?=", "=?x?Y?z?="),
    ("=?utf-8?Q?a", "=?utf-8?Q?a"), ("=?koi8-r?B?5ME=?=", "Да"), ("(=?utf-8?Q?a?=)", "(a)"),
  ])
  func `encoded words are read`(subject: String, title: String) throws {
    #expect(try mail("Subject: \(subject)", "", "").title == title)
  }

  @Test func `raw bytes of a subject are text`() {
    #expect(ReceivedMail(Array("Subject: Caf".utf8) + [0xE9] + Array("\n\n".utf8))?.title == "Café")
    #expect(ReceivedMail(Array("Subject: Café\n\n".utf8))?.title == "Café")
  }

  @Test func `a text is decoded as its header says`() throws {
    #expect(
      try mail(
        "Subject: a", "Content-Type: text/plain; charset=ISO-8859-15", "Content-Transfer-Encoding: quoted-printable",
        "", "3 =A4 f=FCr=20", "alles, =", "und mehr =XY=", ""
      ).text == "3 € für \nalles, und mehr =XY")
    #expect(
      try mail(
        "Subject: a", "Content-Type: text/plain; charset=\"utf-8\"", "Content-Transfer-Encoding: BASE64", "",
        "w4Rw", "ZmVs", ""
      ).text == "Äpfel")
    #expect(
      try mail(
        "Subject: a", "Content-Type: text/plain; format=flowed; delsp=yes", "", "one ", "line", "> a ", "> b", "next",
        ""
      ).text == "oneline\n> ab\nnext")
  }

  @Test func `of several forms of one text the plain one is read`() throws {
    let mail = try mail(
      "Subject: a", "Content-Type: multipart/mixed; boundary=\"out er\"", "", "preamble", "--out er",
      "Content-Type: multipart/alternative; boundary=in", "", "--in", "", "Plain text", "--in",
      "Content-Type: text/html", "", "<p>Marked text</p>", "--in--", "epilogue", "--out er",
      "Content-Type: application/pdf; name=\"=?utf-8?Q?Z=C3=A4hler=2Epdf?=\"", "Content-Disposition: attachment", "",
      "JVBERi0=", "--out er", "Content-Type: image/png",
      "Content-Disposition: attachment; filename*0*=utf-8''Caf%C3%A9; filename*1=\".png\"", "", "x", "--out er",
      "Content-Type: text/plain; name=log.txt", "Content-Disposition: attachment", "", "not this", "--out er",
      "Content-Type: application/pgp-signature; name=signature.asc", "", "x", "--out er--", "")
    #expect(mail.text == "Plain text")
    #expect(mail.attachments == ["Zähler.pdf", "Café.png", "log.txt"])
  }

  @Test func `HTML alone is read as text`() throws {
    let mail = try mail(
      "Subject: a", "Content-Type: text/html; charset=utf-8", "", "<html><head><title>No</title>",
      "<style>p { color: red }</style><!-- <p>No</p> --></head>", "<body><p>One <b>two</b>&amp;</p>", "",
      "<table><tr><td>a</td><td>b</td></tr></table><script>no()</script>",
      "<a href=\"https://a.example/\">link</a></body></html>")
    #expect(mail.text == "One two&\n\na b\nlink (https://a.example/)")
  }

  @Test func `a part that is empty leaves the word to the other form`() throws {
    let mail = try mail(
      "Subject: a", "Content-Type: multipart/alternative; boundary=in", "", "--in", "", " ", "--in",
      "Content-Type: text/html", "", "<p>Marked</p>", "--in--")
    #expect(mail.text == "Marked")
  }

  @Test func `without a subject the first line is the title`() throws {
    #expect(try mail("From: a@b.example", "", "", "First", "Second").title == "First")
    #expect(try mail("From: a@b.example", "", "").title == nil)
    let long = try mail("Subject: \(String(repeating: "word ", count: 300))", "", "Text")
    #expect(try #require(long.title).count <= Limits.titleCharacters)
    #expect(long.text.hasPrefix("…") && long.text.hasSuffix("Text"))
  }

  @Test(arguments: [
    "Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated; x=y", "Precedence: bulk", "Precedence: Junk",
    "Precedence: list", "X-Autoreply: yes", "Return-Path: <>",
    "Content-Type: multipart/report; report-type=delivery-status",
  ])
  func `mails of programs are known`(line: String) throws {
    #expect(try mail("Subject: a", line, "", "b").isAutomatic)
    #expect(try !mail("Subject: a", "Auto-Submitted: no", "Return-Path: <a@b.example>", "", line).isAutomatic)
  }

  @Test func `the addresses of a mail are read, the surest first`() throws {
    let mail = try mail(
      "To: \"List, my\" <Box@a.example>, b@a.example", "Delivered-To: inner@a.example", "Delivered-To: outer@a.example",
      "X-Original-To: inbox+abc@a.example", "", "")
    #expect(
      mail.recipients == [
        "inbox+abc@a.example", "inner@a.example", "outer@a.example", "box@a.example", "b@a.example",
      ])
  }

  @Test func `what is no mail is none`() {
    for text in ["", "\n", "Hello", "a: b\n\nSubject: c", "\0\0\0", "From \n\nSubject: a"] {
      #expect(ReceivedMail(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(ReceivedMail(Array("From ann Mon Jan\nSubject: a\n\nb".utf8))?.text == "b")
  }

  @Test func `copies have one identity, and other mails another`() throws {
    let first = try mail("Subject: a", "Date: x", "", "b")
    #expect(try first.identity == mail("Received: y", "Date: x", "Subject: a", "", "b").identity)
    #expect(try first.identity != mail("Subject: a", "Date: x", "", "c").identity)
    #expect(try mail("Message-ID: <1@a>", "", "b").identity == mail("Message-ID: <1@a>", "", "c").identity)
  }
}

/// Broken and endless mails. Serialized and yielding, like ``FuzzTests``.
@Suite(.serialized) struct MailFuzzTests {
  private static let words = [
    "--in", "--in--", "\r\n", "\r\n\r\n", "\n", "=", "=3D", "=\n", "=?utf-8?Q?", "?=", "=?utf-8?B?", "Subject: ",
    "Content-Type: multipart/mixed; boundary=in\n\n", "boundary=", "Content-Transfer-Encoding: base64\n", "\"", ";",
    "\\",
    "filename*0*=utf-8''%", "charset=utf-16\n", "charset=iso-2022-jp\n", "<style>", "<!--", "<", "&", "\0", "\u{FF}",
    " ", "\t", "format=flowed\n", "> ",
  ]
  private static let corpus = [
    """
    From: a@b.example\r\nSubject: =?utf-8?Q?a=C3=A4?= b\r\nTo: <c@d.example>\r\nContent-Type: multipart/mixed; boundary=in\r
    \r\n--in\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nText =C3=A4\r
    --in\r\nContent-Type: text/html\r\n\r\n<p>Text</p>\r\n--in\r\nContent-Disposition: attachment; filename=\"a.pdf\"\r
    Content-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--in--\r\n
    """,
    "Subject: a\nContent-Type: text/html\n\n<html><style>a</style><p>b &amp; c</p></html>",
  ].map { Array($0.utf8) }

  @Test func `any input is a mail within its limits, or none`() async {
    var mutations = Mutations(of: Self.corpus, words: Self.words, seed: 58)
    for run in 0..<Mutations.count(3_000) {
      let bytes = mutations.next(at: 20)
      if let mail = ReceivedMail(bytes) {
        let title = mail.title ?? "a"
        let isValid =
          (try? TaskDraft(validating: TaskInput(title: title, notes: mail.text))) != nil
          && mail.attachments.count <= ReceivedMail.mostNames
        if !isValid { Issue.record("run \(run): \(Data(bytes).base64EncodedString())") }
      }
      if run.isMultiple(of: 50) { await Task.yield() }
    }
  }

  @Test(
    arguments: words + [
      "--in\n", "--in\nContent-Type: multipart/mixed; boundary=in\n\n", "--in\n\n", "=?utf-8?Q?a?= ", "a: b\n", " a\n",
      "; a=b", "<td>", "<a href=\"http://a\">", "To: a@b.example\n", "--", "=?", "x@y,",
    ])
  func `any large mail takes no longer than its bytes`(piece: String) async {
    let piece = Array(piece.utf8)
    let flood = Array(repeatElement(piece, count: (256 << 10) / piece.count).joined())
    let starts = [
      "Subject: a\n", "Subject: ", "Subject: a\nContent-Type: multipart/mixed; boundary=in\n\n",
      "Subject: a\nContent-Type: text/html\n\n", "Subject: a\nContent-Type: text/plain; charset=utf-8; a=\"",
      "Subject: a\nContent-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; format=flowed\n\n",
    ]
    for start in starts {
      let time = threadTime { _ = ReceivedMail(Array(start.utf8) + flood) }
      #expect(time < .seconds(2), "\(start)")
      await Task.yield()
    }
  }

  @Test func `parts, names and depth have bounds`() throws {
    let head = "Subject: a\nContent-Type: multipart/mixed; boundary=in\n\n"
    let part = "--in\nContent-Disposition: attachment; filename=a.pdf\n\nx\n"
    let mail = try #require(ReceivedMail(Array((head + String(repeating: part, count: 5_000)).utf8)))
    #expect(mail.attachments.count == ReceivedMail.mostNames && mail.attachmentCount == 5_000)
    var deep = "Subject: a\n"
    for level in 0..<1_000 { deep += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n" }
    #expect(ReceivedMail(Array("\(deep)\nText".utf8)) != nil)
  }
}
