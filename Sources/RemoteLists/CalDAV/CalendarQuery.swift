import Tasks

/// Brings the tasks of a calendar on a CalDAV server (RFC 4791).
struct CalendarQuery: Sendable {
  /// What the copy that is there was named by; empty for none.
  let tag: String

  /// The tasks of the calendar at an address, unless they are what the tag names.
  func answer(at hop: Hop, _ exchange: inout Exchange) async throws -> SourceAnswer {
    let answered = try await exchange.send(.properties, to: hop)
    guard answered.response.status == 207 else { throw AttemptFailure(answered.response) }
    guard let calendar = try answered.resources().first, calendar.isCalendar else {
      throw SourceFailure.unreadable(.unknown)
    }
    return try await answer(of: calendar, at: answered.hop, &exchange)
  }

  /// The tasks of a calendar whose properties are known. What changes between the two questions is seen the next time.
  func answer(of calendar: DAVResource, at hop: Hop, _ exchange: inout Exchange) async throws -> SourceAnswer {
    let validators = Validators(collection: calendar.tag)
    if !tag.isEmpty, tag == calendar.tag { return .unchanged(validators) }
    let answered = try await exchange.send(.tasks, to: hop)
    guard answered.response.status == 207 else { throw AttemptFailure(answered.response) }
    // The server's own order is nobody's: by address, the same list comes out the same.
    let items = try answered.resources().sorted { $0.href.utf8.lexicographicallyPrecedes($1.href.utf8) }
      .compactMap(\.calendarData)
    return .calendar(items, title: calendar.displayName, validators)
  }
}

extension Exchange.Answered {
  /// What a multi-status response tells of.
  func resources() throws(SourceFailure) -> [DAVResource] {
    do {
      return try DAVResource.all(in: response.body)
    } catch .tooLarge {
      throw .tooLarge
    } catch {
      throw .malformed
    }
  }
}
