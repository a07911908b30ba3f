public import Foundation

/// Where a list lives that is fetched from elsewhere, and how fetching it went. It exists before the list does: whoever is
/// about to follow one looks at it first.
public struct Source: Hashable, Sendable {
  /// Its number.
  public let id: SourceID
  /// The list that shows it; nil until somebody follows it.
  public let list: ListID?
  /// Where it lives.
  public let address: SourceAddress
  /// The last good copy; nil before the first.
  public let copy: SourceCopy?
  /// What names the copy at its source.
  public let validators: Validators
  /// When a fetch ended last, well or not.
  public let asked: Date?
  /// How the last fetch failed; nil if it went well, or if there was none.
  public let trouble: OngoingFailure?
  /// The source asked not to be asked again before.
  public let notBefore: Date?
  /// When a person asked for it to be fetched anew; nil once that was done.
  public let wanted: Date?
  /// Raised by everything that changes what is told here.
  public let revision: Int

  /// A source as it is stored.
  public init(
    id: SourceID, list: ListID?, address: SourceAddress, copy: SourceCopy?, validators: Validators, asked: Date?,
    trouble: OngoingFailure?, notBefore: Date?, wanted: Date?, revision: Int
  ) {
    self.id = id
    self.list = list
    self.address = address
    self.copy = copy
    self.validators = validators
    self.asked = asked
    self.trouble = trouble
    self.notBefore = notBefore
    self.wanted = wanted
    self.revision = revision
  }
}

/// The number of a source.
public typealias SourceID = Identifier<Source>

/// The last good copy of a list from elsewhere, but for its tasks.
public struct SourceCopy: Hashable, Sendable {
  /// Which format it came in.
  public let format: ListFormat
  /// What it calls itself.
  public let title: String?
  /// How many of its tasks are open.
  public let open: Int
  /// How many are completed or cancelled.
  public let closed: Int
  /// How many items could not be read.
  public let skipped: Int
  /// How many completed or cancelled tasks were left out, for there was room for the open ones only.
  public let omitted: Int
  /// How many appointments there are, which are no tasks.
  public let appointments: Int
  /// When it came.
  public let fetched: Date
  /// When the source last said that it is still so: this is its age.
  public let checked: Date
  /// Whether it came from an address that the source has left since.
  public let isFormer: Bool

  /// Whether there was nothing in it at all, not even something that could not be read.
  public var isEmpty: Bool { open + closed + skipped == 0 }

  /// A copy as it is stored.
  public init(
    format: ListFormat, title: String?, open: Int, closed: Int, skipped: Int, omitted: Int = 0, appointments: Int = 0,
    fetched: Date, checked: Date, isFormer: Bool = false
  ) {
    self.format = format
    self.title = title
    self.open = open
    self.closed = closed
    self.skipped = skipped
    self.omitted = omitted
    self.appointments = appointments
    self.fetched = fetched
    self.checked = checked
    self.isFormer = isFormer
  }
}

/// A failure that lasts.
public struct OngoingFailure: Hashable, Sendable {
  /// How the last fetch failed.
  public let failure: SourceFailure
  /// When the first of the fetches failed that went wrong since the last good one.
  public let since: Date
  /// How many have failed since.
  public let times: Int

  /// A failure as it is stored.
  public init(failure: SourceFailure, since: Date, times: Int) {
    self.failure = failure
    self.since = since
    self.times = times
  }
}

/// A change of state of a source, or how often it stayed in one.
public struct SourceEvent: Hashable, Sendable {
  /// What it came to be.
  public let state: State
  /// Where that was: the source may have another address now.
  public let host: String
  /// When it first did.
  public let at: Date
  /// When it last did.
  public let last: Date
  /// How many fetches in a row ended so.
  public let times: Int
  /// What the fetch brought and took; nil where the same tasks were there before, or none had been fetched.
  public let changes: SourceChanges?

  /// What a fetch came to.
  public enum State: Hashable, Sendable {
    /// A new copy came: how many tasks, and how many items could not be read.
    case content(open: Int, closed: Int, skipped: Int)
    /// The source has no tasks.
    case empty
    /// It failed.
    case failed(SourceFailure)
  }

  /// An event as it is stored.
  public init(state: State, host: String, at: Date, last: Date, times: Int, changes: SourceChanges? = nil) {
    self.state = state
    self.host = host
    self.at = at
    self.last = last
    self.times = times
    self.changes = changes
  }
}
