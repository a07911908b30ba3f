import Foundation
import Tasks
import Testing

struct TableTests {
  @Test func `columns of other tables are read by their names`() throws {
    let file = try importing(
      Array("Due,Title,Owner\r\n2026-07-01,\"Paint, twice\",Jo\n\n,Sweep\n31.12.2026,Rake,\n,,Jo".utf8),
      name: "House.csv")
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint, twice", "Sweep", "Rake"])
    #expect(file.tasks.map { $0[.due] } == ["2026-07-01", "", "2026-12-31"])
    #expect(file.remarked == ["unreadable", "person: Jo"])
  }

  @Test func `lists are told apart by their names, in the order in which they begin`() throws {
    let file = try importing("list,title\nA,1\nB,2\nA,3\n,4")
    #expect(file.lists.map(\.name) == ["A", "B", nil])
    #expect(file.titles == ["1", "3", "2", "4"])
  }

  @Test func `values that are not valid are in the notes or remarked`() throws {
    let file = try importing("title;repeats;priority;time;tags;percent\nPaint;sometimes;blue;late;a b,c;40")
    #expect(file.tasks[0][.notes] == "late\n\nsometimes")
    #expect(file.tasks[0][.tags] == "a-b c")
    #expect(file.tasks[0].percent == 40)
    #expect(file.remarked == ["rule: sometimes", "date: late", "other: priority: blue"])
  }

  @Test func `quotation marks may be missing or followed by text`() throws {
    #expect(try importing("title,notes\n\"a\"b,c").tasks.map { [$0[.title], $0[.notes]] } == [["ab", "c"]])
    #expect(try importing("title,notes\na,\"b\nc,d").tasks.map { [$0[.title], $0[.notes]] } == [["a", "b\nc,d"]])
  }
}
