import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The page that adds a task with the text of an address. It is Friday, 20 November 2026.
struct AddPageTests {
  private let world: World

  init() async throws {
    world = try await World()
    _ = try await world.makeList("House")
    _ = try await world.makeList("Garden")
  }

  private struct Manifest: Decodable {
    struct Link: Decodable { let name: String, url: String }
    struct Icon: Decodable { let src: String }
    struct Target: Decodable { let action: String, method: String }
    let name: String, start_url: String, dir: String, shortcuts: [Link], icons: [Icon], share_target: Target
  }

  @Test(arguments: [("", "en", "Today"), ("/tasks", "ar", "اليوم")])
  func `the manifest is in the reader's language, and its addresses are below the base path`(
    path: String, language: String, today: String
  ) async throws {
    var world = try await World(below: path.isEmpty ? .root : .path(path)).showing(nil)
    world.isVerbatim = true
    let page = try await world.page("\(path)/add")
    #expect(page.first { $0["rel"] == "manifest" }?["href"] == "\(path)/manifest.webmanifest")
    #expect(page.all { $0["name"] == "theme-color" }.count == 2)
    let answer = try await world.get("\(path)/manifest.webmanifest", [.acceptLanguage: language])
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(answer.body.utf8))
    #expect(
      manifest.name == "Fourfold" && manifest.start_url == "./" && manifest.dir == (language == "ar" ? "rtl" : "ltr"))
    #expect(manifest.shortcuts.map(\.url) == ["./today", "./add"] && manifest.shortcuts.first?.name == today)
    #expect(manifest.share_target.action == "./add" && manifest.share_target.method == "GET")
    for icon in manifest.icons {
      #expect(try await world.get("\(path)\(icon.src.dropFirst())").status == .ok, "\(icon.src)")
    }
  }
}
