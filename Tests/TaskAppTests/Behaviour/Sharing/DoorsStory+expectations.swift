import HTTPTypes
import Tasks
import Testing

@testable import TaskApp

extension DoorsStory {
  /// A page by link holds while the account that made it is an owner.
  func holds(_ link: Link) -> Bool { !link.isEnded && roles[link.list][link.giver] == .owner }

  /// A phone finds the lists of its account, and of one of them each task as it is; nothing of another.
  func expectPhone(of actor: Int, in list: Int) async throws {
    let home = try await phones[actor].resources(
      "PROPFIND", phones[actor].home, depth: "1", DavClient.propfind("d:displayname"))
    for (place, id) in lists.enumerated() {
      #expect((home["\(phones[actor].home)\(id)/"] != nil) == (roles[place][actor] != nil))
    }
    let query = DavClient.report("c:calendar-query", "")
    let answer = try await phones[actor].send("REPORT", address(actor, list), ["Depth": "1"], query)
    guard roles[list][actor] != nil else {
      #expect(answer.status == .notFound)
      return
    }
    let found = try DavClient.resources(answer)
    for item in items[list] {
      #expect((found[address(actor, list, item.uid)] != nil) == item.isThere, "\(item) \(told[item.uid] ?? [])")
    }
    #expect(found.count == items[list].count(where: \.isThere))
    for item in items[list] where item.isThere {
      let text = found[address(actor, list, item.uid)]?.data ?? ""
      #expect(text.contains("SUMMARY:\(item.title)\r\n") || text.contains("SUMMARY:\(item.title)\n"), "\(item) \(text)")
      #expect(text.contains("STATUS:COMPLETED") == item.isDone, "\(item) \(text)")
    }
  }

  func expectLink(_ number: Int) async throws {
    guard !links.isEmpty else { return }
    let link = links[number % links.count]
    let answer = try await world.showing(nil).get("/p/\(link.secret)")
    #expect(answer.status == (holds(link) ? .ok : .notFound))
    for (list, items) in items.enumerated() {
      for item in items {
        let isShown = holds(link) && list == link.list && item.isThere
        // Of the completed tasks it shows the last ones.
        if !item.isDone || !isShown { #expect(answer.body.contains(item.title) == isShown, "\(item)") }
      }
    }
    for name in Self.names { #expect(!answer.body.contains(name)) }
  }

  func expectPage(of actor: Int, in list: Int) async throws {
    var answer = try await browsers[actor].get("/lists/\(lists[list])")
    // The first page after a deletion by a phone leads to its notice.
    if answer.status == .seeOther { answer = try await browsers[actor].follow(answer) }
    #expect(answer.status == (roles[list][actor] == nil ? .notFound : .ok))
    for (place, items) in items.enumerated() where place != list || roles[list][actor] == nil {
      for item in items { #expect(!answer.body.contains(item.title), "\(item)") }
    }
    guard roles[list][actor] != nil else { return }
    for item in items[list] where item.isThere && !item.isDone { #expect(answer.body.contains(item.title), "\(item)") }
  }
}
