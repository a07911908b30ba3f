import Foundation
import TaskFormats
import Tasks
import Testing

struct PortableListTests {
  private func list(_ depths: [Int], section: (Int) -> String? = { _ in nil }) -> PortableList {
    let tasks = depths.enumerated().map { index, depth in
      PortableTask(
        uid: "\(index)", draft: TaskDraft(title: "\(index)", notes: "", due: nil, priority: .none), depth: depth,
        section: section(index))
    }
    return PortableList(name: "House", tasks: tasks)
  }

  @Test func `a long list is divided where a task of the top level begins`() {
    #expect(list([0, 1, 2]).divided(atMost: 3).count == 1)
    let parts = list([0, 1, 0, 1, 1, 0, 0]).divided(atMost: 3)
    #expect(parts.map { $0.tasks.map(\.uid) } == [["0", "1"], ["2", "3", "4"], ["5", "6"]])
    #expect(parts.map(\.name) == ["House", "House (2)", "House (3)"])
    let deep = list([0, 1, 2, 3, 4]).divided(atMost: 2)
    #expect(deep.map { $0.tasks.map(\.depth) } == [[0, 1], [0, 1], [0]])
    var long = list([0, 0])
    long.name = String(repeating: "é", count: 200)
    #expect(long.divided(atMost: 1).map { $0.name?.count } == [200, 200])
  }

  @Test func `sections become tags, or stay in the notes`() {
    let file = PortableFile(
      format: .markdown, lists: [list([0, 1, 0]) { ["Front garden", "Front garden", ",;"][$0] }])
    let tagged = file.converting(.tags)
    #expect(tagged.tasks.map { $0[.tags] } == ["Front-garden", "Front-garden", ""])
    #expect(tagged.tasks[2][.notes] == ",;")
    #expect(tagged.remarked == ["tag: ,;"])
    #expect(!tagged.hasSections && file.hasSections)
  }

  @Test func `sections stay, each with its tasks together, and those over the limit become tags`() {
    let one = list([0, 1, 0, 0, 0]) { ["B", nil, nil, "A", "B"][$0] }
    let ordered = PortableFile(format: .markdown, lists: [one]).converting(.sections)
    #expect(ordered.tasks.map(\.uid) == ["2", "0", "1", "4", "3"])
    #expect(ordered.tasks.map(\.section) == [nil, "B", nil, "B", "A"])
    let many = PortableFile(format: .markdown, lists: [list(Array(repeating: 0, count: 52)) { "S\($0)" }])
      .converting(.sections)
    #expect(many.tasks.map(\.uid).prefix(3) == ["50", "51", "0"] && many.lists[0].sections.count == 50)
    #expect(many.tasks.prefix(2).map { $0[.tags] } == ["S50", "S51"])
  }

  @Test(arguments: [(SectionHandling.sections, 3), (.tags, 52), (.lists, 52)])
  func `sections without tasks that do not stay are told`(groups: SectionHandling, lost: Int) {
    var one = list([0]) { _ in "S0" }
    one.headings = (0...52).map { "S\($0)" }
    let converted = PortableFile(format: .markdown, lists: [one]).converting(groups)
    #expect(converted.lists[0].remarks.count(of: .section) == lost)
    #expect(converted.remarked.first == "section: S\(53 - lost)")
  }

  @Test func `sections become lists, which are named after their list if there are several`() {
    let one = list([0, 0, 1, 0]) { [nil, "A", nil, "B"][$0] }
    let divided = PortableFile(format: .markdown, lists: [one]).converting(.lists)
    #expect(divided.lists.map(\.name) == ["House", "A", "B"])
    #expect(divided.lists.map { $0.tasks.map(\.uid) } == [["0"], ["1", "2"], ["3"]])
    let two = PortableFile(format: .markdown, lists: [one, list([0]) { _ in "A" }]).converting(.lists)
    #expect(two.lists.map(\.name) == ["House", "House: A", "House: B", "House: A"])
  }

  @Test func `the lists of a board become tags or lists`() throws {
    let file = try importing(sample("trello.json"))
    let tagged = file.converting(.tags)
    #expect(tagged.tasks[1][.tags] == "To-do")
    #expect(!tagged.hasSections)
    let divided = file.converting(.lists)
    #expect(divided.lists.map(\.name) == ["Old", "To do", "Done"])
    #expect(divided.lists.map(\.tasks.count) == [1, 9, 1])
    #expect(divided.remarked == file.remarked)
  }
}
