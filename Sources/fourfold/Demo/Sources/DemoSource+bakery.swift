import Tasks

extension DemoSource {
  /// A todo.txt file on a server that is busy at every other request.
  static let bakery = DemoSource(
    name: "Night bakery", path: "/bakery.txt",
    behaviour: .everyOther(
      DemoText(.plain) { today in
        """
        (A) \(today.adding(days: -1).iso) Feed the sourdough +starter @cellar due:\(today.iso)
        (A) Order rye flour, the mill is shut next week +stock @phone due:\(today.adding(days: 1).iso)
        (B) Scrape down the big table +cleaning @bakehouse
        (B) Ask the school how many rolls for the fair +orders @phone due:\(today.adding(days: 5).iso)
        (C) Write the recipe for the plum plait down at last +recipes
        (D) Find the lid of the blue tin @cellar
        Sharpen the bread knife +tools @bakehouse
        New string for the apron that keeps coming undone
        x \(today.adding(days: -1).iso) \(today.adding(days: -3).iso) Sweep the chimney +cleaning @roof
        x \(today.adding(days: -4).iso) Mend the bell over the door @shop
        """ + "\n"
      }))
}
