import StatePages

/// The layout of a page inside a shell: that of the page without its head, which was sent with the shell.
struct InsideLayout: Layout {
  static let template = "layouts/inside"
  static let fields: [String: Field<InsideLayout>] = PageLayout.body(\.layout)
  let layout: PageLayout
}
