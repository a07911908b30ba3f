import Foundation
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// The app's flow with a step between a list and a task: the pages are those of the app, and one function differs.
private struct Glancing: PageFlow {
  enum Step: Hashable, Sendable { case glance(TaskID), app(TaskStep) }
  enum Event: Hashable, Sendable { case wants(TaskIntent) }

  static let intents = IntentAddresses(events: { (intent: TaskIntent) in Event.wants(intent) })

  static let addresses = StepAddresses<Step> {
    StepAddress("/glance/{id}", .segment) { .glance($0) }
    StepAddresses(at: "/", TaskFlow.addresses) {
      .app($0)
    } inner: {
      if case .app(let step) = $0 { step } else { nil }
    }
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    guard case .wants(let intent) = event else { return .show(step) }
    switch (intent, step) {
    case (.openTask(let task), .app(let shown)):
      if case .list = shown.page { return .show(.glance(task)) }
      return .show(.app(.task(task)))
    case (_, .app(let shown)): return .show(.app(TaskFlow().next(for: intent, at: shown)))
    case (_, .glance(let task)): return .show(.app(TaskFlow().next(for: intent, at: .task(task))))
    }
  }

  func redirect(at step: Step, for request: SignedInRequest) -> Event? { nil }

  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    switch step {
    case .app(let shown): return try await TaskFlow().page(at: shown, for: request.sending(intents(at: step)))
    case .glance: throw Failure(.notFound)
    }
  }
}

/// One screen in two flows, which make different steps of the same intent.
final class WrappedFlowTests: WorldTests {
  private func addresses<F: PageFlow>(on address: String, of flow: F) async throws -> Set<String>
  where F.Request == SignedInRequest {
    // An app of its own, since a page is kept by its address.
    let world = try world.copy()
    let step = try #require(F.addresses.step(at: address))
    let request = try await world.request(at: address)
    let response = await request.page { () async throws(Failure) in
      try await flow.presentedPage(at: step, for: request)
    }
    return Set(try await Answer(response).page.all("a").compactMap { $0["href"] })
  }

  @Test func `a step is put between a list and its tasks by the flow alone`() async throws {
    let list = try await world.makeList()
    let task = try #require(try await world.add("Milk", to: list).first)
    let own = try await addresses(on: "/lists/\(list)", of: TaskFlow())
    let wrapped = try await addresses(on: "/lists/\(list)", of: Glancing())
    #expect(own.contains("/tasks/\(task)") && !own.contains("/glance/\(task)"))
    #expect(wrapped.contains("/glance/\(task)") && !wrapped.contains("/tasks/\(task)"))
    #expect(own.subtracting(["/tasks/\(task)"]) == wrapped.subtracting(["/glance/\(task)"]))
  }

  @Test func `the same intent of the same screen has another result in another flow, and at another step`() throws {
    let templates = try TaskApp.templates(
      House.templates.path, assets: Assets(House.publicFiles.path), isReloading: false)
    let region = Region<TasksScreen>("tasks", in: .unloaded)
    let content = TasksScreen.Content(
      TaskRowPage(Samples.kitchen, number: 1, paging: Paging(Samples.kitchen.count, of: nil)))
    let wants = try templates.intents(of: region, in: .content(content, .idle), as: TaskIntent.self)
    let open = try #require(wants.first { $0.intent == .openTask(Samples.kitchen[0].id) }?.intent)
    let (list, task) = (TaskStep.list(Samples.listID(2)), Samples.kitchen[0].id)
    #expect(TaskFlow().after(.wants(open), at: list) == .show(.task(task)))
    #expect(Glancing().after(.wants(open), at: .app(list)) == .show(.glance(task)))
    #expect(Glancing().after(.wants(open), at: .app(.today())) == .show(.app(.task(task))))
  }
}
