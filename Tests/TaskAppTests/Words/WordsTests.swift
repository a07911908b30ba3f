import StateViews
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct UserAgentTests {
  @Test(arguments: [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0", "Firefox", "Linux"),
    ("Mozilla/5.0 (Android 16; Mobile; rv:149.0) Gecko/149.0 Firefox/149.0", "Firefox", "Android"),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/149.0 Mobile/15E148 Safari/605.1.15",
      "Firefox", "iPhone"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
      "Chrome", "Windows"
    ),
    (
      "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
      "Chrome", "ChromeOS"
    ),
    (
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
      "Samsung Internet", "Android"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
      "Edge", "Windows"
    ),
    (
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 EdgA/150.0.0.0",
      "Edge", "Android"
    ),
    (
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 OPR/130.0.0.0",
      "Opera", "macOS"
    ),
    (
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari", "macOS"
    ),
    (
      "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
      "Safari", "iPad"
    ),
    ("Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1", "Lynx", nil),
    ("curl/8.14.1", "curl", nil),
  ])
  func `a browser and its system are recognized by their user agent`(agent: String, browser: String, system: String?) {
    let name = UserAgent(agent: agent)
    #expect(name.browser == browser)
    #expect(name.system == system)
    #expect(name.isPhone == ["Android", "iPhone"].contains(system))
  }

  @Test(arguments: ["", " ", "Mozilla/5.0", "\u{0}", String(repeating: "<b>", count: 160)])
  func `any other user agent is unknown`(agent: String) {
    #expect(UserAgent(agent: agent).browser == nil)
    #expect(UserAgent(agent: agent).system == nil)
  }

  @Test func `a system is recognized without its browser`() {
    let name = UserAgent(agent: "Something (Linux)")
    #expect(name.browser == nil)
    #expect(name.system == "Linux")
  }
}

struct FieldErrorTests {
  @Test func `tasks at a time are not those of a list`() {
    let error = FieldError(FieldProblem(.titles, .tooMany(limit: 1_000)))
    #expect(error.template == "words/error.too-many-at-once" && error.limit == 1_000)
    #expect(FieldError(.limit(.tasksAtOnce(1_000)), name: "")?.template == "words/error.too-many-at-once")
    #expect(FieldError(.limit(.tasks(10_000)), name: "")?.template == "words/error.too-many")
  }

  @Test func `the allowed ports are listed`() {
    let usual = SourceFailure.blockedPort(8_080).facts(within: FetchBounds())
    #expect(usual == ["port": .text("8080"), "ports": .text("80"), "lastPort": .text("443")])
    let more = SourceFailure.blockedPort(8_080).facts(within: FetchBounds(ports: [8_443, 8_000]))
    #expect(more["ports"] == .text("80, 443, 8000") && more["lastPort"] == .text("8443"))
  }

  @Test(arguments: [
    (Duration.zero, 1), (.milliseconds(1), 1), (.seconds(60), 1), (.milliseconds(60_001), 2),
    (.seconds(119), 2), (.seconds(180), 3),
  ])
  func `a wait is in minutes, rounded up, one at least`(wait: Duration, minutes: Int) {
    #expect(FieldError.tooManyTries(wait: wait).limit == minutes)
  }

  @Test(arguments: [InputField.password, .newPassword, .passwordAgain])
  func `an error about a password does not say that the text is still there`(field: InputField) {
    let problems: [Problem] = [.blank, .tooLong(limit: 256), .tooLarge(bytes: 4096)]
    for problem in problems {
      let told = FieldError(FieldProblem(field, problem)).template
      #expect(
        ["words/error.no-password", "words/error.password-too-long", "words/error.password-too-large"].contains(told))
    }
  }
}

struct TextDifferenceTests {
  @Test(arguments: [
    ("a b c", "a x c", ["a ", "b", " c"], ["a ", "x", " c"]), ("a", "a b", ["a", "", ""], ["a", " b", ""]),
    ("", "a", ["", "", ""], ["", "a", ""]), ("same", "same", ["same", "", ""], ["same", "", ""]),
    ("a a", "a", ["a", " a", ""], ["a", "", ""]),
    ("one\ntwo", "one\n\ntwo", ["one", "\n", "two"], ["one", "\n\n", "two"]),
    ("é", "e\u{301}", ["", "é", ""], ["", "e\u{301}", ""]),
  ])
  func `texts are divided into what they have in common and what differs`(
    first: String, second: String, one: [String], other: [String]
  ) {
    let difference = TextDifference(first, second)
    for (parts, expected) in [(difference.first, one), (difference.second, other)] {
      #expect([parts.before, parts.changed, parts.after].map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
  }
}
