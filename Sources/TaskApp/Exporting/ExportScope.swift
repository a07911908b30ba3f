public import Foundation
import StatePages
public import TaskStore
public import Tasks

extension ExportRequest.Scope {
  /// The tasks of a list, or the matches of a saved filter. Nil for a followed list, which has no tasks of its own, and for a filter that
  /// asks for nothing.
  /// - Parameters:
  ///   - zone: the IANA name of the time zone that decides what is due.
  ///   - now: the current time.
  public init?(of list: ListSummary, in zone: String, at now: Date) {
    self.init(of: list, for: Look(timeZone: zone, now: Int64(now.timeIntervalSince1970)))
  }

  init?(of list: ListSummary, for look: Look) {
    if list.source != nil { return nil }
    guard let query = list.filter else {
      self = .list(list.id)
      return
    }
    guard let asked = SearchParameters(filterQuery: query) else { return nil }
    self.init(matching: asked, for: look)
  }

  /// The matches of a search. Nil if it asks for nothing, or can't be searched for.
  init?(matching asked: SearchParameters, for look: Look) {
    switch asked.text {
    case .blank where asked.isFiltered: self = .matches(text: nil, in: asked.filter(for: look))
    case .text(let text): self = .matches(text: text, in: asked.filter(for: look))
    case .blank, .tooLong: return nil
    }
  }
}
