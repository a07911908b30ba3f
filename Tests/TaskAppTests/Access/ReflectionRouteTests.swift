import Foundation
import HTTPTypes
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Pages are compressed. If a page contained a secret and text from the request, an attacker who can make the browser send
/// requests and see the size of the responses could guess the secret bit by bit (BREACH). So a page that repeats its request has
/// no secret.
struct ReflectionRouteTests {
  private static let mark = "reflected7q3"
  private static let names = [
    "q", "did", "arrange", "rename", "several", "all", "all-open", "page", "choose", "completed", "before", "next",
    "rehearse", "kept", "username", "anything",
  ]

  private let rich: RichWorld
  private let secrets: [String]

  init() async throws {
    var settings = TaskApp.Settings.rehearsing
    settings.setUpToken = SetUpToken()
    settings.securityContact = "mailto:security@lists.example"
    rich = try await RichWorld(settings)
    let world = rich.world
    _ = try await world.follow("https://ann:sourcesecret@band.example/list.ics", as: "Band", .choir)
    let token = try World.token(world.cookie)
    let device = KnownDevice(for: try Username(validating: "Ann"), key: world.store.deviceKey)
    let digest = Array(token.digest)
    secrets =
      World.record.split(separator: "$").suffix(2).map(String.init) + [
        token.text, Base64.text(of: digest), Base64.urlText(of: digest),
        digest.map { String(format: "%02x", $0) }.joined(), World.password, "sourcesecret", device.text,
        String(decoding: world.store.deviceKey, as: UTF8.self), settings.setUpToken?.text ?? "",
      ]
    #expect(secrets.allSatisfy { $0.count > 8 })
  }

  private func check(_ answer: Answer, _ comment: String) -> Bool {
    guard answer.body.contains(Self.mark) else { return false }
    let lower = answer.body.lowercased()
    for secret in secrets { #expect(!lower.contains(secret.lowercased()), "\(comment) has \(secret)") }
    return true
  }

  @Test func `a page that repeats its address contains no secret`() async throws {
    let things = Things(rich)
    var reflecting: Set<String> = []
    for world in [rich.world, rich.world.showing(nil), try World.unregistered(rich.world.app.settings)] {
      // The gallery is the same for every reader, and large.
      for one in RouteCase.all(of: rich.world)
      where one.route.method == .get && !one.route.pattern.hasPrefix("/gallery") {
        for name in Self.names {
          let answer = try await world.get("\(one.address(of: things))?\(name)=\(Self.mark)")
          if check(answer, "\(one)?\(name)") { reflecting.insert(one.route.pattern) }
        }
        if one.hasID { _ = check(try await world.get(one.address(Self.mark)), "\(one)") }
      }
      _ = check(try await world.get("/\(Self.mark)"), "an unknown address")
    }
    #expect(reflecting.isSuperset(of: ["/search", "/lists", "/tasks/{id}"]), "the gate tells where to go on")
  }

  @Test func `a page that repeats a form contains no secret`() async throws {
    let things = Things(rich)
    let fields: [(name: String, value: String)] = FormField.known.subtracting(FormField.secrets).sorted()
      .map { (name: $0, value: Self.mark) }
    var reflecting: Set<String> = []
    for one in RouteCase.all(of: rich.world) where one.route.method == .post {
      for cookie in [rich.world.cookie, nil] {
        for dropped in [[], ["version"], ["version", "due", "priority", "list"]] {
          let world = try rich.world.copy().showing(cookie)
          let sent = fields.filter { !dropped.contains($0.name) } + [(name: "password", value: "not the one")]
          let answer = try await world.send(.post, one.address(of: things), .form, body: Form.encoded(sent))
          if check(answer, "\(one)") { reflecting.insert(one.route.pattern) }
        }
      }
    }
    #expect(reflecting.contains("/sign-in"))
  }
}
