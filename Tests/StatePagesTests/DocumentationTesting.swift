// The code of the guide "Testing pages", unchanged.

import Hummingbird
import HummingbirdTesting
import NIOCore
import StatePages
import StatePagesTesting
import StateViews

func problems(of templates: Templates) throws -> [String] {
  try StoryCheck(screens: [BooksScreen.self, ProblemScreen.self], gates: [CardGate.self], for: Look())
    .problems(in: templates)
}

func states(of response: Response) async throws -> [String: String] {
  try await HTMLReader.page(response.html()).states
}

func streamedBooks(_ pages: Pages, to request: PageRequest) async throws -> [String] {
  let held = HeldContent<[Book]>()
  let visit = StreamedVisit {
    await pages.response(to: request) {
      Page(PageLayout(title: "Your books")) {
        Region<BooksScreen>("books", held)
      }
    }
  }
  guard await visit.shows("data-placeholder-for=\"books\"") else { return [] }
  held.progress("asking")
  held.end(.success(.content([Book(title: "Emma", dueBack: 0)])))
  let html = try await visit.end().html
  return try HTMLReader.page(html).region("books")?.all("li").map(\.text) ?? []
}

func book(_ seats: String, _ client: any TestClientProtocol) async throws -> TestResponse {
  let shown = try await client.executeRequest(uri: "/bookings", method: .get, headers: [:], body: nil)
  let form = try HTMLReader.page(String(buffer: shown.body)).form("booking").filled(["name": "Ann", "seats": seats])
  return try await client.submit(form)
}

func booking(_ client: any TestClientProtocol) async throws -> [MuseumFlow.Event] {
  try await MuseumFlow.events { _ = try await book("2", client) }.map(\.event)
}
