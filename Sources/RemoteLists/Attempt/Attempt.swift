import Foundation
import NIOHTTP1
import Tasks

/// One try to come to a list, along all addresses that lead to it.
struct Attempt: Sendable {
  let address: SourceAddress
  let validators: Validators
  /// Which attempt it is, from 1.
  let number: Int
  let settings: FetchSettings
  let resolver: any AddressResolver
  let watch: Watch
  let deadline: ContinuousClock.Instant

  func run() async throws(Trouble) -> Answer {
    do {
      return try await follow()
    } catch let trouble as Trouble {
      throw trouble
    } catch let failure as SourceFailure {
      throw Trouble(failure)
    } catch {
      throw Trouble(SourceFailure(transport: error, at: watch.stage))
    }
  }

  private func follow() async throws -> Answer {
    var hop = try Hop(address.url, else: .noSuchHost, settings: settings)
    var login = address.login
    var seen: Set<Hop> = []
    while true {
      // Validators name what this very address answered; sent to another one, they could fit by chance.
      let asked = seen.isEmpty ? validators : .none
      seen.insert(hop)
      let question = Question(login: login, validators: asked, hint: ListHint(name: address.fileName))
      switch try await ask(question, at: hop) {
      case .answer(.file(let bytes, let new, let hint)):
        return .file(bytes, seen.count == 1 ? new : .none, hint)
      case .answer(.unchanged(let new)):
        return .unchanged(new)
      case .redirect(let location):
        let next = try hop.following(location, settings: settings)
        guard seen.count <= settings.redirects, !seen.contains(next) else { throw SourceFailure.tooManyRedirects }
        if next.origin != hop.origin { login = nil }
        hop = next
      }
    }
  }

  /// Asks one address: the name is looked up once, and whatever is connected to comes from that answer.
  private func ask(_ question: Question, at hop: Hop) async throws -> Reply {
    watch.connecting()
    let rules = AddressRules(allowsPrivate: settings.allowsPrivate, exempt: settings.exempt)
    var addresses = try await CheckedAddresses(of: hop.origin.host, by: resolver, rules: rules)
      .beginning(at: number)[...]
    while true {
      guard let next = addresses.popFirst() else { throw SourceFailure.unreachable }
      do {
        return try await ask(question, at: hop, by: next)
      } catch let error where watch.stage == .connecting && !addresses.isEmpty {
        switch SourceFailure(transport: error, at: .connecting) {
        // The host has other doors.
        case .refused, .unreachable: try Task.checkCancellation()
        case let failure: throw failure
        }
      }
    }
  }

  private func ask(_ question: Question, at hop: Hop, by address: IPAddress) async throws -> Reply {
    let left = deadline - .now
    guard left > .zero else { throw SourceFailure.timedOut(watch.stage) }
    let line = Line(to: hop, by: address, settings: settings, left: left, watch: watch)
    do {
      let reply = try await line.ask(question)
      await line.close()
      return reply
    } catch {
      await line.close()
      throw error
    }
  }
}
