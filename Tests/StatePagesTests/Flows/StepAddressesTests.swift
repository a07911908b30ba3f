import StateViews
import Testing

@testable import StatePages

struct StepAddressesTests {
  enum Place: Hashable, Sendable { case form, row(Int) }

  enum Step: Hashable, Sendable {
    case shelf(page: Int, sorting: Bool, at: Place? = nil)
    case book(Int)
    case pages(from: Int)
    case authors(String?)
    case chapter(Int, String)
    case verse(Int, named: String)
    case search(String, before: Int?)
    case notes(Notes)
  }

  enum Notes: Hashable, Sendable { case all, one(Int) }

  private static let notes = StepAddresses<Notes> {
    StepAddress("/") { .all }
    StepAddress("/{id}", .segment) { .one($0) }
  }

  private static let place = AddressPart<Place?>.fragment { place in
    switch place {
    case .form: "new"
    case .row(let id): "row-\(id)"
    }
  } place: { id in
    id == "new" ? .form : id.hasPrefix("row-") ? Int(id.dropFirst(4)).map { .row($0) } : nil
  }

  private static let addresses = StepAddresses<Step> {
    StepAddress("/books", .number("page"), .flag("sort"), place) {
      .shelf(page: $0, sorting: $1, at: $2)
    } values: {
      if case .shelf(let page, let sorting, let place) = $0 { (page, sorting, place) } else { nil }
    }
    StepAddress("/books/{id}", .segment, step: Step.book)
    StepAddress("/pages", .number("page")) { .pages(from: $0) }
    StepAddress("/authors", .query("named"), step: Step.authors)
    StepAddress("/books/{id}/chapters/{name}", .segment, .segment) { .chapter($0, $1) }
    StepAddress("/books/{id}/verses/{name}", .segment, .segment) { $0 > 0 ? .verse($0, named: $1) : nil }
    StepAddress("/search", .text("q"), .query("before")) { .search($0, before: $1) }
    StepAddresses(at: "/notes", notes) {
      .notes($0)
    } inner: {
      if case .notes(let step) = $0 { step } else { nil }
    }
  }

  @Test(arguments: [
    (Step.shelf(page: 1, sorting: false), "/books"),
    (.shelf(page: 3, sorting: true, at: .row(7)), "/books?page=3&sort#row-7"),
    (.shelf(page: 1, sorting: false, at: .form), "/books#new"),
    (.book(4), "/books/4"),
    (.pages(from: 2), "/pages?page=2"),
    (.authors(nil), "/authors"),
    (.authors("Ann"), "/authors?named=Ann"),
    (.chapter(4, "two"), "/books/4/chapters/two"),
    (.verse(4, named: "two"), "/books/4/verses/two"),
    (.search("", before: nil), "/search"),
    (.search("a & b+c", before: 9), "/search?q=a%20%26%20b%2Bc&before=9"),
    (.notes(.all), "/notes"),
    (.notes(.one(2)), "/notes/2"),
  ])
  func `a step has one address, and that address parses to the step`(step: Step, address: String) {
    #expect(Self.addresses.address(of: step).text == address)
    #expect(Self.addresses.step(at: address) == step)
  }

  @Test(arguments: [
    "/", "/nowhere", "/books/", "//books", "/books/x", "/books/4/chapters", "/books/0/verses/two", "/books/4/5",
    "/notes/x", "/notes/2/3", "books", "/Books",
  ])
  func `an address of no step is not parsed`(address: String) { #expect(Self.addresses.step(at: address) == nil) }

  @Test(arguments: [
    ("/books?page=x", Step.shelf(page: 1, sorting: false)), ("/books?page=0", .shelf(page: 1, sorting: false)),
    ("/books?page=-3&page=2", .shelf(page: 1, sorting: false)), ("/books?utm=1", .shelf(page: 1, sorting: false)),
    ("/books?sort=no#nowhere", .shelf(page: 1, sorting: true)), ("/search?before=x", .search("", before: nil)),
  ])
  func `an unknown or invalid query counts as absent`(address: String, step: Step) {
    #expect(Self.addresses.step(at: address) == step)
  }

  @Test func `an address that was parsed before leads to the same step, and another spelling of its text to another`() {
    let (composed, decomposed) = ("/search?q=caf\u{E9}", "/search?q=cafe\u{301}")
    for _ in 1...2 {
      guard case .search(let first, nil)? = Self.addresses.step(at: composed),
        case .search(let second, nil)? = Self.addresses.step(at: decomposed)
      else {
        Issue.record("no step")
        return
      }
      #expect(first.utf8.count == 5)
      #expect(second.utf8.count == 6)
    }
  }

  @Test(.enabled(if: Pages.isDebugBuild)) func `a pattern with too many or too few open segments is told`() async {
    let more = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StepAddress<Int>("/a/{id}/{of}", .segment, step: { $0 }, values: { $0 }).print(3)
    }
    let fewer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StepAddress<Int>("/a/b", .segment, step: { $0 }, values: { $0 }).print(3)
    }
    for (result, words) in [(more, "/a/3/{of} has more open"), (fewer, "/a/b has fewer open")] {
      let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
      #expect(said.contains("the pattern of \(words) segments than values") as Bool)
    }
  }

  @Test func `the router gets every path as a pattern with its parameters`() {
    #expect(
      Self.addresses.patterns == [
        "/books", "/books/{id}", "/pages", "/authors", "/books/{id}/chapters/{name}",
        "/books/{id}/verses/{name}", "/search", "/notes", "/notes/{id}",
      ])
  }
}
