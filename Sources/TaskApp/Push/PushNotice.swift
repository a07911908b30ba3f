import Crypto
import Foundation
import Notifications
import RemoteLists
import TaskStore
import Tasks

extension XMLName {
  static func push(_ local: String) -> XMLName { XMLName(namespace: "https://bitfire.at/webdav-push", local: local) }
}

extension TaskApp {
  /// The topic of a resource, by which a program knows what a message is about. No other server and no other account has it.
  func pushTopic(of list: ListID?, for account: AccountID) -> String {
    topic("push topic \(account) \(list?.description ?? "home")")
  }

  /// The message of a change (WebDAV-Push, "Push Message").
  func message(of push: Push) -> PushMessage {
    let xml = DavXML()
    var text = xml.element(.push("topic"), pushTopic(of: push.list, for: push.account))
    if push.changed.contains(.content) {
      // The calendar home and a list in the trash have no token.
      let hasToken = push.list != nil && !push.state.content.isEmpty
      let token = hasToken ? xml.element(.dav("sync-token"), DavXML.escaped(push.state.content)) : ""
      text += xml.element(.push("content-update"), token)
    }
    if push.changed.contains(.properties) { text += xml.element(.push("property-update")) }
    // Another topic for other changes: a message takes the place of none that tells more.
    return PushMessage(
      xml.start("P:push-message") + text + xml.end("P:push-message"), type: "application/xml; charset=\"UTF-8\"",
      topic: topic("push message \(push.id) \(push.changed.rawValue)"))
  }

  /// 22 characters that tell nothing of what they are made from.
  private func topic(_ text: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: store.deviceKey))
    return Base64.urlText(of: Array(code).prefix(16))
  }
}
