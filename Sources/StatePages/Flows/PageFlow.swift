public import Hummingbird
public import StateViews
import Synchronization

/// A flow on the web: each of its steps has an address and a page.
///
/// ```swift
/// struct Reading: PageFlow {
///   enum Step: Hashable, Sendable { case shelf(page: Int), book(Int) }
///   enum Event: Sendable { case opened(Int), closed }
///
///   func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
///     switch event {
///     case .opened(let book): .show(.book(book))
///     case .closed: .show(.shelf(page: 1))
///     }
///   }
///
///   static let addresses = StepAddresses<Step> {
///     StepAddress("/books", .number("page")) { .shelf(page: $0) }
///     StepAddress("/books/{id}", .segment) { .book($0) }
///   }
///
///   func page(at step: Step, for reader: Int) async throws(Failure) -> Page {
///     switch step {
///     case .shelf(let page): shelfPage(page, of: reader)
///     case .book(let id): bookPage(id, for: reader)
///     }
///   }
/// }
/// ```
///
/// The flow knows which step comes next and which page shows it, but not the content of that page. A view says what its links mean, and
/// the flow makes events of these intents, see ``IntentAddresses``: the address after an event is
/// `flow.address(after: .opened(4), at: .shelf(page: 1))`. Another order of steps only changes `after(_:at:)`.
public protocol PageFlow<Step, Event, Finish, Request>: Flow where Step: Hashable {
  /// What is known of a request before its page is made: the reader, and what they may see.
  associatedtype Request: Sendable

  /// The addresses of the steps.
  static var addresses: StepAddresses<Step> { get }

  /// What the intents on its pages are to this flow: its events, see ``IntentAddresses/init(events:)``. An event that is an intent itself
  /// needs no other.
  static var intents: IntentAddresses { get }

  /// An event that has already happened when a step is requested, which leads to another step at once; nil by default.
  /// - Throws: a failure, if that can't be determined.
  func redirect(at step: Step, for request: Request) async throws(Failure) -> Event?

  /// The page of a step.
  /// - Throws: the failure that is shown instead; it decides the status.
  func page(at step: Step, for request: Request) async throws(Failure) -> Page

  /// How a step is shown; alone by default.
  func presentation(of step: Step) -> Presentation<Step, Event>
}

extension PageFlow {
  /// A flow that is mounted in this one, in ``addresses``.
  public typealias Mount = FlowMount<Self>

  /// None has.
  public func redirect(at step: Step, for request: Request) -> Event? { nil }

  /// Alone.
  public func presentation(of step: Step) -> Presentation<Step, Event> { .alone }

  /// None but the events that are intents.
  public static var intents: IntentAddresses { IntentAddresses() }
}

extension PageFlow where Event == Step, Finish == Never {
  /// Where nothing but the way of the reader decides, an event is the step that it leads to.
  public func after(_ event: Step, at step: Step) -> Outcome<Step, Never> { .show(event) }
}

extension PageFlow where Finish == Never {
  /// The step after an event.
  public func step(after event: Event, at step: Step) -> Step {
    switch after(event, at: step) {
    case .show(let next): next
    }
  }

  /// The address that an event leads to, for a link that sends the event. The event must change nothing.
  public func address(after event: Event, at step: Step) -> PageAddress {
    Self.addresses.address(of: self.step(after: event, at: step))
  }

  /// Answers an accepted form, or an event that has already happened: with a redirect to the step after the event.
  public func redirect(after event: Event, at step: Step) -> Response {
    EventRecorder.current?.note(event, at: step)
    return .seeOther(address(after: event, at: step))
  }
}

/// Records the events of flows in a test.
package final class EventRecorder: Sendable {
  @TaskLocal package static var current: EventRecorder?
  private let events = Mutex<[(event: any Sendable, step: any Sendable)]>([])

  package init() {}

  /// The events, each with the step at which it happened, in order.
  package var all: [(event: any Sendable, step: any Sendable)] { events.withLock { $0 } }

  package func note(_ event: any Sendable, at step: any Sendable) { events.withLock { $0.append((event, step)) } }
}

extension Response {
  /// Redirects the client to a GET, as after every accepted form (RFC 9110, section 15.4.4).
  public static func seeOther(_ address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
  }

  /// Redirects the client to a GET.
  public static func seeOther(_ address: PageAddress) -> Response { seeOther(address.text) }
}
