import StatePages
import StateViews
import TaskStore
import Tasks

/// When and where an account is reminded.
enum RemindersPage {
  /// The rejected input of one of the page's forms.
  struct Refused: Sendable {
    var settings: RemindersForm?
    var channel: AddChannelForm?
    /// Why nothing was sent to the channel of the page.
    var sending: FieldError?
  }

  /// The page.
  /// - Parameters:
  ///   - did: the action that its notice reports.
  ///   - recent: the channel of the form before the page. Its row reports the result, and a new secret is shown.
  static func page(
    did: CompletedAction? = nil, of recent: ReminderChannelID? = nil, for request: SignedInRequest,
    _ refused: Refused = Refused()
  ) async throws(Failure) -> Page {
    let channels = try await request.store.channels()
    let settings: RemindersForm
    if let typed = refused.settings {
      settings = typed
    } else {
      settings = RemindersForm(try await request.store.reminderSettings(), for: request.look)
    }
    var add = refused.channel ?? AddChannelForm(hasMail: request.app.settings.sender?.hasMail ?? false)
    add.version = channels.last?.id.description ?? ""
    add.secret = secret(of: recent, among: channels, request)
    var incoming: IncomingMailView?
    if let domain = request.app.settings.incomingMail {
      incoming = IncomingMailView(try await request.store.incomingAddresses(), at: domain, for: request.look)
    }
    let action = try await SettingsPage.recentAction(did, confirmedBy: request.store.account(), request)
    var page = Page(request, .reminders, notice: action.map { Notice($0) }, isKept: false) {
      RemindersHead()
      settings
      Region<ChannelsScreen>(
        "channels", loader(channels, of: recent, refused.sending, request), retry: request.retry, placement: .page,
        weight: .secondary)
      PagePart.piece("add-channel", add)
      if let incoming { PagePart.piece("incoming", incoming) }
    }
    page.isStored = false
    return page
  }

  /// Loads the channels once the messages to them have arrived, or failed.
  private static func loader(
    _ channels: [ReminderChannel], of recent: ReminderChannelID?, _ error: FieldError?, _ request: SignedInRequest
  ) -> Loader<ChannelsScreen.Content> {
    let running = request.app.channelTests.running(to: channels.map(\.id))
    let store = request.store.interruptible
    return Loader(startsImmediately: running.isEmpty) { _ throws(Interruption) in
      for message in running { await message.value }
      let content = ChannelsScreen.Content(channels: try await store.channels(), recent: recent, error: error)
      return Loaded(content, orEmpty: .nothingYet)
    }
  }

  /// The secret of a webhook that was just made by this session.
  private static func secret(
    of recent: ReminderChannelID?, among channels: [ReminderChannel], _ request: SignedInRequest
  ) -> String? {
    guard let recent, channels.contains(where: { $0.id == recent && $0.ended == nil }) else { return nil }
    return request.app.newWebhookSecrets.secret(of: recent, for: request.reader.session, at: request.app.now())
  }
}

struct RemindersHead: Piece {
  static let template = "channels/head"
  static let fields: [String: Field<RemindersHead>] = ["settingsHref": .link { _ in .openSettings() }]
}
