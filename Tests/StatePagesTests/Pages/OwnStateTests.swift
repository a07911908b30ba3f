import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Synchronization
import Testing

@testable import StatePages

/// States of a screen's own, states that an owner gives, and templates of a place.
struct OwnStateTests {
  private static let texts = [
    "layouts/page": "<!doctype html><title>x</title><main>{{stage}}</main>", "weather/content": "{{words}}",
    "weather/other/asleep": "Back at {{facts.hour}}.", "weather/failed": "The station is closed.",
    "weather/content/snow": "<em>{{words}}</em>", "weather/card/content": "<b>{{words}}</b>",
    "weather/card/failed/timed-out": "Too slow for a card.",
    "weather/status/asking": "Asking the station…",
  ]
  private let files: TemplateFiles
  private let clock = ManualClock()
  private let pages: Pages

  init() throws {
    files = try TemplateFiles(Self.texts)
    let templates = try Templates(files.path, screens: [Weather.self], pieces: [Frame.self], allowsUnused: true)
    pages = Pages(templates, clock: clock, rehearses: true, isStrict: true) { failure in
      .notes { Region<Weather>("page", Loader(failed: failure)) }
    }
  }

  @Test func `a state of one's own has its template, its facts and status 200, and is not cached`() async throws {
    let asleep = Reason("asleep", ["hour": .number(6)])
    let page = Page.notes {
      Region<Weather>("weather", Loader(.other(asleep)))
    }
    let response = await pages.response(to: OnePageApp.request()) { page }
    #expect(response.status == .ok && response.headers[.eTag] == nil)
    let html = try await response.html()
    #expect(html.contains("data-state=\"other\" data-reason=\"asleep\">Back at 6.") as Bool)
  }

  @Test func `content of a kind has the template of that kind`() async throws {
    for (words, markup) in [("Snow", "<em>Snow</em>"), ("Rain", ">Rain")] {
      let response = await pages.response(to: OnePageApp.request()) {
        .notes { Region<Weather>("weather", Loader(.content(words))) }
      }
      #expect(try await response.html().contains(markup) as Bool)
    }
  }

  @Test func `a state of one's own has a default template, but needs a declaration`() async throws {
    var texts = Self.texts
    texts["weather/other/asleep"] = nil
    let files = try TemplateFiles(texts)
    let templates = try Templates(files.path, screens: [Weather.self], pieces: [Frame.self], allowsUnused: true)
    let asleep = await Pages(templates, clock: clock) { _ in .notes {} }.response(to: OnePageApp.request()) {
      .notes { Region<Weather>("weather", Loader(.other(Reason("asleep", ["hour": .number(6)])))) }
    }
    #expect(try await asleep.html().contains("There is nothing to show here now.") as Bool)
    let undeclared = await pages.response(to: OnePageApp.request()) {
      .notes { Region<Weather>("weather", Loader(.other("gone-fishing"))) }
    }
    #expect(try await undeclared.html().contains("Weather.otherStates does not declare") as Bool)
  }

  @Test(arguments: [
    ("other:asleep", "Back at 6."), ("other", "Back at 6."), ("failed:timed-out", "The station is closed."),
  ])
  func `a state of one's own can be rehearsed`(cue: String, words: String) async throws {
    let request = OnePageApp.request(at: "/?rehearse=weather:\(cue)")
    let response = await pages.response(to: request) { .notes { Region<Weather>("weather", Loader(.content("Rain"))) } }
    #expect(try await response.html().contains(words) as Bool)
  }

  @Test func `its stories, and those of a variant, are part of the gallery`() {
    let states = Story.all(of: [Weather.self]).map(\.state)
    for state in ["other/asleep", "card/content", "card/other/asleep", "card/failed/timed-out"] {
      #expect(states.contains(state), "\(state)")
    }
  }

  @Test func `a region in a given state loads nothing and stays in it`() async throws {
    let states: [(ViewState<String>, String)] = [
      (.content("Rain", .idle), "data-state=\"content\">Rain"),
      (.unloaded, "data-state=\"unloaded\"><p>Not loaded yet."),
      (.loading("asking"), "data-state=\"loading\"><p class=\"status\" role=\"status\">Asking the station…"),
      (.content("Rain", .running(nil)), "data-refresh=\"running\""),
    ]
    for (state, markup) in states {
      let response = await pages.response(to: OnePageApp.request(at: "/", [.secFetchDest: "document"])) {
        .notes { Region<Weather>("weather", in: state) }
      }
      #expect(response.status == .ok && clock.sleepers == 0)
      let html = try await response.html()
      #expect(html.contains(markup) && html.contains("data-region=\"weather\""), "\(html)")
    }
  }

  @Test(
    arguments: [
      (.content("Rain"), "><b>Rain</b>"), (.failure(.timedOut), "Too slow for a card."),
      (.failure(.sourceFailed), "The station is closed."),
      (.other(Reason("asleep", ["hour": .number(6)])), "Back at 6."),
    ] as [(End, String)])
  func `a place chooses the templates of its folder, else those of the screen`(end: End, words: String) async throws {
    let content = Loader<String> { _ throws(Interruption) in try end.get() }
    let response = await pages.response(to: OnePageApp.request()) {
      .notes { Region<Weather>("weather", content, templates: "card") }
    }
    #expect(try await response.html().contains(words) as Bool)
  }

  enum End: Sendable {
    case content(String), other(Reason), failure(Failure.Kind)

    func get() throws(Interruption) -> Loaded<String> {
      switch self {
      case .content(let words): .content(words)
      case .other(let reason): .other(reason)
      case .failure(let kind): throw .failed(Failure(kind))
      }
    }
  }

  @Test func `an undeclared place is reported`() async throws {
    let content = Loader<String>(.content("Rain"))
    let response = await pages.response(to: OnePageApp.request()) {
      .notes { Region<Weather>("weather", content, templates: "row") }
    }
    #expect(
      try await response.html().contains("uses the templates “row”, which Weather.variants does not declare") as Bool)
  }

  @Test func `an app is told when a region is shown`() async throws {
    let told = Told()
    let pages = Pages(pages.templates, clock: clock, onSettled: { told.add($0) }) { _ in
      .notes { Region<Weather>("page", in: .unloaded) }
    }
    _ = await pages.response(to: OnePageApp.request(at: "/")) {
      .notes { Region<Weather>("now", Loader { _ in .content("Rain") }) }
    }
    #expect(told.lines == ["now weather content 0.0 seconds"])
  }
}

private final class Told: Sendable {
  private let model = Mutex<[String]>([])
  var lines: [String] { model.withLock { $0 } }
  func add(_ region: LoadedRegion) {
    model.withLock { $0.append("\(region.name) \(region.screen) \(region.state) \(region.time)") }
  }
}

private enum Weather: Screen {
  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["words": .text(\.words)]
    let words: String
  }
  static let name: ViewName = "weather"
  static let otherStates = [Reason("asleep", ["hour": .number(6)])]
  static let failures = [Failure(.sourceFailed), Failure(.timedOut)]
  static let stages: [Reason] = ["asking"]
  static let variants: [ViewName] = ["card"]
  static let samples = [Sample<Weather>("rain", content: "Rain"), Sample("snow", content: "Snow")]
  static func kind(of words: String) -> ViewName? { words == "Snow" ? "snow" : nil }
  static func view(of words: String, for look: DisplaySettings) -> View { View(words: words) }
}
