import RemoteLists
import StatePages
import TaskApp
import Tasks

struct ServerChecks {
  typealias Ask = @Sendable (_ url: String) async -> Result<Probe.Answer, SourceFailure>

  /// The server's own address, such as `http://127.0.0.1:8080`, with the base path.
  let address: String
  var basePath = BasePath.root
  let allowedHosts: Set<String>
  let ask: Ask

  /// - Parameters:
  ///   - url: the public address; nil if none was named.
  ///   - mark: a new secret of 32 hexadecimal digits.
  func findings(_ url: PublicURL?, mark: String) async -> [Finding] {
    switch await ask("\(address)/health") {
    case .failure(let failure):
      return [
        url == nil
          ? .ok("server", "none answers at \(address) (\(Self.words(failure))); what only it can tell was left out")
          : .problem(
            "server", "none answers at \(address) (\(Self.words(failure)))",
            do: "Start it first, with the same settings as this command.")
      ]
    case .success(let answer):
      let inPublic =
        if let url { await askInPublic(url, mark) } else {
          [Finding.ok("proxy", "not tried: name the address that browsers use with --url")]
        }
      return health(answer) + inPublic
    }
  }

  private func health(_ answer: Probe.Answer) -> [Finding] {
    let lines = answer.body.split(separator: "\n").map(String.init)
    guard let version = lines.first(where: { $0.hasPrefix("fourfold ") }) else {
      return [
        .problem(
          "server", "what answers at \(address) is not Fourfold, or does not take this machine for its own",
          do: "Check --hostname and --port.")
      ]
    }
    var findings: [Finding] = []
    if answer.status != 200 {
      findings.append(
        .problem(
          "server", lines.first ?? "it is not well",
          do: "See \u{201C}What to do when\u{201D} in Documentation/Running.md."))
    }
    findings += lines.filter { $0.hasPrefix("warning: ") }.map {
      .warning("server", String($0.dropFirst("warning: ".count)), do: "See its log.")
    }
    if version != "fourfold \(TaskApp.version)" {
      findings.append(
        .warning("server", "it runs \(version), and this is \(TaskApp.version)", do: "Restart it to use this version."))
    }
    return findings.isEmpty ? [.ok("server", "\(version) answers at \(address)")] : findings
  }

  private func askInPublic(_ url: PublicURL, _ mark: String) async -> [Finding] {
    if let finding = ProxyCheck.path(url, basePath) { return [finding] }
    switch await ask("\(url.text)/health?mark=\(mark)") {
    case .failure(let failure):
      return [
        .problem(
          "proxy", "\(url.text) can't be reached from here (\(Self.words(failure)))",
          do: "Check the name, the certificate, and that the proxy runs.")
      ]
    case .success(let answer) where answer.status == 421:
      return [
        .problem("proxy", "the host \(url.host) is refused", do: "Start the server with --allowed-hosts \(url.host)")
      ]
    case .success: break
    }
    guard case .success(let answer) = await ask("\(address)/health?marked=\(mark)"),
      let seen = MarkedRequest(body: answer.body)
    else {
      return [
        .problem(
          "proxy", "a request to \(url.text) did not arrive at this server",
          do: "Let the proxy forward to \(address)"
            + (basePath.isRoot ? "." : ", and pass the path on as it is: with \(basePath) in front."))
      ]
    }
    return ProxyCheck.findings(seen, url, allowed: allowedHosts)
  }

  private static func words(_ failure: SourceFailure) -> String {
    let stored = failure.stored
    return [stored.code, stored.detail].compactMap(\.self).joined(separator: ", ")
  }
}
