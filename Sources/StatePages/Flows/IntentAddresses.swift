public import Hummingbird
public import StateViews

/// What a flow makes of the intents of screens: the address of each, where the flow is mounted.
///
/// ```swift
/// let addresses = IntentAddresses { (intent: ShelfIntent) in
///   switch intent {
///   case .open(let book): Reading.addresses.address(of: .book(book))
///   }
/// }
/// ```
///
/// The addresses of an app's flow are given to ``Templates``. A page of a flow that is mounted elsewhere has its own, by
/// ``Page/sending(_:)``.
public struct IntentAddresses: Sendable {
  /// The first that takes an intent answers.
  @usableFromInline private(set) var boxes: [any IntentBox] = []

  /// None: no screen sends an intent.
  public init() {}

  /// Creates the addresses of one type of intent.
  /// - Parameter address: the address of the step or form that an intent leads to.
  public init<I: Intent>(_ address: @escaping @Sendable (I) -> PageAddress) {
    boxes = [TypedIntents(address)]
  }

  /// Creates the addresses of a type that is known at run time only.
  init<I: Intent>(
    _: I.Type, note: (@Sendable (I) -> Void)? = nil, _ address: @escaping @Sendable (I) -> PageAddress
  ) {
    boxes = [TypedIntents(address, note: note)]
  }

  /// These, and `others` for the intents that these don't have.
  public func or(_ others: Self) -> Self {
    var all = self
    all.boxes += others.boxes
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
    for box in boxes { (box as? TypedIntents<I>)?.note?(intent) }
    return .seeOther(address(of: intent))
  }

  func take(_ type: any Intent.Type) -> Bool { boxes.contains { $0.type == type } }

  /// The addresses below a path.
  func below(_ root: [String]) -> Self {
    if root.isEmpty { return self }
    var all = self
    all.boxes = boxes.map { $0.below(root) }
    return all
  }
}

@usableFromInline
protocol IntentBox: AnyObject, Sendable {
  var type: any Intent.Type { get }

  /// The addresses below a path.
  func below(_ root: [String]) -> any IntentBox
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

  @usableFromInline func below(_ root: [String]) -> any IntentBox {
    TypedIntents(
      { [address] in
        var address = address($0)
        address.path = root + address.path
        return address
      }, note: note)
  }
}
