import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// A scene of a transcript: a browser with a page, over a world of its own.
final class Transcript {
  static let folder = House.root.appending(path: "Tests/Transcripts")

  var world: World
  /// The clock of the app, which goes with ``HeldTime`` when the scene waits.
  let clock: ManualClock
  /// The worlds of other accounts and of other browsers in the same scene, by their names, and the name of this one.
  private var (others, name): ([String: World], String) = ([:], "first")
  /// The headers that the browser sends, beside those of each request.
  private var headers: HTTPFields = [:]
  /// Texts that differ from run to run, by their names.
  var values: [String: String] = [:]
  /// The page that is shown, its address, and pages in other tabs.
  private var (page, address) = (HTMLElement(name: "page", attributes: [:]), "")
  private var tabs: [String: HTMLElement] = [:]
  /// The answer to the last request, before a redirect was followed.
  private var answer: Answer?
  /// The last form, to be sent again.
  private var sent: (action: String, fields: [(name: String, value: String)]) = ("", [])
  private var tags: [String: String] = [:]
  /// The number of fetches that the transcript has told.
  private var known = 0

  init() async throws {
    clock = ManualClock()
    world = try await World(clock: clock)
  }

  /// Takes a step, and returns the lines that tell of it. In both, texts that differ from run to run have their names in braces; the
  /// word `@name.txt` is the text of a file beside the transcripts.
  func play(_ words: [String]) async throws -> [String] {
    let words = try words.map { word in
      if word.hasPrefix("@"), word.contains(".") {
        return try House.text(of: String(word.dropFirst()), in: Self.folder)
      }
      return values.reduce(word) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
    let lines = try await take(words)
    for match in lines.joined(separator: "\n").matches(of: /\/import\/(\d{6,})/) {
      let id = String(match.1)
      if !values.values.contains(id) { values["upload\(values.keys.count { $0.hasPrefix("upload") } + 1)"] = id }
    }
    return lines.map { line in
      values.sorted { $0.value.count > $1.value.count }.reduce(line) { $0.replacing($1.value, with: "{\($1.key)}") }
    }
  }

  private func take(_ words: [String]) async throws -> [String] {
    let (first, rest) = (words.count > 1 ? words[1] : "", words.dropFirst(2))
    if try await setUp(words[0], first, Array(rest)) { return [] }
    switch words[0] {
    case "repeat":
      // Answers that are the same follow each other.
      var told: [(times: Int, lines: [String])] = []
      for number in 1...(Int(first) ?? 1) {
        let lines = try await take(rest.map { $0.replacing("{n}", with: "\(number)") })
        if told.last?.lines == lines { told[told.count - 1].times += 1 } else { told.append((1, lines)) }
      }
      return told.flatMap { ["\($0.times) times:"] + $0.lines }
    case "do":
      let answer = try await world.post(first, fields: rest.map(Self.field))
      return answer.status == .seeOther ? [] : ["\(answer.status.code)"]
    case "get":
      address = Self.path(first)
      return try await show(world.get(address, headers))
    case "request":
      let method = try found(HTTPRequest.Method(first), "method \(first)")
      return try await show(world.send(method, Self.path(words[2]), headers, body: words.count > 3 ? words[3] : nil))
    case "prefetch": return try await show(world.get(first, [.secPurpose: "prefetch"]))
    case "tag":
      let (now, old) = (try await world.get(first).headers[.eTag], tags[first])
      tags[first] = now
      return [now.map { $0 == old ? "the same tag" : "a new tag" } ?? "no tag"]
    case "post":
      return try await send(
        first, rest.map(Self.field), typed: rest.map { Self.field($0).name }.filter { $0 != "version" })
    case "again": return try await show(world.post(sent.action, fields: sent.fields))
    case "press", "click": return try await press(first, Array(rest), byPointer: words[0] == "click")
    case "undo":
      let place = first.isEmpty ? page : try found(page.row(first), "row \(first)")
      let form = try found(place.forms.first { $0.undo != nil }, "undo")
      let button = form.undo
      return try await send(form.action(of: button), form.fields(pressing: button), typed: [])
    case "upload": return try await show(world.upload(first, named: rest.first ?? "file", upload))
    case "paste": return try await show(world.upload(nil, text: first, upload))
    // Tabs, accounts and browsers.
    case "keep": tabs[first] = page
    case "tab": page = try found(tabs[first], "tab \(first)")
    case "sends": try send(first, rest.first)
    case "basic": try send("Authorization", "Basic \(Data("\(first):\(rest.first ?? "")".utf8).base64EncodedString())")
    case "as", "browser", "visitor":
      others[name] = world
      if let other = others[first] {
        world = other
      } else {
        switch words[0] {
        case "as": world = try await world.another(first)
        case "browser": world = world.showing(try await world.signIn(world.account, agent: first))
        default: world = world.showing(nil)
        }
      }
      name = first
    // What is on the page, in the answer, or in the store.
    case "row": return try [TranscriptText.row(found(page.row(first), "row \(first)"))]
    case "see": return try [Selector(words.dropFirst().joined(separator: " ")).text(in: page)]
    case "let":
      // `let tag ETag:` names the value of a header.
      let header = rest.first.flatMap { $0.hasSuffix(":") ? HTTPField.Name(String($0.dropLast())) : nil }
      values[first] =
        try header.map { answer?.headers[$0] ?? "" } ?? Selector(rest.joined(separator: " ")).text(in: page)
    case "find": return [TranscriptText.around(words.dropFirst().joined(separator: " "), in: page)]
    case "value": return words.dropFirst().map { TranscriptText.values(of: $0, in: page) }
    case "headers": return words.dropFirst().map { TranscriptText.header($0, of: answer) }
    case "body":
      let lines = answer?.body.split(whereSeparator: \.isNewline).map(String.init) ?? []
      return words.count == 1 ? lines : lines.filter { line in words.dropFirst().contains { line.contains($0) } }
    case "asked":
      let asked = world.elsewhere.asked.dropFirst(known).map(\.url)
      known += asked.count
      // What is asked at the same time has no order.
      return [asked.isEmpty ? "nothing" : asked.sorted().joined(separator: " ")]
    case "buttons": return [page.form(to: first)?.buttons.map(\.words).joined(separator: " | ") ?? "no form"]
    case "task": return try await [TranscriptText.task(world.mine.task(#require(TaskID(first))))]
    case "stored": return try await ["\(Rows(of: world.store).count(first))"]
    case "uploads": return ["\(world.app.imports.uploads.count)"]
    default: throw Problem(description: "\(words[0]) is no step")
    }
    return []
  }

  struct Problem: Error, CustomStringConvertible { let description: String }

  /// What a step needs. A macro would print the whole page.
  func found<Thing>(_ thing: Thing?, _ name: String) throws -> Thing {
    guard let thing else { throw Problem(description: "there is no \(name)") }
    return thing
  }

  static func field(_ word: String) -> (name: String, value: String) {
    // The name of an image button has an equals sign of its own: `/tasks/3/due?due=2026-11-20.y=407`.
    let end = word.firstRange(of: /\.[xy]=/)?.lowerBound ?? word.startIndex
    let sign = word[end...].firstIndex(of: "=") ?? word.endIndex
    return (String(word[..<sign]), String(word[sign...].dropFirst()))
  }

  /// Lets the browser send a header from now on, or not any more.
  private func send(_ header: String, _ value: String?) throws {
    headers[try found(HTTPField.Name(header), "header \(header)")] = value
  }

  /// Remembers another browser.
  func keep(_ other: World, as name: String) { others[name] = other }

  /// The path of an address of the app, which a page may show with its host.
  private static func path(_ address: String) -> String { address.replacing(/^https?:\/\/localhost/, with: "") }

  private var upload: HTTPFields { merging([.secFetchSite: "same-origin"]) }

  private func merging(_ own: HTTPFields) -> HTTPFields {
    headers.reduce(into: own) { $0[$1.name] = $1.value }
  }

  /// Presses a button of the form to an address: `:words` or a name or value of one that is not the first.
  /// By a pointer, the request tells the height of the button and the page that it is on.
  private func press(_ action: String, _ words: [String], byPointer: Bool) async throws -> [String] {
    let wanted = words.first { $0.hasPrefix(":") }?.dropFirst()
    func fits(_ button: Form.Button) -> Bool {
      wanted.map { button.words.hasPrefix($0) || button.value == $0 || button.name == String($0) } ?? true
    }
    let typed = words.filter { !$0.hasPrefix(":") }.map(Self.field)
    let forms = page.forms.filter { $0.action == action } + page.forms.filter { $0.button(to: action) != nil }
    let form = try found(forms.first { $0.buttons.contains(where: fits) }, "form to \(action)")
    let button = form.action == action ? form.buttons.first(where: fits) : form.button(to: action)
    let values = Dictionary(typed.map { ($0.name, $0.value) }) { $1 }
    var fields = form.fields(pressing: byPointer ? nil : button, typing: values)
    fields += typed.filter { field in !form.controls.contains { $0.name == field.name } }
    guard form.method == "post" else { return try await show(world.get("\(form.action)?\(Form.encoded(fields))")) }
    return try await send(
      form.action(of: button), fields, typed: typed.map(\.name), from: byPointer ? address : nil)
  }

  private func send(
    _ action: String, _ fields: [(name: String, value: String)], typed: [String], from address: String? = nil
  ) async throws -> [String] {
    sent = (action, fields)
    var headers = merging(.form)
    if let address {
      headers[try #require(HTTPField.Name("Referer"))] = "https://localhost\(address.prefix { $0 != "#" })"
    }
    return try await show(
      world.send(.post, action, headers, body: Form.encoded(fields)), typed: typed)
  }

  /// The status of an answer, and the page that it is or leads to.
  private func show(_ answer: Answer, typed: [String] = [], isFollowed: Bool = false) async throws -> [String] {
    if !isFollowed { self.answer = answer }
    // As a browser, which drops a cookie without a value.
    if let cookie = answer.cookie { world = world.showing(cookie.hasSuffix("=") ? nil : cookie) }
    guard answer.status == .seeOther, let location = answer.location else {
      let status = "\(answer.status.code)" + (answer.headers[.retryAfter].map { ", again in \($0) s," } ?? "")
      guard answer.body.hasPrefix("<!doctype") else { return [status] + TranscriptText.text(answer.body) }
      page = try answer.page
      let kept = typed.filter { TranscriptText.values(of: $0, in: page) != "nothing" }
      return TranscriptText.page(page, after: answer.status == .ok ? nil : status)
        + (answer.status == .ok ? [] : kept.map { "kept \($0): \(TranscriptText.values(of: $0, in: page))" })
    }
    address = location
    return try await ["303 \(location)"] + show(world.get(location, headers), isFollowed: true)
  }
}

extension Form {
  /// The button that undoes something.
  fileprivate var undo: Button? { buttons.first { action(of: $0).hasSuffix("/undo") } }
}
