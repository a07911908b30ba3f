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
  func `a browser and its system are recognized by their user agent`(
    agent: String, browser: String, system: String?
  ) {
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
