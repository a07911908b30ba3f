import Foundation
import Testing

@testable import TaskApp

/// Only flows contain addresses: a template prints those of its view, and a view gets them for the events that it can send.
struct AddressTests {
  @Test func `no template contains an address of the app`() throws {
    for file in try House.files(in: House.templates, ending: "mustache") {
      let text = try House.text(of: file, in: House.templates)
      #expect(text.firstMatch(of: /(?:href|action)="\//) == nil, "\(file)")
    }
  }

  @Test func `no screen contains an address, and none links to a step except by an event`() throws {
    let screens = House.sources.appending(path: "TaskApp/Screens")
    for file in try House.files(in: screens, ending: "swift") {
      let text = try House.text(of: file, in: screens)
      let literals = text.matches(of: /"\/[a-z\\][^"]*"/).map { String($0.output) }
      #expect(literals == [], "\(file)")
      #expect(!text.contains("Flow.addresses"), "\(file)")
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
