import StatePages
import Tasks

extension SectionScreen {
  static var samples: [Sample<SectionScreen>] {
    let list = Samples.listID(2)
    let step = TaskStep.list(list, .arranging())
    func section(_ id: Int64, _ name: String, isFolded: Bool = false) -> ListSection {
      ListSection(id: SectionID(id), name: name, version: Samples.changeID(22), isFolded: isFolded, open: 8)
    }
    let walls = section(3, "Walls and floor")
    func caption(_ section: ListSection?, _ use: Caption.Use = .tasks) -> Caption {
      Caption(list: list, section: section, open: 8, use: use)
    }
    func used(_ rows: [TaskRow], more: Int = 0) -> Content {
      let page = TaskRowPage(rows, number: 1, paging: Paging(rows.count, of: nil))
      return Content(rows: .tasks(TasksScreen.Content(page, list: list)), section: SectionID(3), more: more)
    }
    func arranged(_ rows: [TaskRow], picked: ArrangedItem? = nil) -> Content {
      let content = ArrangingScreen.Content(
        rows.map(ArrangedItem.init), picked: picked, page: 1, of: Paging(rows.count, of: nil), step: step)
      return Content(rows: .arranged(content), section: SectionID(3), more: 0, isLast: true, hasBar: true)
    }
    let task = ArrangedItem(Samples.kitchen[2])
    return [
      Sample("tasks", caption: caption(walls), content: used(Samples.kitchen, more: 12)),
      Sample("steps", caption: caption(walls), content: used(Samples.outline)),
      Sample("long-name", caption: caption(section(3, Samples.world[5].title)), content: used(Samples.world)),
      Sample("unnamed", caption: caption(nil), content: used(Samples.kitchen)),
      Sample("arranging", caption: caption(walls, .picking), content: arranged(Samples.kitchen)),
      Sample("picked", caption: caption(walls, .moving(nil)), content: arranged(Samples.kitchen, picked: task)),
      Sample("picked-for-empty", caption: caption(walls, .moving(nil)), content: arranged([], picked: task)),
      Sample(
        "picked-section", caption: caption(walls, .moving(SectionID(4))),
        content: arranged(Samples.kitchen, picked: ArrangedItem(section(4, "Lighting")))),
    ]
  }
}
