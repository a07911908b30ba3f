// The code of the guide "Testing pages", unchanged.

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StatePages
import StatePagesTesting
import StateViews

func problems(of templates: Templates) throws -> [String] {
  try StoryCheck(screens: [BooksScreen.self, ProblemScreen.self], gates: [CardGate.self], for: look())
    .problems(in: templates)
}

func states(of response: Response) async throws -> [String: String] {
  try await HTMLReader.page(response.html()).states
}

func streamedBooks(_ pages: Pages, to request: PageRequest) async throws -> [String] {
  let held = HeldContent<[Book]>()
  let visit = StreamedVisit {
    await pages.response(to: request) {
      Page(PageLayout(title: "Your books"), stylesheet: "/style.css", for: look(), cacheKey: nil) {
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

func pastTheGrace<Content>(_ held: HeldContent<Content>, _ clock: ManualClock) async {
  await held.begun.reaches(1)
  await clock.waitForSleepers(3)
  clock.advance(by: .milliseconds(200))
}

func sendForm(_ body: String, to path: String, _ client: any TestClientProtocol) async throws -> TestResponse {
  var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
  if let site = HTTPField.Name("Sec-Fetch-Site") { headers[site] = "same-origin" }
  return try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
}
