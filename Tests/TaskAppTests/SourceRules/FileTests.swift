import Foundation
import StatePages
import StateViews
import Testing

@testable import TaskApp

struct FileTests {
  @Test func `no file has more than 300 lines`() throws {
    for folder in [House.sources, House.root.appending(path: "Tests")] {
      for file in try House.files(in: folder, ending: "swift") {
        let lines = try House.text(of: file, in: folder).split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(lines <= 300, "\(file) has \(lines) lines")
      }
    }
  }

  @Test func `a comment's first word is the thing, not a word that stands for it`() throws {
    let anywhere = /^ *\/\/\/? (?:That of|One that|Those|The same|The others)\b/
    let first = /^ *\/\/\/? (?:It|Its|Of|They|Them|Their|These|That|Such)\b/
    for file in try House.files(in: House.sources, ending: "swift") {
      var isWithinComment = false
      for line in try House.text(of: file, in: House.sources).split(separator: "\n") {
        if line.contains(anywhere) || !isWithinComment && line.contains(first) { Issue.record("\(file):\(line)") }
        isWithinComment = line.drop { $0 == " " }.hasPrefix("//")
      }
    }
  }

  @Test func `a screen's code and templates have the same name`() throws {
    let code = try folders(in: House.sources.appending(path: "TaskApp/Screens"))
    let templates = try folders(in: House.templates)
    // The last are the family of the screens of followed lists, and what is sent to channels, with its answers.
    let shared: Set<String> = ["components", "forms", "layouts", "states", "source", "messages"]
    // The layout of every page fills the template in layouts, and the gallery's templates are the library's.
    #expect(
      Set(code.map { $0.replacing(/[a-z](?=[A-Z])/) { "\($0.output)-" }.lowercased() }).subtracting([
        "layout", "gallery",
      ])
        == templates.subtracting(shared))
    for screen in TaskApp.screens { #expect(templates.contains(screen.name.path), "\(screen)") }
  }

  @Test func `every file and folder that ARCHITECTURE.md names exists`() throws {
    let text = try House.text(of: "ARCHITECTURE.md", in: House.root)
    let names = text.matches(of: /`((?:[A-Z][A-Za-z.+-]*|fourfold)\/[A-Za-z.+\/-]*)`/).map { String($0.output.1) }
    #expect(names.count > 50)
    for name in names {
      let places = [House.root, House.sources].map { $0.appending(path: name).path }
      #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(name)")
    }
  }

  private func folders(in folder: URL) throws -> Set<String> {
    let contents = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return Set(
      try contents.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(
        \.lastPathComponent))
  }
}

/// The directions of imports between targets, which `Package.swift` declares.
struct ImportTests {
  /// The modules that come with Swift. ``StateViews`` builds where there is no Foundation.
  private static let standard: Set = ["Dispatch", "Foundation", "Synchronization"]

  /// Modules that only one target may import.
  private static let owners = [
    "GRDB": "TaskStore", "AsyncHTTPClient": "RemoteLists", "Mustache": "StatePages",
    "ArgumentParser": "fourfold", "SystemSQLite": "TaskStore", "SystemCurl": "Transfers", "Subprocess": "Notifications",
  ]

  @Test func `every target imports only what the manifest lets it`() throws {
    let manifest = try String(contentsOf: House.root.appending(path: "Package.swift"), encoding: .utf8)
    // The name of its package follows that of a product.
    let targets = manifest.replacing(/, package: "[^"]+"/, with: "")
      .matches(of: /arget\(\s*name: "([^"]+)",\s*dependencies: \[([^\]]*)\]/)
    let dependencies = Dictionary(
      targets.map { target in
        (String(target.output.1), Set(target.output.2.matches(of: /"([^"]+)"/).map { String($0.output.1) }))
      }
    ) { $0.union($1) }
    for file in try House.files(in: House.sources, ending: "swift") {
      let target = String(file.prefix { $0 != "/" })
      let allowed = dependencies[target] ?? []
      for module in Self.imports(of: try House.text(of: file, in: House.sources)) {
        let isStandard = target == "StateViews" ? module == "Synchronization" : Self.standard.contains(module)
        #expect(isStandard || allowed.contains(module), "\(file) imports \(module)")
        if let owner = Self.owners[module] { #expect(owner == target, "\(file) imports \(module)") }
      }
    }
  }

  /// Only the code that makes pages knows the web: flows, words and samples do not. Flows name the pages of their steps, and
  /// nothing on them.
  @Test func `flows, words and samples import no web framework, and flows no storage`() throws {
    for file in try House.files(in: House.sources.appending(path: "TaskApp"), ending: "swift") {
      let modules = Set(Self.imports(of: try House.text(of: file, in: House.sources.appending(path: "TaskApp"))))
      switch file.prefix(while: { $0 != "/" }) {
      case "Flows", "Intents":
        #expect(modules.isSubset(of: ["StatePages", "StateViews", "TaskFormats", "Tasks"]), "\(file)")
      case "Words", "Samples": #expect(modules.isDisjoint(with: ["Hummingbird", "HTTPTypes", "NIOCore"]), "\(file)")
      default: break
      }
    }
  }

  private static func imports(of text: String) -> [String] {
    // Compiled once: a literal in the closure would be compiled for each line.
    let line = /^(?:@\w+ )?(?:(?:public|package|internal|private|fileprivate) )?import (?:\w+ )?(\w+)/
    return text.split(separator: "\n").compactMap { $0.firstMatch(of: line).map { String($0.output.1) } }
  }
}
