import Foundation
import StatePages
import StatePagesTesting

@testable import TaskApp

/// A piece of a page, as its template prints it.
func printed(_ piece: some Piece) throws -> HTMLElement {
  let catalogue = try Catalogue(
    House.templates.path, screens: TaskApp.screens, gates: TaskApp.gates, pieces: TaskApp.pieces,
    links: try House.links())
  return try HTMLReader.page("<!doctype html>" + catalogue.render(piece).html)
}
