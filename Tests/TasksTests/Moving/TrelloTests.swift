import Tasks
import Testing

struct TrelloTests {
  static let board = #"""
    {
      "id": "65f000000000000000000001", "name": "Choir", "desc": "Our board", "closed": false,
      "lists": [
        { "id": "l2", "name": "Done", "closed": false, "pos": 200 },
        { "id": "l1", "name": "To do", "closed": false, "pos": 100 },
        { "id": "l3", "name": "Old", "closed": true, "pos": 50 }
      ],
      "cards": [
        { "id": "65f000000000000000000012", "name": "Sing", "idList": "l2", "pos": 1, "dueComplete": true,
          "due": "2026-06-01T16:00:00.000Z", "dateLastActivity": "2026-06-02T10:00:00.000Z", "closed": false },
        { "id": "65f000000000000000000011", "name": "Copy the scores", "desc": "All **four** voices", "idList": "l1",
          "pos": 2, "due": "2026-06-20T16:00:00.000Z", "start": "2026-06-18T22:00:00.000Z", "dueReminder": 1440,
          "labels": [{ "name": "Very urgent", "color": "red" }, { "name": "", "color": "blue" }],
          "idMembers": ["m1"], "attachments": [
            { "url": "https://choir.example/scores", "isUpload": false }, { "url": "https://t.example/a.pdf", "isUpload": true }
          ] },
        { "id": "65f000000000000000000010", "name": "First", "idList": "l1", "pos": 1 },
        { "id": "65f000000000000000000013", "name": "Gone", "idList": "l1", "pos": 3, "closed": true },
        { "id": "65f000000000000000000014", "name": "In an old list", "idList": "l3", "pos": 3 }
      ],
      "checklists": [
        { "id": "c2", "idCard": "65f000000000000000000011", "name": "Voices", "pos": 2, "checkItems": [
          { "id": "i2", "name": "Bass", "state": "incomplete", "pos": 2 },
          { "id": "i1", "name": "Alto", "state": "complete", "pos": 1 }
        ] },
        { "id": "c1", "idCard": "65f000000000000000000011", "name": "Paper", "pos": 1, "checkItems": [
          { "id": "i3", "name": "White", "state": "complete", "pos": 1 }
        ] },
        { "id": "c3", "idCard": "65f000000000000000000010", "name": "Checklist", "pos": 1, "checkItems": [
          { "id": "i4", "name": "Step", "state": "incomplete", "pos": 1, "due": "2026-07-01T10:00:00.000Z" }
        ] }
      ],
      "actions": [
        { "type": "commentCard", "date": "2026-06-02T00:00:00.000Z",
          "data": { "text": "second", "card": { "id": "65f000000000000000000011" } } },
        { "type": "createCard", "data": { "card": { "id": "65f000000000000000000011" } } },
        { "type": "commentCard", "date": "2026-06-01T00:00:00.000Z",
          "data": { "text": "first", "card": { "id": "65f000000000000000000011" } } }
      ]
    }
    """#

  @Test func `cards are read in the order of the board, with their checklists as nested tasks`() throws {
    let file = try importing(Self.board)
    #expect(file.format == .trello)
    #expect(file.lists.map(\.name) == ["Choir"])
    #expect(
      file.titles == [
        "In an old list", "First", "Step", "Copy the scores", "Paper", "White", "Voices", "Alto", "Bass", "Gone",
        "Sing",
      ])
    #expect(file.depths == [0, 0, 1, 0, 1, 2, 1, 2, 2, 0, 0])
    #expect(file.lists[0].sections == ["Old", "To do", "Done"])
    #expect(
      file.tasks.map { $0.completed != nil } == [
        true, false, false, false, true, true, false, true, false, true, true,
      ])
  }

  @Test func `dates, labels and comments of a card are read, and the rest is remarked`() throws {
    let file = try importing(Self.board)
    let card = file.tasks[3]
    #expect(card.uid == "65f000000000000000000011")
    #expect(card[.due] == "2026-06-20")
    #expect(card[.time] == "18:00 Europe/Berlin")
    #expect(card[.start] == "2026-06-19")
    #expect(card[.tags] == "Very-urgent blue")
    #expect(card[.notes] == "All **four** voices\n\nhttps://choir.example/scores\n\nfirst\n\nsecond")
    #expect(iso(card.created) == "2024-03-12T07:10:56Z")
    #expect(iso(file.tasks[10].completed) == "2026-06-02T10:00:00Z")
    #expect(
      file.remarked == [
        "comment: first", "comment: second", "link: https://choir.example/scores", "description: Our board", "reminder",
        "attachment: https://t.example/a.pdf", "person", "closed", "closed",
      ])
  }

  @Test func `the lists of a board become tags or lists`() throws {
    let file = try importing(Self.board)
    let tagged = file.converting(.tags)
    #expect(tagged.tasks[1][.tags] == "To-do")
    #expect(!tagged.hasSections)
    let divided = file.converting(.lists)
    #expect(divided.lists.map(\.name) == ["Old", "To do", "Done"])
    #expect(divided.lists.map(\.tasks.count) == [1, 9, 1])
    #expect(divided.remarked == file.remarked)
  }
}
