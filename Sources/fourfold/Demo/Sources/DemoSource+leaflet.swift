import Tasks

extension DemoSource {
  /// A web page, as if the user had copied the wrong address.
  static let leaflet = DemoSource(
    name: "Street party", path: "/leaflet.html",
    behaviour: .prompt(
      DemoText(.page) { today in
        """
        <!doctype html>
        <html lang="en">
        <title>Our street party</title>
        <h1>Our street party</h1>
        <p>On \(today.adding(days: 30).iso), from three in the afternoon, between numbers 2 and 40.</p>
        <ul>
        <li>Number 7 brings the tables.</li>
        <li>Number 12 brings the lemonade.</li>
        <li>Number 31 brings the accordion, whether we like it or not.</li>
        </ul>
        </html>
        """ + "\n"
      }))
}
