import Testing

@testable import TaskApp

struct ContentDispositionTests {
  @Test(arguments: [
    ("House", "attachment; filename=\"House.csv\""),
    ("Küche", "attachment; filename=\"K_che.csv\"; filename*=UTF-8''K%C3%BCche.csv"),
    ("a/b\\c:d*e?f\"g<h>i|j%k", "attachment; filename=\"a_b_c_d_e_f_g_h_i_j_k.csv\""),
    ("..", "attachment; filename=\"list.csv\""),
    (".hidden. ", "attachment; filename=\"hidden.csv\""),
    ("", "attachment; filename=\"list.csv\""),
    ("a\r\nSet-Cookie: b", "attachment; filename=\"a_Set-Cookie_ b.csv\""),
    ("x\u{202E}cod", "attachment; filename=\"x_cod.csv\""),
    ("日本", "attachment; filename=\"__.csv\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.csv"),
    ("a'b (1)", "attachment; filename=\"a'b (1).csv\""),
  ])
  func `a name is safe to save under, in ASCII and in UTF-8`(name: String, field: String) {
    #expect(ContentDisposition(name: name, suffix: ".csv").field == field)
  }

  @Test func `a long name is cut between characters, and keeps its ending`() {
    let file = ContentDisposition(name: String(repeating: "👩‍🌾", count: 50), suffix: "-2026-11-24.json").fileName
    #expect(file.utf8.count <= 120 && file.utf8.count > 100)
    #expect(file.hasSuffix("👩‍🌾-2026-11-24.json"))
  }
}
