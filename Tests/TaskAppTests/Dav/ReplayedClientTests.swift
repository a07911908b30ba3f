import Foundation
import HTTPTypes
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Replayed, not tested: requests of clients that don't run here, written down from their documentation, sources and public logs. What
/// they ask for and how they ask for it is theirs; whether a release of today still asks so is not known.
///
/// In the files of `Tests/Samples/Clients`, a request is followed by the status of its answer and by parts of its body, its Location
/// and its ETag, with `not` before a part that it must not have. `{home}` is the calendar home, `{tag}` and `{token}` the last ETag and
/// sync token that were seen.
struct ReplayedClientTests {
  private static let folder = House.root.appending(path: "Tests/Samples/Clients")

  private struct Step {
    let method, path: String
    let headers: [(name: String, value: String)]
    let body: String
    let status: Int
    let parts: [String]

    init(_ text: String) throws {
      let halves = text.components(separatedBy: "\n=> ")
      let head = halves[0].components(separatedBy: "\n\n")
      let request = head[0].prefix { $0 != "\n" }.split(separator: " ").map(String.init)
      (method, path) = (request[0], request[1])
      headers = ReplayedClientTests.fields(head[0])
      let body = head.dropFirst().joined(separator: "\n\n")
      self.body = method == "PUT" ? body.replacing("\n", with: "\r\n") + "\r\n" : body
      let answer = halves[1].split(separator: "\n").filter { !$0.hasPrefix("# ") }
      status = try #require(Int(answer[0]))
      parts = answer.dropFirst().map(String.init)
    }
  }

  @Test(arguments: try House.files(in: folder, ending: "txt"))
  func `a client's requests are answered`(file: String) async throws {
    let world = try await World()
    let client = try await DavClient(world)
    let texts = try House.text(of: file, in: Self.folder).components(separatedBy: "\n== ")
    let about = Dictionary(uniqueKeysWithValues: Self.fields(texts[0]))
    var (tag, token) = ("", "")
    for text in texts.dropFirst() {
      func filled(_ text: String) -> String {
        text.replacing("{home}", with: client.home).replacing("{tag}", with: tag).replacing("{token}", with: token)
          .replacing("{account}", with: client.account.description).replacing("{namespaces}", with: Self.namespaces)
      }
      let step = try Step(text)
      let headers = step.headers.map { ($0.name, filled($0.value)) } + [("User-Agent", about["User-Agent"] ?? "")]
      let answer = try await client.send(step.method, filled(step.path), pairs: headers, filled(step.body))
      let at = "\(file): \(text)\n\(answer.status)\n\(answer.body)"
      try #require(answer.status.code == step.status, "\(at)")
      let told = answer.body + (answer.location ?? "") + (answer.headers[.eTag].map { "ETag: \($0)" } ?? "")
      for part in step.parts {
        let isWanted = !part.hasPrefix("not ")
        #expect(told.contains(filled(isWanted ? part : String(part.dropFirst(4)))) == isWanted, "\(part) in \(at)")
      }
      tag = answer.headers[.eTag] ?? Self.element("D:getetag", in: answer.body) ?? tag
      token = Self.element("D:sync-token", in: answer.body) ?? token
    }
    let collection = try #require(try await world.mine.calendarCollection("list"))
    let titles = try await world.page("/lists/\(collection.list)").titles().joined(separator: " ")
    #expect(titles == about["Titles"] ?? "")
  }

  /// The lines that are a name and a value.
  private static func fields(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "\n").compactMap { line in
      guard let colon = line.firstRange(of: ": "), !line.hasPrefix("# ") else { return nil }
      return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
    }
  }

  private static func element(_ name: String, in body: String) -> String? {
    let parts = body.components(separatedBy: "<\(name)>")
    guard parts.count > 1, let last = parts.last else { return nil }
    return String(last.prefix { $0 != "<" }).replacing("&quot;", with: "\"")
  }

  private static let namespaces =
    """
    xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav" \
    xmlns:CS="http://calendarserver.org/ns/" xmlns:ICAL="http://apple.com/ns/ical/" xmlns:OC="http://owncloud.org/ns"
    """
}
