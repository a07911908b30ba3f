import Foundation
import StatePages
import StatePagesTesting

@testable import TaskApp

/// A piece of a page, as its template prints it.
func printed(_ piece: some Piece) throws -> HTMLElement {
  try HTMLReader.page("<!doctype html>" + House.catalogue().render(piece).html)
}
