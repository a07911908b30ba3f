import Foundation
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
  func follow(_ name: String, _ tasks: [RemoteTask]? = nil) async throws -> (list: ListID, source: SourceID) {
    let address = SourceAddress.at("https://\(name.lowercased()).example/tasks")
    let source = try await drafted(address)
    if let tasks { try await fetched(tasks, source, address) }
    let list = try await store[account].follow(source, as: ListName(validating: name), submission: .fresh()).list
    return (list, source)
  }

  @discardableResult
  func fetched(
    _ tasks: [RemoteTask], _ source: SourceID, _ address: SourceAddress, validators: Validators = .none,
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

  func remote(_ source: SourceID, openOnly: Bool = false, limit: Int? = nil) async throws -> [RemoteTask] {
    try await store[account].remoteTasks(of: source, openOnly: openOnly, limit: limit)
  }
}

extension AccountStore {
  /// The tasks of a source's last good copy, in its order.
  func remoteTasks(of source: SourceID, openOnly: Bool, limit: Int? = nil) async throws(Problem) -> [RemoteTask] {
    let pages = try await remotePages(of: 100_000, of: source)
    let tasks = pages.open.rows + (openOnly ? [] : pages.closed.rows)
    return tasks.sorted { $0.number < $1.number }.prefix(limit ?? .max).map(\.task)
  }
}

struct Unexpected: Error {
  let what: String
}

extension SourceAddress {
  static func at(_ url: String) -> SourceAddress { SourceAddress(url: url, host: String(url.split(separator: "/")[1])) }
}

extension RemoteTask {
  static func named(_ title: String, _ status: RemoteStatus = .open(percent: 0)) -> RemoteTask {
    RemoteTask(key: "key of \(title)", title: title, status: status)
  }
}
