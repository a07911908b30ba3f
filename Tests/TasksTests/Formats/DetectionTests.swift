import Tasks
import Testing

struct DetectionTests {
  @Test func `an empty file is not a list, because that is mostly a mistake`() {
    #expect(throws: UnreadableList.emptyFile) { try read("") }
    #expect(throws: UnreadableList.emptyFile) { try read("", name: "tasks.ics", type: "text/calendar") }
    #expect(throws: UnreadableList.emptyFile) { try read("", name: "tasks", type: "text/plain") }
  }

  @Test(arguments: ["todo.txt", "Done.TXT", "todo", "home.todo"])
  func `a todo.txt may be empty, because completed tasks are moved to another file`(name: String) throws {
    #expect(try read("", name: name) == ReadList(format: .todoTxt, title: nil, tasks: []))
  }

  @Test(arguments: [" ", " \n\t\r\n", "\u{FEFF}", "\u{FEFF}\n"])
  func `blank text is a list without tasks`(text: String) throws {
    #expect(try read(text, name: "a.ics", type: "text/calendar") == ReadList(format: .todoTxt, title: nil, tasks: []))
  }

  @Test(arguments: [
    "<!DOCTYPE html><p>Sign in", "\n <html lang=\"en\">", "<?xml version=\"1.0\"?><html xmlns=\"…\">",
    "<!-- a --><!doctype HTML>",
  ])
  func `web pages are recognized`(text: String) {
    #expect(throws: UnreadableList.webPage) { try read(text, name: "todo.txt", type: "text/plain") }
  }

  @Test(arguments: [
    "{}", "[]", "[\"a\", \"b\"]", "[{\"title\": \"a\"}]",
    "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}",
    "[1, 2]", "[[1, 2]]", "{\"format\": \"other\", \"version\": 1}", "{\"a\": ", "{\"a\": 1e99999}\n{\"b\": 2}",
    "{\"format\": 7}",
  ])
  func `other JSON is recognized`(text: String) {
    #expect(throws: UnreadableList.otherJSON) { try read(text, name: "todo.txt") }
  }

  @Test(arguments: [
    #"{"format":"fourfold","version":2,"lists":[]}"#, #"{"format":"fourfold","version":1}"#,
    #"{"format":"fourfold","version":"1","lists":[]}"#, #"{"format":"fourfold","version":1,"lists":{}}"#,
    #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":["#, #"{"format":"fourfold","lists":[]}"#,
    #"{"format":"fourfold","version":99999999999999999999999,"lists":[]}"#,
  ])
  func `an export that cannot be parsed is broken`(text: String) {
    #expect(throws: UnreadableList.broken) { try read(text) }
  }

  @Test func `items of an export may be broken without affecting the others`() throws {
    let list = try read(
      #"{"format":"fourfold","version":1,"lists":[7,{"name":"a","tasks":[[],{"title":" \u0000\t"},{"title":"b\nc","due":"never"},{"title":" d ","notes":"\r\n"}]}]}"#
    )
    #expect(list.titles == ["b c", "d"])
    #expect(list.skipped == 3)
    #expect(list.tasks.first?.notes == "")
  }

  @Test(
    arguments: [
      ("Milk\nBread", "todo.txt", nil), ("Milk\nBread", nil, "text/plain"), ("Milk\nBread", "todo", nil),
      ("(A) Milk", nil, nil), ("x 2026-01-01 Milk", nil, nil), ("a\nb\nc\nMilk @shop", nil, nil),
      ("[ ] Milk", "a.txt", nil), ("(A) Milk", "raw", "text/html"), ("Milk", "todo", "text/html"),
      ("x 2026-01-01 Milk", nil, "application/json"), ("(A) Milk", nil, "text/calendar"),
    ] as [(String, String?, String?)])
  func `plain lines are todo.txt by their marks or by a hint`(text: String, name: String?, type: String?) throws {
    #expect(try read(text, name: name, type: type).format == .todoTxt)
  }

  @Test(
    arguments: [
      ("Milk\nBread", nil, nil, UnreadableList.unknown), ("# Read me", "README.md", "text/plain", .unknown),
      ("Milk", "a.ics", nil, .broken), ("Milk", nil, "text/calendar", .broken), ("Milk", "a.json", nil, .otherJSON),
      ("Milk", nil, "text/html", .webPage), ("%PDF-1.7", "todo.txt", nil, .unknown), ("<rss>", nil, nil, .unknown),
      ("a\nb\nc\nd\ne\nwrite to @jo", nil, nil, .unknown),
    ] as [(String, String?, String?, UnreadableList)])
  func `other text is refused`(text: String, name: String?, type: String?, error: UnreadableList) {
    #expect(throws: error) { try read(text, name: name, type: type) }
  }

  @Test(
    arguments: [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3],
      [0, 0, 0], Array("M\0i\0l\0k\0".utf8), [0x81, 0x8D, 0x8F],
    ] as [[UInt8]])
  func `bytes that are not text are refused`(bytes: [UInt8]) {
    #expect(throws: UnreadableList.notText) { try ReadList(reading: bytes, hint: ListHint(name: "todo.txt")) }
  }

  @Test func `the limit applies, and progress is reported`() throws {
    let text = (0..<250).map { "(A) task \($0)\n" }.joined()
    var told: [Int] = []
    let list = try ReadList(reading: Array(text.utf8), limit: 250) { told.append($0) }
    #expect(list.tasks.count == 250)
    #expect(told == [100, 200])
    for text in [text, text.replacing("(A)", with: "- [ ]")] {
      #expect(throws: UnreadableList.tooManyTasks) { try ReadList(reading: Array(text.utf8), limit: 249) }
    }
  }

  @Test func `titles are made valid and cut between characters`() throws {
    let family = "👩‍👩‍👧‍👦"
    let list = try read(
      "(A) " + String(repeating: family, count: 600) + "\n(B) \u{200B}\n(C)  a\tb \u{3000}\n", name: "todo.txt")
    #expect(list.titles == [String(repeating: family, count: 81) + "…", "a b"])
    #expect(list.skipped == 1)
    let exact = String(repeating: "é", count: 500)
    #expect(try read("- [ ] \(exact)\n- [ ] \(exact)é").titles == [exact, String(repeating: "é", count: 499) + "…"])
  }
}

struct ListHintTests {
  @Test(
    arguments: [
      (nil, nil, nil), ("", nil, nil), ("text/Plain", "text/plain", nil),
      ("text/plain; charset=ISO-8859-1", "text/plain", "ISO-8859-1"),
      ("Text/HTML ;Charset=\"utf-8\" ; x=\"a;charset=b\"", "text/html", "utf-8"),
      ("text/calendar;method=PUBLISH;charset= koi8-r;charset=utf-8", "text/calendar", "koi8-r"),
      ("text/plain; charset", "text/plain", nil), ("text/plain; charset=", "text/plain", nil),
      ("text/plain;;; =a; charset=\"a\\\"b", "text/plain", "a\"b"),
    ] as [(String?, String?, String?)])
  func `a content type has the media type and the encoding`(value: String?, type: String?, charset: String?) {
    let hint = ListHint(name: "a", contentType: value, contentDisposition: nil)
    #expect(hint == ListHint(name: "a", mediaType: type, charset: charset))
  }

  @Test(
    arguments: [
      (nil, "a"), ("attachment", "a"), ("attachment; filename=todo.txt", "todo.txt"),
      ("attachment; FileName=\"to do.txt\"", "to do.txt"), ("inline; filename=\"..\\\\up/todo.txt\"", "todo.txt"),
      ("attachment; filename=\"x.html\"; filename*=UTF-8''k%C3%A4se.txt", "käse.txt"),
      ("attachment; filename*=broken; filename=b.txt", "b.txt"), ("attachment; filename=\"\"", "a"),
      ("attachment; filename=\"a;b=c.txt\"; x=y", "a;b=c.txt"),
    ] as [(String?, String)])
  func `a content disposition has the file name`(value: String?, name: String) {
    #expect(ListHint(name: "a", contentType: nil, contentDisposition: value).name == name)
  }

  @Test func `the file name of a download precedes that of its address`() throws {
    let hint = ListHint(
      name: "download.php", contentType: "text/html", contentDisposition: "attachment; filename=todo.txt")
    #expect(try ReadList(reading: Array("Milk".utf8), hint: hint).titles == ["Milk"])
  }
}
