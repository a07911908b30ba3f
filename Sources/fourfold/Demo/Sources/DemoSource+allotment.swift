import Tasks

extension DemoSource {
  /// A slow Markdown check list, with headings and nested tasks.
  static let allotment = DemoSource(
    name: "Allotment", path: "/allotment.md",
    behaviour: .slow(
      DemoText(.markdown) { today in
        """
        # Plot 14, behind the railway

        Whoever waters last turns the tap off. Written on \(today.iso).

        ## Beds

        - [ ] Dig over the bean bed
        - [ ] Sow broad beans
          - [x] Soak them overnight
          - [ ] Canes, twelve of them
          - [ ] A net, *before* the pigeons hear of it
        - [x] Spread the leaf mould
        - [ ] Ask Mr Adeyemi for rhubarb
          He divides his every other year.

        ## Shed

        - [ ] Oil the hinges
        - [ ] Find out who lives under the floor
          - [ ] If it is a hedgehog: leave the gap open
          - [ ] If it is a rat: have a word with it
        - [x] New felt on the roof

        ## Together

        1. [ ] Pay the water, \(today.adding(days: 12).iso) at the latest
        2. [ ] Work party at the hedge
        3. [ ] Bring back the long ladder
        """ + "\n"
      }, .seconds(4)))
}
