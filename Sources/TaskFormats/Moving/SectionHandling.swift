import Tasks

/// What the sections, headings and buckets of an imported list become.
package enum SectionHandling: String, CaseIterable, Hashable, Sendable {
  /// Sections of the list.
  case sections
  /// A tag of each of their tasks.
  case tags
  /// A list for each of them.
  case lists
}

extension PortableFile {
  package var hasSections: Bool { lists.contains { !$0.headings.isEmpty || $0.tasks.contains { $0.section != nil } } }

  /// The file with sections in order, or without them. Nested tasks stay with their ancestors.
  package func converting(_ groups: SectionHandling) -> PortableFile {
    var file = self
    let several = lists.count > 1
    file.lists = lists.flatMap { list in
      var converted =
        switch groups {
        case .sections: [list.orderingSections()]
        case .tags: [list.taggingSections()]
        case .lists: list.dividedBySections(namingList: several)
        }
      let kept = Set(converted[0].headings + list.tasks.compactMap(\.section))
      for heading in list.headings where !kept.contains(heading) {
        converted[0].remarks.add(.section, value: heading)
      }
      return converted
    }
    return file
  }
}

extension PortableList {
  /// The tasks outside of sections first, then those of each section. What is more than a list can have become tags.
  fileprivate func orderingSections() -> PortableList {
    let names = sections
    if names.isEmpty { return self }
    let places = Dictionary(
      uniqueKeysWithValues: names.prefix(Limits.sectionsPerList).enumerated().map { ($1, $0 + 1) })
    var list = names.count > places.count ? taggingSections { places[$0] == nil } : self
    list.headings = Array(names.prefix(places.count))
    var parts = Array(repeating: [PortableTask](), count: places.count + 1)
    var place = 0
    for task in list.tasks {
      if task.depth == 0 { place = task.section.flatMap { places[$0] } ?? 0 }
      var task = task
      if task.depth > 0 { task.section = nil }
      parts[place].append(task)
    }
    list.tasks = Array(parts.joined())
    return list
  }

  /// A section that is no tag stays in the notes.
  fileprivate func taggingSections(where isTag: (String) -> Bool = { _ in true }) -> PortableList {
    var list = self
    list.headings = []
    for index in tasks.indices {
      guard let section = tasks[index].section, isTag(section) else { continue }
      list.tasks[index].section = nil
      if !list.tasks[index].draft.tags.insert(named: section) { list.addToNotes(ofTask: index, section) }
    }
    return list
  }

  /// The list itself with the tasks outside of sections, unless there are none, then a list for each section.
  fileprivate func dividedBySections(namingList: Bool) -> [PortableList] {
    var order: [String] = []
    var parts: [String: PortableList] = [:]
    var rest = self
    (rest.tasks, rest.headings) = ([], [])
    var section: String?
    for task in tasks {
      if task.depth == 0 { section = task.section }
      var task = task
      task.section = nil
      guard let section else {
        rest.tasks.append(task)
        continue
      }
      if parts[section] == nil {
        order.append(section)
        let name = [namingList ? name : nil, section].compactMap(\.self).joined(separator: ": ")
        parts[section] = PortableList(name: ItemText.name(Array(name.utf8)[...]), created: created, deleted: deleted)
      }
      parts[section]?.tasks.append(task)
    }
    var lists = order.compactMap { parts[$0] }
    if lists.isEmpty || !rest.tasks.isEmpty { return [rest] + lists }
    lists[0].remarks.add(remarks)
    return lists
  }
}
