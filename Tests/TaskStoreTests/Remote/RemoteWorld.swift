import Foundation
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

extension World {
  func drafted(_ address: SourceAddress) async throws -> SourceID {
    guard case .draft(let id) = try await store[account].draftSource(address) else {
      throw Unexpected(what: "followed already")
    }
    return id
  }

  /// A followed list, with a copy if there are tasks. Its address contains the list's name.
  func follow(_ name: String, _ tasks: [PortableTask]? = nil) async throws -> (list: ListID, source: SourceID) {
    let address = SourceAddress.at("https://\(name.lowercased()).example/tasks")
    let source = try await drafted(address)
    if let tasks { try await fetched(tasks, source, address) }
    let list = try await store[account].follow(source, as: ListName(validating: name), submission: .fresh()).list
    return (list, source)
  }

  @discardableResult
  func fetched(
    _ tasks: [PortableTask], _ source: SourceID, _ address: SourceAddress, validators: Validators = .none,
    title: String? = nil, skipped: Int = 0, format: PortableFormat = .iCalendar
  ) async throws -> Source? {
    let list = ReadList(format: format, title: title, tasks: tasks, skipped: skipped)
    return try await record(.fetched(list, validators), source, address)
  }

  @discardableResult
  func record(_ outcome: FetchOutcome, _ source: SourceID, _ address: SourceAddress) async throws -> Source? {
    let now = clock.now
    return try await store.record(outcome, of: source, from: address, at: now, next: now.addingTimeInterval(3_600))
  }

  /// The tasks of a followed list, in its order.
  func followed(_ list: ListID) async throws -> [TaskRow] {
    let rows = try await store[account].followedRows(open: 1, closed: 1, of: 10_000, in: list)
    return rows.open.rows + rows.closed.rows
  }
}

struct Unexpected: Error {
  let what: String
}

extension SourceAddress {
  static func at(_ url: String) -> SourceAddress { SourceAddress(url: url, host: String(url.split(separator: "/")[1])) }
}

extension PortableTask {
  static func named(_ title: String, done: Bool = false, section: String? = nil, depth: Int = 0) -> PortableTask {
    PortableTask(
      uid: "key-of-\(title)", draft: TaskDraft(title: title, notes: "", due: nil, priority: .none),
      completed: done ? .unknown : nil, depth: depth, section: section)
  }
}
