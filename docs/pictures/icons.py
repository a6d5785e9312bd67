"""Draws the icons of the installed house from its drawing, `icon.svg`: for phones, desktops, and masks of any shape.

    python docs/pictures/icons.py

Needs Playwright for Python and a Chromium.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[2] / "src" / "ridotto" / "web" / "static"
NIGHT = "#0c1316"
# Name, width, how much of it the drawing takes, and what is behind it; of a maskable icon, the rim may be cut away
ICONS = (
    ("icon-192.png", 192, 1.0, "none"),
    ("icon-512.png", 512, 1.0, "none"),
    ("icon-maskable.png", 512, 0.66, NIGHT),
    ("icon-apple.png", 180, 0.78, NIGHT),
)


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as driving:
        browser = driving.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, width, share, behind in ICONS:
            page = browser.new_page(viewport={"width": width, "height": width})
            page.set_content(
                f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh; background: {behind} }}"
                f" svg {{ width: {share:.0%}; height: {share:.0%} }}</style>{drawing}"
            )
            page.screenshot(path=STATIC / name, omit_background=behind == "none")
        browser.close()


if __name__ == "__main__":
    main()
