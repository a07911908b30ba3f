"""The selectors of the stylesheet, and which of them no page has an element for."""

import re

from playwright.sync_api import Page

# What an element is for a moment, or by a reader's input: any element may be it.
MOMENTS = r":(?:active|checked|disabled|first-letter|focus(?:-visible|-within)?|hover|placeholder-shown|popover-open|target|valid)\b"


def unused(page: Page, bodies: list[str]) -> list[str]:
    """The selectors of the open page's stylesheet that match nothing in these pages, at any width, in any medium and shadow root."""
    left = {lasting(selector): selector for selector in page.evaluate(SELECTORS)}
    for body in bodies:
        for found in page.evaluate(FOUND, [body, list(left)]):
            del left[found]
    return sorted(left.values())


def lasting(selector: str) -> str:
    """The selector without pseudo-elements, and with each momentary state taken for true."""
    selector = re.sub(r"::[\w-]+", "", selector)
    for negated in (r":not\(:has\([^()]*%s[^()]*\)\)", r":not\((?:[^()]|\([^()]*\))*%s(?:[^()]|\([^()]*\))*\)"):
        selector = re.sub(negated % MOMENTS, "", selector)
    return re.sub(MOMENTS, ":is(*)", selector) or "*"


# Each selector of a list, with those that it is nested in.
SELECTORS = """() => {
  const found = []
  const parts = list => list.match(/(?:[^,()]|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))+/g).map(part => part.trim())
  const visit = (rules, outer) => {
    for (const rule of rules) {
      let here = outer
      if (rule instanceof CSSStyleRule) {
        here = parts(rule.selectorText).map(part => !outer ? part : part.includes("&") ? part.replaceAll("&", `:is(${outer})`) : `:is(${outer}) ${part}`)
        if (rule.style.length) found.push(...here)
        here = here.join(", ")
      }
      if (!(rule instanceof CSSKeyframesRule)) visit(rule.cssRules ?? [], here)
    }
  }
  visit(document.styleSheets[0].cssRules, "")
  return found
}"""

FOUND = """([body, selectors]) => {
  const trees = [Document.parseHTMLUnsafe(body)]
  for (const tree of trees) for (const element of tree.querySelectorAll("*")) if (element.shadowRoot) trees.push(element.shadowRoot)
  return selectors.filter(selector => trees.some(tree => tree.querySelector(selector)))
}"""
