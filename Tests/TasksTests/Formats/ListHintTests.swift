import Tasks
import Testing

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
