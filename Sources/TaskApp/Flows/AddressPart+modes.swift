import StatePages
import Tasks

// The parts of addresses that tell the mode of a page, and its rows.

extension AddressPart {
  static func arranging<ID: LosslessStringConvertible & Hashable & Sendable>() -> Self
  where Value == ArrangingMode<ID> {
    AddressPart(.flag("arrange"), .query("picked")) { (arrange, picked: ID?) in
      picked.map { .arranging($0) } ?? (arrange ? .arranging() : .using)
    } components: { mode in
      switch mode {
      case .using: (false, nil)
      case .arranging(let picked): (picked == nil, picked)
      }
    }
  }
}

extension AddressPart<ListMode> {
  static var listMode: Self {
    AddressPart(
      .flag("arrange"), .query("picked"), .flag("several"), .flag("rename"), .flag("again"), .flag("select"),
      .flag("choose"), .query("choose"), .flag("add-section"), .query("picked-section")
    ) { (arrange, picked: TaskID?, several, rename, again, select, choose, chosen: TaskID?, add, moved: SectionID?) in
      if let picked { return .arranging(picked) }
      if let moved { return .movingSection(moved) }
      if add { return .addingSection }
      if arrange { return .arranging() }
      if several { return .addingSeveral }
      if rename { return .renaming }
      if again { return .startingAgain }
      if select { return .selecting }
      if let chosen { return .choosing(chosen) }
      return choose ? .choosing() : .using
    } components: { mode in
      var picked: TaskID?
      var chosen: TaskID?
      var moved: SectionID?
      switch mode {
      case .arranging(let task): picked = task
      case .choosing(let task): chosen = task
      case .movingSection(let section): moved = section
      case .using, .addingSeveral, .renaming, .addingSection, .startingAgain, .selecting: break
      }
      return (
        mode == .arranging(), picked, mode == .addingSeveral, mode == .renaming, mode == .startingAgain,
        mode == .selecting, mode == .choosing(), chosen, mode == .addingSection, moved
      )
    }
  }
}

extension AddressPart<ListRows> {
  /// The first page of the completed tasks is written as well, because it means that their section is expanded.
  static var listRows: Self {
    AddressPart(
      .query("section"), .flag("all-open"), .number("page"), .flag("done", value: "1"), .number("done"),
      .flag("live")
    ) {
      ListRows(section: $0, page: $2, completed: $3 ? $4 : nil, showsAll: $1, isLive: $5)
    } components: { rows in
      (rows.section, rows.showsAll, rows.page, rows.completed == 1, rows.completed ?? 1, rows.isLive)
    }
  }
}

extension AddressPart<TodayPages> {
  static var todayPages: Self {
    AddressPart(.flag("all"), .number("late"), .number("today"), .number("soon")) {
      TodayPages(whose: $0 ? .all : .mine, late: $1, today: $2, soon: $3)
    } components: {
      ($0.whose == .all, $0.late, $0.today, $0.soon)
    }
  }
}
