import TaskFormats
import Tasks
import Testing

/// Input of any size that is hard for some parser, with texts that a naive one reads in quadratic time, or in much memory.
struct Generator: CustomTestStringConvertible, Sendable {
  let name: String
  /// The file, about as many bytes large as asked for.
  let bytes: @Sendable (Int) -> [UInt8]

  var testDescription: String { name }

  /// The work of the parsers on a file, which takes any, or refuses it.
  static func read(_ bytes: [UInt8]) {
    do {
      _ = try ReadList(reading: bytes, hint: ListHint(name: "todo.txt"), limit: 100_000, now: importDate)
    } catch {
      // Refused, which takes its time, too.
    }
    do {
      _ = try importing(bytes, hasPlainLines: true)
    } catch {
      // Refused.
    }
  }

  private init(_ name: String, _ bytes: @escaping @Sendable (Int) -> [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
  }

  /// A piece that is repeated between a beginning and an end. `#` in the piece is its number.
  private init(
    _ name: String, _ begin: String = "", _ piece: String, _ middle: String = "", _ other: String = "", end: String = ""
  ) {
    let parts = [piece, other].map {
      Array($0.utf8).split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
    }
    self.init(name) { size in
      let count = size / max(1, piece.utf8.count + other.utf8.count)
      var bytes = Array(begin.utf8)
      for (index, part) in parts.enumerated() {
        for number in 0..<count { Self.join(part, String(number), into: &bytes) }
        if index == 0 { bytes += middle.utf8 }
      }
      return bytes + Array(end.utf8)
    }
  }

  private static func calendar(_ name: String, _ begin: String = "", _ piece: String, end: String = "") -> Generator {
    Generator("iCalendar: \(name)", "BEGIN:VCALENDAR\n" + begin, piece, end: end + "END:VCALENDAR\n")
  }

  private static func todo(_ name: String, _ begin: String = "", _ piece: String, end: String = "") -> Generator {
    calendar(
      name, "BEGIN:VTODO\nUID:1\nSUMMARY:a\nDTSTART:20260101T080000\n" + begin, piece, end: end + "\nEND:VTODO\n")
  }

  static let all = markdown + calendars + rest + samples

  private static let samples = Sample.allCases.map { sample in
    let parts = (String(decoding: sample.bytes, as: UTF8.self) + "\n").split(
      separator: "UID:", omittingEmptySubsequences: false)
    let pieces = parts.map { Array($0.utf8)[...] }
    return Generator("\(sample)") { size in
      (0..<(size / 1_024)).reduce(into: []) { Self.join(pieces, "UID:\($1)-", into: &$0) }
    }
  }

  /// Appends the parts as a whole, because a joined sequence takes far longer to go through than the file to read.
  private static func join(_ parts: [ArraySlice<UInt8>], _ separator: String, into bytes: inout [UInt8]) {
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes += Array(separator.utf8) }
      bytes += part
    }
  }

  private static let markdown = [
    Generator("Markdown: bullets in one line", "- [ ] a\n", "- ", end: "x"),
    Generator("Markdown: bullets and boxes in one line", "- [ ] ", "- [ ] "),
    Generator("Markdown: brackets", "- [ ] ", "[", "a", "]("),
    Generator("Markdown: images in images", "- [ ] ", "![", "a", "](b)"),
    Generator("Markdown: links with titles", "- [ ] ", "[a](b \"c 'd (e"),
    Generator("Markdown: destinations in brackets", "- [ ] ", "[a](<b"),
    Generator("Markdown: links", "- [ ] ", "[a](https://a.example/#)"),
    Generator("Markdown: wiki links", "- [ ] ", "[[a|"),
    Generator("Markdown: emphasis", "- [ ] ", "*a **b _c __d ~~e ==f "),
    Generator("Markdown: closed emphasis", "- [ ] ", "*a", "", "b*"),
    Generator("Markdown: tags and entities", "- [ ] ", "<a &#x12; &amp <b:"),
    Generator("Markdown: escapes", "- [ ] ", "\\"),
    Generator("Markdown: quotes", "", ">", end: "- [ ] a"),
    Generator("Markdown: quotes of growing depth", "- [ ] a\n", "> > a\n>> b\n"),
    Generator("Markdown: references", "- [ ] [a]", "[r#]: b\n- [ ] [r#] [r#][r#]\n"),
    Generator("Markdown: headings", "- [ ] a\n", "# # # #\n#######\n===\n---\n"),
    Generator("Markdown: HTML", "- [ ] a\n", "<!-- <div> <script>\n"),
    Generator("Markdown: long paragraphs", "- [ ] a\n\n", "a\nb\n"),
    Generator("Markdown: notes of a task", "- [ ] a\n\n", "  a\n"),
    Generator("Markdown: fences", "- [ ] a\n", "```\n~~~\n"),
    Generator(
      "Markdown: open lists", (0..<64).map { String(repeating: " ", count: 2 * $0) + "- [ ] a\n" }.joined(), "a\n"),
    Generator("Markdown: front matter", "---\n", "a: b\n", end: "---\n- [ ] a\n"),
    Generator("Markdown: backticks of growing length") { size in
      var bytes = Array("- [ ] ".utf8)
      var length = 1
      while bytes.count < size {
        bytes += Array(repeating: UInt8(ascii: "`"), count: length) + [UInt8(ascii: "a")]
        length += 1
      }
      return bytes
    },
    Generator("Markdown: spaces", "- [ ] a", " "),
  ]

  private static let calendars = [
    calendar(
      "rules for many times", "",
      "BEGIN:VTODO\nSUMMARY:a\nDTSTART:20260101T080000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3,4;BYMINUTE=1,2,3;BYSECOND=1,2\nEND:VTODO\n"
    ),
    todo("a rule with long lists", "RRULE:FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2;BYHOUR=", "1,2,3,4,5,6,"),
    todo("many rules", "", "RRULE:FREQ=DAILY;BYHOUR=1,2;BYMINUTE=3,4\n"),
    todo("dates", "RDATE:", "20260101T080000,"),
    todo("lines of dates", "", "RDATE:20260101T080000\nEXDATE:20260102T080000\n"),
    todo("zones of dates", "", "RDATE;TZID=Zone#:20260101T080000,1:2,3:4\n"),
    calendar(
      "instances for all later ones",
      "BEGIN:VTODO\nUID:1\nSUMMARY:a\nDTSTART:20260101\nRDATE:" + String(repeating: "20260101,", count: 2_000)
        + "\nEND:VTODO\n",
      "BEGIN:VTODO\nUID:1\nSTATUS:COMPLETED\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260101T000000\nRDATE:20270101,20280101,20290101\nEND:VTODO\n"
    ),
    todo("tags", "CATEGORIES:", "a#,"),
    todo("equal tags", "CATEGORIES:", "a,"),
    todo("values without a place", "", "GEO:1\n"),
    todo("relations", "", "RELATED-TO;RELTYPE=CHILD:#\n"),
    todo("parameters", "X-A", ";B=c;\"D;=e"),
    todo("escapes", "DESCRIPTION:", "\\n\\,\\"),
    todo("folded lines", "DESCRIPTION:", "a\n "),
    todo("alarms", "", "BEGIN:VALARM\nEND:VALARM\n"),
    calendar(
      "named calendars", "END:VCALENDAR\n", "BEGIN:VCALENDAR\nNAME:a#\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR\n",
      end: "BEGIN:VCALENDAR\n"),
    calendar("unknown components", "", "BEGIN:X#\nEND:Y\n"),
    calendar("to-dos without an end", "", "BEGIN:VTODO\nUID:#\n"),
    calendar(
      "a chain of parents", "",
      "BEGIN:VTODO\nUID:a#\nRELATED-TO:a#a\nEND:VTODO\nBEGIN:VTODO\nUID:a#a\nRELATED-TO:a#\nEND:VTODO\n"),
    calendar("one parent of all", "BEGIN:VTODO\nUID:1\nEND:VTODO\n", "BEGIN:VTODO\nUID:#-\nRELATED-TO:1\nEND:VTODO\n"),
    calendar("equal identifiers", "", "BEGIN:VTODO\nUID:1\nSUMMARY:a\nEND:VTODO\n"),
    calendar(
      "zones", "",
      "BEGIN:VTIMEZONE\nTZID:#\nBEGIN:STANDARD\nTZOFFSETTO:+0100\nDTSTART:19700101T000000\nRRULE:FREQ=YEARLY;BYHOUR=1,2,3,4,5,6\nEND:STANDARD\nEND:VTIMEZONE\n"
    ),
    calendar(
      "transitions of a zone", "BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nTZOFFSETTO:+0100\nDTSTART:19700101T000000\n",
      "RDATE:19700101T000000\n",
      end: "END:STANDARD\nEND:VTIMEZONE\nBEGIN:VTODO\nDUE;TZID=Z:20260101T000000\nEND:VTODO\n"),
  ]

  private static let rest = [
    Generator("todo.txt: tags", "(A) ", "+a# @b# "),
    Generator("todo.txt: keys", "(A) a ", "due:2026-01-01 rec:1d "),
    Generator("todo.txt: lines", "", "x 2026-01-01 2026-01-01 a +b\n"),
    Generator("plain lines", "", "a\n"),
    Generator("plain lines of growing depth") { size in
      Array(
        (0..<max(1, Int(Double(size * 2).squareRoot()))).flatMap {
          Array(repeating: UInt8(ascii: " "), count: $0) + Array("a\n".utf8)
        })
    },
    Generator("CSV: quotes", "title,notes\n", "\"a\"\"b\"\n"),
    Generator("CSV: an open quote", "title,notes\n\"", "a,\n"),
    Generator("CSV: columns", "title", ",a#", "\n", "a,"),
    Generator("CSV: tags", "title,tags\n", "a,\"b# c# d\"\n"),
    Generator("Todoist: marks", "TYPE,CONTENT,PRIORITY,INDENT\n", "task,[a](b @c @d @e @f,4,1\n"),
    Generator("Todoist: one line", "TYPE,CONTENT,PRIORITY,INDENT\ntask,", "@a @b [c](", end: ",4,1\n"),
    Generator("JSON: empty objects", "[", "{},", end: "{}]"),
    Generator("JSON: brackets", "", "["),
    Generator("JSON: escapes", "[\"", "\\u00e4\\n\\\"", end: "\"]"),
    Generator("JSON: numbers", "[", "1e9,-0.5,", end: "0]"),
    Generator(
      "own export: tasks", #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":["#,
      ##"{"title":"#","uid":"#","parent":"1"},"##, end: "{}]}]}"),
    Generator(
      "own export: lists", #"{"format":"fourfold","version":1,"lists":["#, #"{"name":"a","tasks":[]},"#, end: "{}]}"),
    Generator(
      "own export: a long title", #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":""#, "a",
      end: "\"}]}]}"),
    Generator(
      "own export: members", #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"a""#,
      ",\"k#\":1", end: "}]}]}"),
    Generator(
      "Trello: cards", #"{"name":"a","lists":[{"id":"1"}],"cards":["#, #"{"name":"a","pos":1,"idList":"1"},"#,
      end: "{}]}"),
    Generator(
      "Trello: comments", #"{"name":"a","lists":[],"cards":[{"id":"1"}],"actions":["#,
      #"{"type":"commentCard","data":{"text":"a","card":{"id":"1"}}},"#, end: "{}]}"),
    Generator(
      "Microsoft To Do: lists", "[", #"{"displayName":"a","tasks":[]},"#, end: #"{"displayName":"a","tasks":[]}]"#),
    Generator(
      "Google Tasks: positions", ##"{"kind":"tasks#taskList","items":["##, #"{"title":"a","position":"1"},"#,
      end: #"{"title":"a","position":"1"}]}"#),
    Generator(
      "Vikunja: projects in projects", #"[{"title":"a","identifier":"","child_projects":["#,
      #"{"title":"a","tasks":[]},"#, end: "{}]}]"),
    Generator(
      "Vikunja: HTML", #"[{"title":"a","identifier":"","tasks":[{"title":"a","description":""#,
      "<a href=http:a><li>&amp;<", end: "\"}]}]"),
    Generator(
      "Tasks.org: places", #"{"data":{"tasks":["#, #"{"task":{"title":"a"},"caldavTasks":[{"calendar":"1"}]},"#,
      end: #"{"task":{}}]}}"#),
    Generator("UTF-16") { [0xFF, 0xFE] + (0..<($0 / 4)).flatMap { _ in [UInt8(ascii: "a"), 0, 10, 0] } },
    Generator("invalid UTF-8") { (0..<($0 / 4)).flatMap { _ in [0xC3, 0xFF, 0xE2, 10] } },
    Generator("an endless grapheme cluster", "(A) e", "\u{301}"),
    Generator("zip: files") { size in
      ZipFile.bytes((0..<min(size / 120, 2_000)).map { .init(name: "\($0).txt", content: Array("(A) a".utf8)) })
    },
    Generator("zip: marks of an end", "PK\u{3}\u{4}", "PK\u{5}\u{6}"),
  ]
}
