"""The operator's page tells the state of the server, and to others it does not exist."""

from playwright.sync_api import expect


def test_the_account_of_the_set_up_sees_the_page(page):
    page.goto("/settings")
    with page.expect_navigation():
        page.get_by_role("link", name="Server").click()
    assert page.url.endswith("/operator")
    expect(page.get_by_role("heading", level=1)).to_have_text("Server")
    for region in ["state", "accounts"]:
        expect(page.locator(f"[data-region={region}]")).to_have_attribute("data-state", "content")
    expect(page.get_by_text("All is well")).to_be_visible()
    expect(page.get_by_role("meter").first).to_be_visible()


def test_the_page_fits_a_phone(page):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/operator")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
