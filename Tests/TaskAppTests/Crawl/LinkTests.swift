import StatePagesTesting
import Testing

@testable import TaskApp

struct LinkTests {
  @Test func `every link leads to an existing page, and to an existing place on it`() async throws {
    let crawler = try await Crawler(RichWorld())
    #expect(crawler.found.count > 20)
    let pages = Dictionary(uniqueKeysWithValues: crawler.found.map { ($0.address, $0.page) })
    for (address, page) in pages {
      for link in page.everything.compactMap({ $0["href"] })
      where link.contains("#") && !Crawler.isEndless(from: address, to: link) {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let target = try #require(parts[0].isEmpty ? page : pages[parts[0]], "\(link) on \(address)")
        #expect(target.element(id: parts[1]) != nil, "\(link) on \(address) leads to no place")
      }
    }
  }

  @Test func `every page is sound: unique ids, labels and descriptions tied to fields, one h1, a skip link`()
    async throws
  {
    for (address, page) in try await Crawler(RichWorld()).found.map({ ($0.address, $0.page) }) {
      let ids = page.everything.compactMap { $0["id"] }
      #expect(Set(ids).count == ids.count, "\(address)")
      for attribute in ["for", "aria-describedby", "aria-labelledby", "form", "popovertarget"] {
        for id in page.everything.compactMap({ $0[attribute] }).flatMap({ $0.split(separator: " ") }) {
          #expect(ids.contains(String(id)), "\(attribute)=\(id) on \(address)")
        }
      }
      #expect(page.all("h1").count == 1, "\(address)")
      #expect(page.first { $0["href"] == "#main" } != nil)
      for button in page.all("button") {
        #expect(!(button["aria-label"] ?? button.text).isEmpty, "a button without a name on \(address)")
      }
      let names = page.all { $0["data-region"] != nil }.compactMap { $0["data-region"] }
      #expect(Set(names).count == names.count, "\(address)")
      for element in page.everything {
        #expect(element.name != "script" && element["style"] == nil, "\(address)")
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(address)")
      }
    }
  }
}
