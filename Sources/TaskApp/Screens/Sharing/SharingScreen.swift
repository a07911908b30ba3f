import StatePages
import StateViews
import TaskStore
import Tasks

/// The members of a list and those who are invited, each with what the reader may do about them.
enum SharingScreen: Screen {
  static let name: ViewName = "sharing"

  struct Content: ListContent {
    let list: ListID
    let sharing: Sharing
    /// Whether the reader decides who sees the list.
    let isOwner: Bool
    /// Whether the list follows a source, whose tasks are for nobody here.
    var isFollowed = false

    var count: Int { sharing.members.count + sharing.invitations.count }

    /// Whether the reader is its only owner, who can't leave it.
    fileprivate var isLastOwner: Bool { isOwner && sharing.members.count { $0.role == .owner } == 1 }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "members": .rows(\.members), "invitations": .rows(\.invitations), "pages": .rows(\.pages),
      "alone": .flag { $0.members.count + $0.invitations.count + $0.pages.count == 1 },
      "remindsAction": .optionalForm {
        $0.members.count > 1 && !$0.content.isFollowed ? .list($0.content.list, .setReminds) : nil
      },
      "reminds": .flag(\.content.sharing.reminds),
      "lastOwner": .flag { $0.members.count > 1 && $0.content.isLastOwner },
    ]
    let content: Content
    let members: [MemberRow]
    let invitations: [InvitationRow]
    let pages: [PageRow]
  }

  struct PageRow: TemplateView {
    static let fields: [String: Field<PageRow>] = [
      "name": .text(\.page.name), "label": .text { ShortText.of($0.page.name) },
      "takesTicks": .flag(\.page.takesTicks), "until": .view(\.until),
      "endAction": .form { .sharedPage($0.page.id, .end) },
      "undoAction": .optionalForm { $0.page.ticks > 0 ? .sharedPage($0.page.id, .undoTicks) : nil },
      "count": .number(upTo: Limits.undoneTicks - 1, \.page.ticks.ifAny),
    ]
    let page: SharedPage
    let until: Moment
  }

  struct MemberRow: TemplateView {
    static let fields: [String: Field<MemberRow>] = [
      "initial": .pieces { InitialView.of($0.member.person) }, "username": .optional(\.member.username),
      "name": .text(\.member.name), "label": .text { ShortText.of($0.member.name) },
      "reader": .flag(\.member.isReader),
      "role": .template(among: Choice.roleNames) { Choice.roleName($0.member.role) },
      "roleAction": .optionalForm { $0.mayChange ? .member($0.member.account, of: $0.list, .setRole) : nil },
      "roles": .rows { Choice.roles($0.member.role) },
      "removeAction": .optionalForm {
        $0.mayChange && !$0.member.isReader ? .member($0.member.account, of: $0.list, .remove) : nil
      },
      "leaveAction": .optionalForm { $0.mayLeave ? .list($0.list, .leave) : nil },
    ]
    let member: Member
    let list: ListID
    let mayChange, mayLeave: Bool
  }

  struct InvitationRow: TemplateView {
    static let fields: [String: Field<InvitationRow>] = [
      "name": .optional(\.invitation.invited), "label": .optional { $0.invitation.invited.map { ShortText.of($0) } },
      "role": .template(among: Choice.roleNames) { Choice.roleName($0.invitation.role) },
      "made": .view(\.made), "until": .view(\.until),
      "endAction": .form { .invitation($0.invitation.id, .end) },
    ]
    let invitation: Invitation
    let made: Moment
    let until: Moment?
  }

  static func view(of content: Content, for look: DisplaySettings) -> View {
    View(
      content: content,
      members: content.sharing.members.map {
        MemberRow(
          member: $0, list: content.list, mayChange: content.isOwner && !($0.isReader && content.isLastOwner),
          mayLeave: $0.isReader && !content.isLastOwner)
      },
      invitations: content.sharing.invitations.map { invitation in
        InvitationRow(
          invitation: invitation, made: Moment(invitation.made, for: look),
          until: invitation.until.map { Moment($0, for: look) })
      }, pages: content.sharing.pages.map { PageRow(page: $0, until: Moment($0.until, for: look)) })
  }

  static var samples: [Sample<SharingScreen>] {
    func content(_ sharing: Sharing, isOwner: Bool) -> Content {
      Content(list: Samples.listID(2), sharing: sharing, isOwner: isOwner)
    }
    return [
      Sample(
        "owner", content: content(Samples.sharing(seenBy: 0, invitations: Samples.invitations), isOwner: true)),
      Sample("member", content: content(Samples.sharing(seenBy: 2), isOwner: false)),
      Sample("alone", content: content(Samples.alone, isOwner: true)),
    ]
  }
}

extension Choice {
  static func roleName(_ role: Role) -> String { "words/role.\(role.rawValue)" }
  /// The messages of all roles.
  static let roleNames = Role.allCases.map(roleName)
}
