/// Assembles the markup of a page from its layout and parts, for one request.
struct PageAssembly: Sendable {
  let page: Page
  let printer: RegionRenderer

  func whole(_ elements: [Markup]) -> Markup {
    let (before, behind) = page.frame(by: printer.catalogue).halves()
    var elements = elements[...]
    let parts = page.parts.map { part in
      switch part.kind {
      case .piece(_, _, let render): render(printer.catalogue)
      case .region: elements.popFirst() ?? .none
      }
    }
    return .joined([before] + parts + [behind])
  }

  /// The beginning of a streamed page, up to the stage's end, with placeholders for regions that still load.
  func opening(_ gathering: PageSnapshot) -> Markup {
    let (before, _) = page.frame(by: printer.catalogue).halves()
    var states = gathering.states[...]
    var slots: [Markup] = []
    var light: [Markup] = []
    for part in page.parts {
      switch part.kind {
      case .piece(let name, _, let render):
        slots.append(slot(name))
        light.append(render(printer.catalogue))
      case .region(let region):
        let state = states.popFirst() ?? region.pending
        if state.isSettled {
          slots.append(slot(region.name))
          light.append(state.print.element(printer))
        } else {
          slots.append(slot(region.name, state.print.placeholder(printer)))
        }
      }
    }
    let root = printer.catalogue.render(ShadowRoot(stylesheet: page.stylesheet, slots: .joined(slots)))
    return .joined([before, root] + light)
  }

  func closing() -> Markup {
    page.frame(by: printer.catalogue).halves().behind
  }

  private func slot(_ name: String, _ fallback: Markup = .none) -> Markup {
    printer.catalogue.render(Slot(name: name, fallback: fallback))
  }
}
