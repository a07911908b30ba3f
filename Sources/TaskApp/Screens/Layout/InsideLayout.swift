import StatePages

/// The body of a page inside a shell: all that the page's own layout prints but its head, which has been sent.
struct InsideLayout: Layout {
  static let template = "layouts/inside"
  static let fields: [String: Field<InsideLayout>] = PageLayout.body(\.layout)
  let layout: PageLayout
}
