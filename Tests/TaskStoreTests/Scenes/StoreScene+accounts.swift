import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Steps of signing in, and of the secrets of an account. Each secret has a name, which makes its digest.
extension StoreScene {
  /// Takes such a step, and returns what is to be told; nil if it is another one.
  func access(_ step: Step) async throws -> [String]? {
    switch step.name {
    case "register": try await register(step[0])
    case "credentials":
      return [try await store.credentials(of: Username(validating: step[0]))?.record ?? "none"]
    case "accounts":
      return try await store.accounts().map {
        "\($0.account.name): \($0.usage.lists) lists, \($0.usage.tasks) tasks, \($0.sessions) sessions, "
          + "seen in \(name(of: $0.lastSeen))"
      }
    case "account":
      let account = try await store.account(world.account)
      return [
        "\(account.name), zone \(account.settings.timeZone ?? "none"), settings of \(name(of: account.settingsChanged)), "
          + "password of \(name(of: account.passwordChanged))\(account.isOperator ? ", operator" : "")"
      ]
    case "settings":
      let input = AccountSettingsInput(timeZone: step[0], theme: "dark", rows: "50")
      try await mine.setSettings(AccountSettings(validating: input))
    case "password":
      try await store.setPassword(
        step[0], insteadOf: step["old"], of: world.account, keeping: step["keeping"].map(digest),
        endingSecrets: step["secrets"] == "end", recording: entry(step))
    case "rehash": try await store.replaceRecord(step[0], insteadOf: step[1], of: world.account)
    case "operator": return ["\(try await store.setOperator(world.account, to: step[0] == "yes"))"]
    case "disable": try await store.disableAccount(world.account)
    case "enable": try await store.enableAccount(world.account)
    case "remove-account": return ["\(try await store.removeAccount(world.account))".replacing("TaskStore.", with: "")]
    case "sign-in":
      try await store.beginSession(
        digest: digest(step[0]), for: world.account, agent: step["agent"] ?? "Browser",
        replacing: step["replacing"].map(digest), verified: step["verified"], recording: entry(step))
    case "touch": try await store.touch([session(step[0]): world.clock.now])
    case "end": try await mine.endSession(session(step[0]), as: end(step), recording: entry(step))
    case "sign-out": try await store.endSession(digest: digest(step[0]), as: .signedOut, recording: entry(step))
    case "end-all":
      let kept = step["except"] == nil ? nil : try await session(step["except"] ?? "")
      return ["ended \(try await mine.endSessions(except: kept, as: end(step), recording: entry(step)))"]
    case "session":
      guard let found = try await store.session(digest: digest(step[0])) else { return ["unknown"] }
      let session = found.session
      return [
        "of \(found.account.name), \(session.ended.map(\.rawValue) ?? "valid"), with \(session.agent), "
          + "begun in \(name(of: session.begun)), seen in \(name(of: session.seen))\(found.account.isOperator ? ", operator" : "")"
      ]
    case "sessions": return [line(try await mine.sessions().map(\.agent), or: "none")]
    case "clock": return [try await store.clockLooksRight() ? "looks right" : "looks wrong"]
    case "events-of-account":
      return try await mine.accountEvents(limit: 50).events.map {
        "\($0.kind.rawValue) ×\($0.times) from \($0.origin.network ?? "the console") with \($0.origin.agent)"
      }
    case "event": try await store.addAccountEvents([(world.account, #require(entry(step)))])
    case "keep-form":
      let fields = [SavedDraftField(name: "title", value: "Milk")]
      let id = try await store.keep(path: step[0], fields: fields, for: session(step[1]), of: world.account)
      kept["form \(step[0])"] = "\(id)"
    case "form":
      let form = try await mine.savedDraft(form(step[0]))
      return ["\(form.path): " + line(form.fields.map { "\($0.name)=\($0.value)" })]
    case "forget-form": try await mine.forgetDraft(form(step[0]))
    case "newest-form":
      let newest = try await mine.listsHeader(of: 100).savedDraft
      return [kept.first { $0.value == newest.map { "\($0)" } && $0.key.hasPrefix("form ") }?.key ?? "none"]
    default: return try await secret(step)
    }
    return []
  }

  /// Steps of calendar feeds and app passwords.
  private func secret(_ step: Step) async throws -> [String]? {
    switch step.name {
    case "feed":
      let subject: Feed.Subject = if let name = step["list"] { .list(try await list(name)) } else { .today }
      let (id, isNew) = try await mine.addFeed(of: subject, digest: digest(step[0]), submission: step.submission)
      kept["feed \(step[0])"] = "\(id)"
      return [isNew ? "new" : "the same"]
    case "read-feed":
      guard let found = try await store.feed(digest: digest(step[0])) else { return ["dead"] }
      let isSame = kept["revision \(step[0])"] == found.revision
      kept["revision \(step[0])"] = found.revision
      return [
        "of \(found.account.name), \(found.feed.listName ?? "Today"), \(isSame ? "the same" : "another") revision"
      ]
    case "use-feed": try await store.noteFeedUses([FeedID(number("feed", step)): world.clock.now])
    case "renew-feed": try await mine.renewSecret(of: FeedID(number("feed", step)), digest: digest(step[1]))
    case "end-feed": try await mine.endSecret(of: FeedID(number("feed", step)))
    case "resume-feed": try await mine.resumeSecret(of: FeedID(number("feed", step)))
    case "feeds":
      return [
        line(
          try await mine.feeds().map { feed in
            (feed.listName ?? "Today") + (feed.used == nil ? "" : " used") + (feed.ended == nil ? "" : " ended")
              + (feed.isListDeleted ? " in the trash" : "")
          }, or: "none")
      ]
    case "app-password":
      let (id, isNew) = try await mine.addAppPassword(
        AppPasswordName(validating: step[0]), digest: digest(step[0]), submission: step.submission)
      kept["app \(step[0])"] = "\(id)"
      return [isNew ? "new" : "the same"]
    case "use-app":
      let id = AppPasswordID(number("app", step))
      let found = try await store.appPassword(
        id, digest: digest(step["secret"] ?? step[0]), of: Username(validating: step["by"] ?? who))
      guard let found else { return ["refused"] }
      let use = AppPassword.Use(at: world.clock.now, from: AccountEvent.Origin(network: step["from"], agent: "DAVx5"))
      try await store.noteAppPasswordUses([id: use])
      return ["\(found.appPassword.name) of \(found.account.name)"]
    case "renew-app": try await mine.renewSecret(of: AppPasswordID(number("app", step)), digest: digest(step[1]))
    case "end-app": try await mine.endSecret(of: AppPasswordID(number("app", step)))
    case "resume-app": try await mine.resumeSecret(of: AppPasswordID(number("app", step)))
    case "app-passwords":
      return [
        line(
          try await mine.appPasswords().map { app in
            app.name + (app.used.map { " used in \(name(of: $0.at)) from \($0.origin.network ?? "-")" } ?? "")
              + (app.ended == nil ? "" : " ended")
          }, or: "none")
      ]
    case "undo-last-by-app":
      guard let change = try await mine.lastDeletionByApp() else { return ["none"] }
      return [tell(try await mine.change(change)), try await mine.undo(change).change == nil ? "no effect" : "undone"]
    default: return nil
    }
    return []
  }

  private func number(_ kind: String, _ step: Step) -> Int64 { kept["\(kind) \(step[0])"].flatMap { Int64($0) } ?? 999 }

  private func form(_ path: String) -> SavedDraftID { SavedDraftID(kept["form \(path)"].flatMap { Int64($0) } ?? 999) }

  private func digest(_ name: String) -> Data { Data((Array(name.utf8) + Array(repeating: 0, count: 32)).prefix(32)) }

  private func session(_ name: String) async throws -> SessionID {
    try await store.session(digest: digest(name))?.session.id ?? SessionID(999)
  }

  private func end(_ step: Step) -> SessionEnd { SessionEnd(rawValue: step["as"] ?? "") ?? .revoked }

  /// What the audit trail is told: the kind of `recording=`, or of the event's name.
  private func entry(_ step: Step) -> AccountEventEntry? {
    guard let kind = AccountEvent.Kind(rawValue: step["recording"] ?? step[0]) else { return nil }
    let origin = AccountEvent.Origin(network: step["from"], agent: step["agent"] ?? "Browser")
    return AccountEventEntry(kind, from: origin, times: step.number("times") ?? 1)
  }
}
