import Tasks

extension Samples {
  static let reviewedLists = [
    Review.List(id: listID(2), name: "Kitchen renovation", open: 14, late: 3),
    Review.List(id: listID(6), name: "رحلة الصيف", open: 2, late: 0),
    Review.List(id: listID(3), name: "Reading", open: 310, late: 100),
  ]

  static let postponed = [
    Review.Postponed(
      id: taskID(11), title: "Order the tiles for the back wall", listName: "Kitchen renovation",
      due: today.adding(days: 4), times: 7),
    Review.Postponed(
      id: taskID(12), title: "<b>Call the electrician</b>", listName: "رحلة الصيف", due: nil, times: 2),
  ]
}
