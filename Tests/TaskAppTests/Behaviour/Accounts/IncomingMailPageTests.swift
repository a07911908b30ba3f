import Foundation
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The mail address at which mails become tasks, on the page of reminders.
struct IncomingMailPageTests {
  private static let page = "/settings/reminders"

  private let world: World

  init() async throws {
    var settings = TaskApp.Settings.test
    settings.incomingMail = IncomingDomain("inbox@lists.example")
    world = try await World(settings)
  }

  private func press(_ address: String) async throws -> HTMLElement {
    try await world.follow(world.press(world.form(address, at: Self.page))).page
  }

  private func address(on page: HTMLElement) -> String? { page.element(id: "incoming-address")?["value"] }

  @Test func `an address is made, shown, replaced and ended by a press each, with an undo`() async throws {
    var page = try await press("\(Self.page)/incoming")
    let first = try #require(address(on: page))
    let name = try #require(try await world.mine.incomingAddresses().first).name
    #expect(first == "inbox+\(name)@lists.example")
    #expect(page.element(id: "incoming")?.text.contains("No mail has come yet.") == true)
    page = try await press("\(Self.page)/incoming")
    let second = try #require(address(on: page))
    #expect(second != first && page.element(id: "incoming")?.text.contains("\(first) takes no more mails.") == true)
    world.time.advance(by: .seconds(1))
    let ended = try #require(try await world.mine.incomingAddresses().last).id
    page = try await press("\(Self.page)/incoming/\(ended)/resume")
    #expect(address(on: page) == first)
    world.time.advance(by: .seconds(1))
    page = try await press("\(Self.page)/incoming/\(ended)/end")
    #expect(address(on: page) == nil)
    page = try await press("\(Self.page)/incoming/\(ended)/resume")
    #expect(address(on: page) == first)
    #expect(try address(on: await world.page(Self.page)) == first)
  }

  @Test func `a form that is sent twice makes one address`() async throws {
    let form = try await world.form("\(Self.page)/incoming", at: Self.page)
    for _ in 0..<2 { _ = try await world.press(form) }
    #expect(try await world.mine.incomingAddresses().count == 1)
  }

  @Test func `where no mails arrive, nothing is offered`() async throws {
    let other = try await World(TaskApp.Settings.test)
    #expect(try await other.page(Self.page).element(id: "incoming") == nil)
  }

  @Test func `the history tells what came by mail`() async throws {
    _ = try await press("\(Self.page)/incoming")
    let address = try #require(try await world.mine.incomingAddresses().first)
    let draft = TaskDraft(title: "Milk", notes: "", due: nil, priority: .none)
    _ = try await world.store[world.account, by: .mail].addMail(
      draft, literal: nil, to: address.id, digest: Data(repeating: 1, count: 32))
    let inbox = try #require(try await world.mine.listChoices().first).id
    #expect(try await world.page("/lists/\(inbox)/history").text.contains("by mail"))
  }
}

/// What every page tells of channels to which nothing is sent.
struct PausedChannelTests {
  @Test func `a paused channel is told on every page until it is mended or removed`() async throws {
    let world = try await World(TaskApp.Settings.test)
    let channel = try await world.mine.addChannel(
      .ntfy(server: "https://ntfy.example/", topic: "mara", token: nil), from: "https://lists.example", digest: nil,
      submission: .fresh()
    ).id
    #expect(try await world.page("/lists").first { $0["class"] == "banner paused" } == nil)
    for _ in 0..<Limits.channelFailures {
      try await world.mine.note(.failed(code: "refused", reply: nil), of: channel)
    }
    for page in ["/lists", "/today", "/settings"] {
      let banner = try await world.page(page).first { $0["class"] == "banner paused" }
      #expect(banner?.first("a")?["href"] == "/settings/reminders", "\(page)")
    }
    #expect(try await world.page("/settings/reminders").first { $0["class"] == "banner paused" } == nil)
    try await world.mine.note(.sent, of: channel)
    #expect(try await world.page("/lists").first { $0["class"] == "banner paused" } == nil)
    for _ in 0..<Limits.channelFailures {
      try await world.mine.note(.failed(code: "refused", reply: nil), of: channel)
    }
    try await world.mine.endSecret(of: channel)
    #expect(try await world.page("/lists").first { $0["class"] == "banner paused" } == nil)
  }
}
