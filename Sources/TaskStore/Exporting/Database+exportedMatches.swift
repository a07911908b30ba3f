import GRDB
import Tasks

extension Database {
  /// The tasks of each list that a search finds, however many they are, each before those of its steps that are found as well.
  func exportedMatches(
    of text: String?, in filter: TaskFilter, for account: AccountID
  ) throws -> [Int64: [ExportedMatch]] {
    var found: [Int64: [Int64]] = [:]
    if let text {
      var before: TaskID?
      repeat {
        let search = Search(
          text: text, filter: filter, order: .newest, before: before, window: Limits.searchMatches, account: account)
        guard case .found(let matches) = try self.matches(of: search) else { return [:] }
        for key in matches.keys { found[key.list.id, default: []].append(key.id) }
        before = matches.olderThan
      } while before != nil
    } else {
      // List by list, because a scan compares only as many tasks as a few lists have.
      for list in try rows(FilterQuery.lists, [account.value, filter.list?.value], { $0[1] as Int64 }) {
        var filter = filter
        filter.list = ListID(list)
        let scan = try FilterScan(self, account, filter, .list, limit: 2 * Limits.tasksPerList)
        if scan.isCut { throw StoreError.internal("a list with more tasks than a filter compares") }
        if !scan.found.isEmpty { found[list] = scan.found.map(\.id) }
      }
    }
    return try found.mapValues { try nested($0) }
  }

  /// Tasks of one list in its order, each before its steps.
  private func nested(_ tasks: [Int64]) throws -> [ExportedMatch] {
    var places: [Int64: (parent: Int64?, position: Int64)] = [:]
    var missing = tasks
    // The parents of parents, level by level.
    while !missing.isEmpty {
      let parents = try rows(ExportQuery.places, [missing.map { TaskID($0) }.json]) { row in
        (id: row[0] as Int64, parent: row[1] as Int64?, position: row[2] as Int64)
      }
      for row in parents { places[row.id] = (row.parent, row.position) }
      missing = Array(Set(parents.compactMap(\.parent)).filter { places[$0] == nil })
    }
    func path(to task: Int64) -> [Place] {
      var (path, current): ([Place], Int64?) = ([], task)
      while let id = current, let place = places[id], path.count < Limits.subtaskLevels {
        path.append(Place(position: place.position, id: id))
        current = place.parent
      }
      return path.reversed()
    }
    let chosen = Set(tasks)
    return tasks.map(path).sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
      path.last.map { last in ExportedMatch(id: last.id, depth: path.count { chosen.contains($0.id) } - 1) }
    }
  }
}
