import Foundation
import Testing

@testable import TaskApp

/// Only flows contain addresses: a template prints those of its view, a view sends intents, and the flow that shows it says where they lead.
struct AddressTests {
  @Test func `no template contains an address of the app`() throws {
    for file in try House.files(in: House.templates, ending: "mustache") {
      let text = try House.text(of: file, in: House.templates)
      #expect(text.firstMatch(of: /(?:href|action)="\//) == nil, "\(file)")
    }
  }

  /// So a screen works in every flow, and a flow is changed in the flow alone.
  @Test(arguments: ["Sources/TaskApp/Screens", "Examples/Departures/Sources/Departures"])
  func `no screen contains an address or names a flow`(folder: String) throws {
    let screens = House.root.appending(path: folder)
    for file in try House.files(in: screens, ending: "swift") where !file.contains(/^(Flow|App)\//) {
      let text = try House.text(of: file, in: screens).replacing(/\/\/.*/, with: "")
      let literals = text.matches(of: /"\/[a-z\\][^"]*"/).map { String($0.output) }
      #expect(literals == [], "\(file)")
      #expect(!text.contains(/\b[A-Z]\w+Flow\b/), "\(file)")
    }
  }

  /// A flow that is made elsewhere would not have the inner flow that the app was given.
  @Test func `only the app makes flows`() throws {
    let app = House.sources.appending(path: "TaskApp")
    for file in try House.files(in: app, ending: "swift") where file != "Application/TaskApp.swift" {
      let text = try House.text(of: file, in: app)
      #expect(!text.contains(/\b[A-Z]\w*Flow\(/), "\(file)")
    }
  }
}
