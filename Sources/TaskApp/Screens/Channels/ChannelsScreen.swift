import Foundation
import StatePages
import StateViews
import Tasks

/// Where an account is reminded: each channel with its last result, and the buttons that test, end and resume it.
enum ChannelsScreen: ListScreen {
  static let name: ViewName = "channels"
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let channels: [ReminderChannel]
    /// The channel of the form before the page, whose row reports its result.
    var recent: ReminderChannelID?
    /// Why nothing was sent to that channel.
    var error: FieldError?

    var count: Int { channels.count }
  }

  static let fields: [String: Field<ListView<ChannelsScreen>>] = ["rows": .rows(\.rows)]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text(\.channel.id.description), "place": .text { $0.channel.address.place },
      "mail": .flag { $0.channel.address.kind == .mail }, "ntfy": .flag { $0.channel.address.kind == .ntfy },
      "webhook": .flag { $0.channel.address.kind == .webhook },
      "waiting": .flag { !$0.channel.isConfirmed }, "paused": .flag { $0.channel.paused != nil },
      "sent": .view { row in row.sent.map { Moment($0, for: row.look) } },
      "failed": .view { row in row.channel.last.flatMap { FailedAttempt($0, row.look) } }, "recent": .flag(\.isRecent),
      "error": .view(\.error),
      "ended": .view { row in row.channel.ended.map { Moment($0, for: row.look) } },
      "testAction": .optionalForm { $0.channel.isConfirmed ? .channel($0.channel.id, .test) : nil },
      "confirmAction": .form { .channel($0.channel.id, .confirm) },
      "endAction": .form { .channel($0.channel.id, .end) },
      "resumeAction": .form { .channel($0.channel.id, .resume) },
    ]
    let channel: ReminderChannel
    let isRecent: Bool
    let error: FieldError?
    let look: DisplaySettings

    private var sent: Date? { channel.last?.outcome == .sent ? channel.last?.at : nil }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.channels.map { channel in
      let isRecent = channel.id == content.recent
      return Row(channel: channel, isRecent: isRecent, error: isRecent ? content.error : nil, look: look)
    }
  }

  static var samples: [Sample<ChannelsScreen>] {
    let tested = Samples.channels[0].id
    return [
      Sample("several", content: Content(channels: Samples.channels)),
      Sample("tested", content: Content(channels: Array(Samples.channels.prefix(3)), recent: tested)),
      Sample(
        "too-often",
        content: Content(
          channels: Array(Samples.channels.prefix(3)), recent: tested, error: .tooManyTries(wait: .seconds(40)))),
    ]
  }
}

extension ChannelAddress {
  /// The address without what is secret: no token, no key, of a webhook only the host.
  var place: String {
    switch self {
    case .mail(let address): address
    case .ntfy(let server, let topic, _): "\(SourceAddress.host(of: server))/\(topic)"
    case .webhook(let url, _): SourceAddress.host(of: url)
    }
  }
}
