// The code of the guide "Testing pages", unchanged.

import Hummingbird
import StatePages
import StatePagesTesting
import StateViews

func problems(of templates: Templates) throws -> [String] {
  try StoryCheck(for: Look()).problems(in: templates)
}

func streamedBooks(_ router: Router<PageRequestContext>, _ held: HeldContent<[Book]>) async throws -> [String] {
  let visit = TestBrowser(router).navigate(to: "/books")
  guard await visit.shows("data-placeholder-for=\"books\"") else { return [] }
  held.progress("asking")
  held.end(.success(.content([Book(title: "Emma", dueBack: 0)])))
  let html = try await visit.end().html
  return try HTMLReader.page(html).region("books")?.all("li").map(\.text) ?? []
}

func book(_ seats: String, in browser: TestBrowser) async throws -> TestBrowser.Answer {
  let page = try await browser.open("/bookings").html
  return try await browser.submit(page.form("booking").filled(["name": "Ann", "seats": seats]))
}

func booking(in browser: TestBrowser) async throws -> [MuseumFlow.Event] {
  try await MuseumFlow.events { _ = try await book("2", in: browser) }.map(\.event)
}
