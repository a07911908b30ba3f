import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A region with regions within its content: `board` around `notes` and `rest`.
@Suite(.timeLimit(.minutes(20))) struct InnerRegionTests {
  private let slow = HeldContent<[Note]>()
  private let late = HeldContent<String>()
  private let recording = RecordedBody()

  private static let texts = [
    "layouts/page": "<!doctype html><title>{{title}}</title>\n<main id=\"main\">{{stage}}</main>\n",
    "board/content": "<h2>{{title}}</h2>{{notes}}<footer>{{rest}}</footer>",
    "frame/content": "<aside>{{title}}{{board}}</aside>",
  ]

  private func app(_ changes: [String: String] = [:], rehearses: Bool = false, isStrict: Bool = false) throws
    -> OnePageApp
  {
    try OnePageApp(
      Self.texts.merging(changes) { $1 }, rehearses: rehearses, screens: [Board.self, Around.self], isStrict: isStrict)
  }

  private func page(
    _ notes: some StatefulContent<[Note]>, in board: some StatefulContent<String> = Loader(.content("Board")),
    board weight: Weight = .main, notes own: Weight = .main
  ) -> Page {
    .notes {
      Region<Board>("board", board, retry: .post("/board"), weight: weight).containing {
        Region.notes("notes", notes, retry: .post("/notes"), weight: own)
        PagePart.piece("rest", Head(name: "Rest"))
      }
    }
  }

  // MARK: - Whole pages

  @Test func `regions are shown within the content around them, each in its own state`() async throws {
    let response = await (try app()).whole(page(there("Milk")))
    #expect(response.status == .ok)
    #expect(response.headers[.eTag] != nil)
    #expect(
      try await response.html() == """
        <!doctype html><title>Notes</title>
        <main id="main">\
        <div class="region board panel" slot="board" data-region="board" data-screen="board" data-state="content">\
        <h2>Board</h2>\
        <div class="region notes panel" slot="notes" data-region="notes" data-screen="notes" data-state="content">\
        <ul><li>Milk</li></ul></div>
        <footer><div class="piece rest" slot="rest"><h1>Rest</h1></div>
        </footer></div>
        </main>

        """)
  }

  @Test func `a failure with a template stays where it is, with its retry, and decides the status`() async throws {
    let asking = try app(["notes/failed": "Not read. {{> states/actions}}"])
    let response = await asking.whole(page(failing(Failure(.sourceFailed))))
    #expect(response.status == .badGateway)
    let html = try HTMLElement(page: try await response.html())
    #expect(html.states == ["board": "content", "notes": "failed/source-failed"])
    #expect(try html.form("/notes").method == .post)
    #expect(throws: (any Error).self) { try html.form("/board") }
  }

  @Test func `a failure without a template is that of the region around`() async throws {
    let asking = try app(["board/failed": "No board. {{> states/actions}}"])
    let response = await asking.whole(page(failing(Failure(.sourceFailed))))
    #expect(response.status == .badGateway)
    let html = try HTMLElement(page: try await response.html())
    #expect(html.states == ["board": "failed/source-failed"])
    #expect(html.region("board")?.text.contains("No board.") == true)
    #expect(try html.form("/board").method == .post)
  }

  @Test(arguments: [nil, "board", "frame"])
  func `a failure goes up to the nearest region with a template, else to the outermost`(owner: String?) async throws {
    let asking = try app(owner.map { ["\($0)/failed": "Here."] } ?? [:])
    let page = Page.notes {
      Region<Around>("frame", Loader(.content("Around"))).containing {
        Region<Board>("board", Loader(.content("Board"))).containing {
          Region.notes("notes", failing(Failure(.unavailable)))
          PagePart.piece("rest", Head())
        }
      }
    }
    let html = try HTMLElement(page: try await asking.whole(page).html())
    let inner = ["frame": "content", "board": "failed/unavailable"]
    #expect(html.states == (owner == "board" ? inner : ["frame": "failed/unavailable"]))
  }

  @Test(arguments: [(Weight.main, Weight.main, 502), (.main, .secondary, 200), (.secondary, .main, 200)])
  func `an inner region counts for the status if all around it do`(
    board: Weight, notes: Weight, status: Int
  ) async throws {
    let asking = try app(["notes/failed": "Not read."])
    let page = page(failing(Failure(.sourceFailed)), board: board, notes: notes)
    #expect(await asking.whole(page).status.code == status)
  }

  @Test func `a page does not wait for what is within a region without content`() async throws {
    let board = Loader<String> { _ throws(Interruption) in
      await slow.begun.reaches(1)
      throw .failed(Failure(.gone))
    }
    let response = await (try app()).whole(page(slow, in: board))
    #expect(response.status == .gone)
    #expect(try HTMLElement(page: try await response.html()).states == ["board": "failed/gone"])
    await slow.cancelled.reaches(1)
  }

  @Test func `an inner region has a page of its own, and can be rehearsed`() async throws {
    let asking = try app(["notes/failed": "Not read."], rehearses: true)
    let only = await asking.whole(page(there("Milk")), at: "/notes?only=notes")
    #expect(try HTMLElement(page: try await only.html()).states == ["notes": "content"])
    let held = await asking.whole(page(there("Milk")), at: "/notes?rehearse=notes:failed:conflict")
    let states = try HTMLElement(page: try await held.html()).states
    #expect(states == ["board": "content", "notes": "failed/changed-since"])
    let outer = await asking.whole(page(there("Milk")), at: "/notes?rehearse=board:refresh-failed")
    #expect(
      try HTMLElement(page: try await outer.html()).states == ["board": "content/timed-out", "notes": "content"])
    let unknown = await asking.whole(page(there("Milk")), at: "/notes?rehearse=nots:failed")
    #expect(try await unknown.html().contains("notes:failed:conflict"))
  }

  @Test func `a page with inner regions is kept by its version`() async throws {
    let (asking, version) = (try app(), PageVersion("1"))
    #expect(await asking.whole(page(there("Milk")), version: version).status == .ok)
    let kept = await asking.whole(page(there("Bread")), version: version)
    #expect(try await kept.html().contains("Milk"))
  }

  @Test func `inner regions of one name are refused with their places`() async throws {
    let page = Page.notes {
      Region<Board>("board", Loader(.content("Board"))).containing { Region.notes("notes", there("Milk")) }
      Region.notes("notes", there("Bread"))
    }
    let text = try await (try app(isStrict: true)).whole(page).html()
    #expect(
      text.contains("Two parts of this page have the name “notes”: a region of Notes (StatePagesTests/"), "\(text)")
  }

  @Test func `a region that no tag prints is refused`() async throws {
    let page = Page.notes {
      Region<Board>("board", Loader(.content("Board"))).containing { Region.notes("other", there("Milk")) }
    }
    let text = try await (try app(isStrict: true)).whole(page).html()
    #expect(text.contains("is within another, and no tag prints it. Declare .part { _ in \"other\" }"), "\(text)")
  }

  // MARK: - Streamed pages

  /// Streams a page whose board is there, and whose notes load.
  private func stream(_ asking: OnePageApp, _ page: Page) async -> Task<Response, any Error> {
    let answer = asking.navigation(to: page, into: recording)
    await slow.begun.reaches(1)
    await asking.clock.waitForSleepers(3)
    await othersGoFirst()
    asking.clock.advance(by: .milliseconds(150))
    await recording.written.reaches(1)
    return answer
  }

  @Test func `content is sent with slots for what still loads within it`() async throws {
    let asking = try app(["notes/failed": "Not read."])
    let answer = await stream(asking, page(slow))
    let shell = Shell(html: recording.html)
    #expect(shell.slots == ["board", "notes"])
    #expect(shell.placeholders == ["notes"])
    #expect(shell.regions == ["board"])
    #expect(recording.html.contains("<h2>Board</h2><slot name=\"notes\"><div class=\"region notes panel\"") as Bool)
    slow.end(.failure(.failed(Failure(.sourceFailed))))
    #expect(try await answer.value.status == .ok)
    #expect(
      recording.writes.dropFirst() == [
        """
        <div class="region notes panel" slot="notes" data-region="notes" data-screen="notes" data-state="failed" \
        data-reason="source-failed">Not read.</div>

        """, "</main>\n",
      ])
  }

  @Test func `a failure without a template takes the place of the content that was sent`() async throws {
    let asking = try app(["board/failed": "No board."])
    let answer = await stream(asking, page(slow))
    slow.end(.failure(.failed(Failure(.sourceFailed))))
    _ = try await answer.value
    #expect(
      recording.writes.dropFirst() == [
        """
        <div class="region board panel" slot="board" data-region="board" data-screen="board" data-state="failed" \
        data-reason="source-failed">No board.</div>

        """, "</main>\n",
      ])
  }

  @Test func `content that comes late is sent when all within it has settled`() async throws {
    let asking = try app()
    let answer = asking.navigation(to: page(slow, in: late), into: recording)
    await slow.begun.reaches(1)
    await late.begun.reaches(1)
    await asking.clock.waitForSleepers(5)
    asking.clock.advance(by: .milliseconds(150))
    await recording.written.reaches(1)
    #expect(Shell(html: recording.html).slots == ["board"])
    #expect(Shell(html: recording.html).placeholders == ["board"])
    late.end(.success(.content("Board")))
    await othersGoFirst()
    #expect(recording.writes.count == 1)
    slow.end(.success(.content([Note("Milk")])))
    _ = try await answer.value
    #expect(recording.writes.count == 3)
    #expect(Shell(html: recording.writes[1]).regions == ["board", "notes"])
  }
}

/// A screen whose content holds other regions.
private enum Board: Screen {
  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "title": .text(\.title), "notes": .part { _ in "notes" }, "rest": .part { _ in "rest" },
    ]
    let title: String
  }
  static let name: ViewName = "board"
  static let samples = [Sample<Board>("one", content: "Board")]

  static func view(of title: String, for look: DisplaySettings) -> View { View(title: title) }
}

/// A screen around another with inner regions.
private enum Around: Screen {
  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["title": .text(\.title), "board": .part { _ in "board" }]
    let title: String
  }
  static let name: ViewName = "frame"
  static let samples = [Sample<Around>("one", content: "Around")]

  static func view(of title: String, for look: DisplaySettings) -> View { View(title: title) }
}
