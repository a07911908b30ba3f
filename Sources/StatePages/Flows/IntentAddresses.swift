public import Hummingbird
public import StateViews

/// What a flow makes of the intents of screens: the address of each, at the step whose page sends it.
///
/// ```swift
/// static let intents = IntentAddresses(events: { (intent: ShelfIntent) -> Event in
///   switch intent {
///   case .open(let book): .opened(book)
///   case .turn(let page): .turned(to: page)
///   }
/// })
/// ```
///
/// An intent becomes an event of the flow, ``Flow/after(_:at:)`` answers it with the next step, and the link has the address of that step.
/// Another flow may answer the same intent otherwise. The addresses of an app's flow are given to ``Templates``; each page of a flow has
/// those of its step, by ``Page/sending(_:)``.
public struct IntentAddresses: Sendable {
  /// The first that takes an intent answers.
  @usableFromInline private(set) var boxes: [any IntentBox] = []
  /// The flows that they belong to in order, each with the number of its own; nil for those of no flow.
  private var flows: [(flow: MountedFlow?, count: Int)] = []

  /// None: no screen sends an intent.
  public init() {}

  /// Creates the addresses of intents that are events of a flow: each leads to the step after its event.
  /// - Parameter event: the event of an intent.
  public init<I: Intent, Event: Sendable>(events event: @escaping @Sendable (I) -> Event) {
    (boxes, flows) = ([EventIntents(event)], [(nil, 1)])
  }

  /// Creates the addresses of one type of intent, the same at every step.
  /// - Parameter address: the address that an intent leads to.
  public init<I: Intent>(_ address: @escaping @Sendable (I) -> PageAddress) {
    (boxes, flows) = ([TypedIntents(address)], [(nil, 1)])
  }

  /// Creates the addresses of a type that is known at run time only.
  init<I: Intent>(
    _: I.Type, note: (@Sendable (I) -> Void)? = nil, _ address: @escaping @Sendable (I) -> PageAddress
  ) {
    (boxes, flows) = ([TypedIntents(address, note: note)], [(nil, 1)])
  }

  /// Combines these addresses with `others`, for the intents that these don't have.
  public func or(_ others: Self) -> Self {
    var all = self
    all.boxes += others.boxes
    all.flows += others.flows
    return all
  }

  /// The addresses at another step of one of the flows, for a page that is shown in place of that of the step, such as a page that is made
  /// again by a form that was rejected.
  public func at(_ step: some Sendable) -> Self {
    var all = Self()
    var rest = boxes[...]
    for (flow, count) in flows {
      if let there = flow?.intents(step) {
        all = all.or(there)
      } else {
        all.boxes += rest.prefix(count)
        all.flows.append((flow, count))
      }
      rest = rest.dropFirst(count)
    }
    return all
  }

  /// The address of a step, where its flow is mounted: for answers to forms, which know what comes next. Screens name none.
  public func address(ofStep step: some Sendable) -> PageAddress {
    for (flow, _) in flows {
      if let address = flow?.address(step) { return address }
    }
    assertionFailure("no flow here has the step \(step)")
    return PageAddress()
  }

  /// The addresses at a step of a mounted flow.
  func of(_ flow: MountedFlow) -> Self {
    var all = self
    all.flows = [(flow, boxes.count)]
    return all
  }

  /// The address of an intent. The templates were verified to send none without one.
  @inlinable
  public func address<I: Intent>(of intent: I) -> PageAddress {
    // Inlinable, so that an app's intents are taken by code for their type. A page prints a thousand of them.
    for box in boxes {
      if let typed = box as? TypedIntents<I> { return typed.address(intent) }
    }
    assertionFailure("no address for the intent \(intent)")
    return PageAddress()
  }

  /// Answers an accepted form with a redirect to where an intent leads.
  public func redirect<I: Intent>(after intent: I) -> Response {
    boxes.lazy.compactMap { $0 as? TypedIntents<I> }.first?.note?(intent)
    return .seeOther(address(of: intent))
  }

  /// The addresses at a step of a flow, for the intents that are its events.
  /// - Parameters:
  ///   - note: notes the event of an intent, for tests.
  ///   - address: the address of the step after an event.
  func at<Event: Sendable>(
    note: @escaping @Sendable (Event) -> Void, _ address: @escaping @Sendable (Event) -> PageAddress
  ) -> Self {
    var all = self
    all.boxes = boxes.map { $0.at(note, address) }
    return all
  }

  /// The addresses where no step is known: an intent that is an event leads to the root of its flow.
  var alone: Self {
    var all = self
    all.boxes = boxes.map(\.alone)
    return all
  }

  func accept(_ type: any Intent.Type) -> Bool { boxes.contains { $0.type == type } }

  /// The addresses below a path.
  func below(_ root: [String]) -> Self {
    if root.isEmpty { return self }
    var all = self
    all.boxes = boxes.map { $0.below(root) }
    return all
  }
}

/// A flow where it is mounted, for values of any type: nil unless they are its steps.
final class MountedFlow: Sendable {
  let intents: @Sendable (any Sendable) -> IntentAddresses?
  let address: @Sendable (any Sendable) -> PageAddress?

  init(
    _ intents: @escaping @Sendable (any Sendable) -> IntentAddresses?,
    address: @escaping @Sendable (any Sendable) -> PageAddress?
  ) {
    (self.intents, self.address) = (intents, address)
  }
}

@usableFromInline
protocol IntentBox: AnyObject, Sendable {
  var type: any Intent.Type { get }

  /// The addresses below a path.
  func below(_ root: [String]) -> any IntentBox
  /// The addresses at a step, if its intents are such events.
  func at<Event: Sendable>(
    _ note: @escaping @Sendable (Event) -> Void, _ address: @escaping @Sendable (Event) -> PageAddress
  ) -> any IntentBox
  /// The addresses where no step is known, as on the page of a failure.
  var alone: any IntentBox { get }
}

/// Intents that are events of a flow. Apart from a step, each leads to the root of the flow.
private final class EventIntents<I: Intent, Event: Sendable>: IntentBox {
  private let event: @Sendable (I) -> Event
  private let root: [String]
  var type: any Intent.Type { I.self }

  init(_ event: @escaping @Sendable (I) -> Event, root: [String] = []) { (self.event, self.root) = (event, root) }

  func below(_ root: [String]) -> any IntentBox { EventIntents(event, root: root + self.root) }

  func at<Other: Sendable>(
    _ note: @escaping @Sendable (Other) -> Void, _ address: @escaping @Sendable (Other) -> PageAddress
  ) -> any IntentBox {
    guard let own = self as? EventIntents<I, Other> else { return self }
    let event = own.event
    return TypedIntents({ address(event($0)) }, note: { note(event($0)) })
  }

  var alone: any IntentBox { TypedIntents<I>({ [root] _ in PageAddress(path: root) }) }
}

@usableFromInline
final class TypedIntents<I: Intent>: IntentBox {
  @usableFromInline let address: @Sendable (I) -> PageAddress
  @usableFromInline var type: any Intent.Type { I.self }
  /// Notes an intent that is an event, for tests.
  let note: (@Sendable (I) -> Void)?

  init(_ address: @escaping @Sendable (I) -> PageAddress, note: (@Sendable (I) -> Void)? = nil) {
    (self.address, self.note) = (address, note)
  }

  @usableFromInline func at<Event: Sendable>(
    _ note: @escaping @Sendable (Event) -> Void, _ address: @escaping @Sendable (Event) -> PageAddress
  ) -> any IntentBox { self }

  @usableFromInline var alone: any IntentBox { self }

  @usableFromInline func below(_ root: [String]) -> any IntentBox {
    TypedIntents(
      { [address] in
        var address = address($0)
        address.path = root + address.path
        return address
      }, note: note)
  }
}
