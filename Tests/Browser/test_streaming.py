"""A slow page at three points in time, and the same page for a client that is not a browser."""

import time

import pytest
from playwright.sync_api import expect

import web
from server import Server

pytestmark = pytest.mark.rehearse


@pytest.fixture
def slow(steps):
    """The path of a list with two open tasks and a completed one, whose regions a query can delay."""
    list_id = steps.make_list("Errands", "paint", "bread", "milk")
    steps.press_in(steps.row("paint"), "Complete")
    return f"/lists/{list_id}?rehearse="


def placeholder(page, region):
    return page.locator(f"[data-placeholder-for={region}]")


def region(page, name):
    return page.locator(f"[data-region={name}]")


def test_three_moments(page, steps, slow):
    page.goto(slow + "rail:loading:1500,tasks:loading:3000", wait_until="commit")

    expect(page.get_by_role("heading", level=1, name="Errands")).to_be_visible()
    for name in ["rail", "tasks"]:
        expect(placeholder(page, name)).to_be_visible()
        expect(placeholder(page, name)).to_have_attribute("data-state", "loading")
        expect(placeholder(page, name).get_by_role("status").first).to_be_visible()
        expect(placeholder(page, name).locator(".skeleton").first).to_be_visible()
        expect(region(page, name)).to_have_count(0)
    expect(region(page, "completed")).to_be_visible()
    steps.add_field.fill("typed while it loads")

    expect(region(page, "rail")).to_be_visible()
    expect(region(page, "rail")).to_have_attribute("data-state", "content")
    expect(placeholder(page, "rail")).to_be_hidden()
    expect(placeholder(page, "tasks")).to_be_visible()
    expect(region(page, "tasks")).to_have_count(0)

    expect(region(page, "tasks")).to_be_visible()
    expect(region(page, "tasks")).to_have_attribute("data-state", "content")
    expect(placeholder(page, "tasks")).to_be_hidden()
    page.wait_for_load_state("load")
    assert steps.titles() == ["milk", "bread"]
    expect(steps.add_field).to_have_value("typed while it loads")


# Sets all animations of the placeholders to the same moments, so a busy machine changes nothing.
FRAMES = """stage => {
  const sheet = stage.shadowRoot.querySelector("[data-placeholder-for=tasks]"), frames = []
  const inside = [...sheet.querySelectorAll(":scope > :is(.status, .skeleton)")]
  const above = stage.querySelector(":scope > .add").getBoundingClientRect()
  const animations = stage.shadowRoot.getAnimations().filter(animation => !animation.effect.target.closest(".way-out"))
  for (let time = 0; time < 700; time += 16) {
    for (const animation of animations) { animation.pause(); animation.currentTime = time }
    const box = sheet.getBoundingClientRect(), style = getComputedStyle(sheet)
    frames.push({ sheet: style.opacity, paper: style.backgroundColor, gap: box.top - above.bottom, height: box.height, inside: inside.map(part => getComputedStyle(part).opacity) })
  }
  return frames
}"""


def test_a_placeholder_is_there_as_a_whole_from_its_first_frame(page, slow):
    page.goto(slow + "tasks:loading:60000", wait_until="commit")
    expect(placeholder(page, "tasks")).to_be_visible()
    expect(region(page, "completed")).to_be_visible()
    frames = page.locator(".stage").evaluate(FRAMES)
    first = frames[0]
    assert first["sheet"] == "1" and first["height"] > 100 and abs(first["gap"]) < 1 and first["paper"] != "rgba(0, 0, 0, 0)"
    assert len(first["inside"]) > 1 and set(first["inside"]) == {"1"}
    assert all(frame == first for frame in frames), "nothing moves or fades"


# What a reader sees of the tasks: the placeholder, the tasks, or neither.
SEEN = """() => {
  const stage = document.querySelector(".stage")
  const skeleton = stage?.shadowRoot?.querySelector("[data-placeholder-for=tasks] > .skeleton")
  const visible = part => Boolean(part?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  const tasks = document.querySelector("[data-region=tasks] .task-row")
  return [performance.now(), visible(skeleton) ? getComputedStyle(skeleton).opacity : "", visible(tasks)]
}"""


@pytest.mark.parametrize("time_of_load", range(0, 3001, 100))
def test_no_placeholder_flashes(page, slow, time_of_load):
    page.goto(f"{slow}tasks:loading:{time_of_load}", wait_until="commit")
    samples = []
    while not samples or not samples[-1][2]:
        samples.append(page.evaluate(SEEN))
        assert len(samples) < 20_000
    shown = [sample for sample in samples if sample[1]]
    if time_of_load == 0:
        assert not shown, "a load within the grace is shown whole"
    if not shown:
        return
    assert not any(sample[1] and sample[2] for sample in samples), "the content takes the placeholder's place"
    first = samples.index(shown[0])
    assert all(sample[1] or sample[2] for sample in samples[first:]), "nothing is blank between them"
    # The last moment without the placeholder: on a busy machine, it was earlier.
    began = samples[first - 1][0] if first else 0
    assert samples[-1][0] - began >= 290, "it stays for a moment"
    assert all(sample[1] == "1" for sample in shown if sample[0] - began < 900), "skeletons breathe only after a second"


def test_a_page_is_compressed_and_shown_before_its_end(page, slow):
    answer = page.goto(slow + "rail:loading:1000,tasks:loading:2500", wait_until="commit")
    assert answer.header_value("content-encoding") == "gzip"
    assert answer.header_value("content-length") is None
    expect(placeholder(page, "tasks")).to_be_visible()
    expect(region(page, "completed")).to_be_visible()
    expect(region(page, "rail")).to_be_visible()
    expect(region(page, "tasks")).to_have_count(0)
    expect(region(page, "tasks")).to_be_visible()
    page.wait_for_load_state("load")
    assert answer.finished() is None


def test_the_keyboard_reaches_late_content(page, steps, slow):
    page.goto(slow + "tasks:loading:600,completed:loading:400")
    expect(region(page, "tasks")).to_be_visible()
    assert page.locator("[data-placeholder-for=tasks]").count()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for title in ["milk", "bread"]:
        steps.tab_to(steps.row(title).get_by_role("link").first)
    steps.tab_to(page.locator("summary"))


def test_one_content_one_failed_one_slow(page, slow):
    page.goto(slow + "rail:failed:unavailable,tasks:loading:1500", wait_until="commit")
    expect(region(page, "completed")).to_have_attribute("data-state", "content")
    expect(region(page, "rail")).to_have_attribute("data-state", "failed")
    expect(region(page, "rail")).to_have_attribute("data-reason", "unavailable")
    expect(region(page, "rail").get_by_role("button", name="Try again")).to_be_visible()
    expect(placeholder(page, "tasks")).to_be_visible()
    expect(region(page, "tasks")).to_be_visible()
    expect(placeholder(page, "tasks")).to_be_hidden()


def test_a_form_sent_while_the_page_still_loads_is_accepted(page, steps, slow):
    page.goto(slow + "tasks:loading:5000", wait_until="commit")
    expect(placeholder(page, "tasks")).to_be_visible()
    steps.add("eggs")
    assert steps.titles()[0] == "eggs"


def test_without_a_browsers_headers_the_page_is_sent_whole(server, slow):
    started = time.monotonic()
    answer = web.get(server.url + slow + "tasks:loading:800")
    assert time.monotonic() - started >= 0.7
    assert answer.status == 200
    assert "data-placeholder-for" not in answer.text and "shadowrootmode" not in answer.text
    for name in ["rail", "tasks", "completed"]:
        assert answer.text.count(f'data-region="{name}"') == 1
    assert answer.text.rstrip().endswith("</html>")


def test_with_a_browsers_headers_each_region_is_still_sent_once(server, slow):
    answer = web.stream(server.url + slow + "tasks:loading:800,rail:loading:400")
    assert answer.status == 200
    assert answer.text.count("shadowrootmode=") == 1
    for name in ["rail", "tasks", "completed"]:
        assert answer.text.count(f'data-region="{name}"') == 1
    for name in ["rail", "tasks"]:
        assert answer.text.count(f'data-placeholder-for="{name}"') == 1
    assert answer.text.index('data-region="rail"') < answer.text.index('data-region="tasks"')
    assert answer.text.rstrip().endswith("</html>")


def test_a_prefetch_is_never_streamed(server, slow):
    answer = web.send(server.url + slow + "tasks:loading:400", headers=web.NAVIGATION | {"Sec-Purpose": "prefetch"})
    assert "data-placeholder-for" not in answer.text


@pytest.mark.parametrize(
    ("held", "status", "state", "reason"),
    [
        ("tasks:failed:unavailable", 503, "failed", "unavailable"),
        ("tasks:empty:all-done", 200, "empty", "all-done"),
        ("tasks:empty:nothing-yet", 200, "empty", "nothing-yet"),
    ],
)
def test_a_fast_page_has_the_status_of_its_state(page, slow, held, status, state, reason):
    assert page.goto(slow + held).status == status
    expect(region(page, "tasks")).to_have_attribute("data-state", state)
    expect(region(page, "tasks")).to_have_attribute("data-reason", reason)
    expect(region(page, "rail")).to_have_attribute("data-state", "content")


def test_a_page_whose_server_died_midway_has_a_link_to_reload(server, page, slow):
    page.goto(slow + "tasks:loading:60000", wait_until="commit")
    expect(placeholder(page, "tasks")).to_be_visible()
    way_out = placeholder(page, "tasks").get_by_role("link", name="Load again")
    expect(way_out).to_be_hidden()
    server.kill()
    expect(way_out).to_be_visible(timeout=90_000)
    expect(page.get_by_role("heading", level=1, name="Errands")).to_be_visible()
    server.start()
    way_out.click(no_wait_after=True)
    expect(page.get_by_role("heading", level=1, name="Errands")).to_be_visible()


def test_without_the_flag_nothing_can_be_rehearsed(tmp_path):
    plain = Server(tmp_path / "plain")
    plain.folder.mkdir()
    plain.start().register()
    try:
        assert web.get(f"{plain.url}/gallery").status == 404
        assert web.get(f"{plain.url}/lists?rehearse=rail:failed:unavailable").status == 200
    finally:
        plain.stop()
