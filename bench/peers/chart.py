"""Charts as SVG, by hand: bars on a logarithmic axis, and lines. Readable on a light page and on a dark one."""

import math
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

STYLE = """<style>
.paper{fill:#fff}.text{fill:#1f2328}.soft{fill:#59636e}.grid{stroke:#d1d9e0}
.ours{fill:#0969da}.theirs{fill:#818b98}.line{fill:none;stroke-width:2}
.c0{stroke:#0969da}.c1{stroke:#1a7f37}.c2{stroke:#bc4c00}.f0{fill:#0969da}.f1{fill:#1a7f37}.f2{fill:#bc4c00}
text{font:12px -apple-system,"Segoe UI",Helvetica,Arial,sans-serif}.title{font-weight:600;font-size:13px}
@media (prefers-color-scheme:dark){
.paper{fill:#0d1117}.text{fill:#f0f6fc}.soft{fill:#9198a1}.grid{stroke:#3d444d}
.ours{fill:#4493f8}.theirs{fill:#656c76}
.c0{stroke:#4493f8}.c1{stroke:#3fb950}.c2{stroke:#f0883e}.f0{fill:#4493f8}.f1{fill:#3fb950}.f2{fill:#f0883e}}
</style>"""


def text(x: float, y: float, words: str, kind: str = "text", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def svg(width: int, height: int, about: str, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
    paper = f'<rect class="paper" width="{width}" height="{height}"/>'
    return "\n".join([head, f"<title>{escape(about)}</title>", STYLE, paper, *parts, "</svg>"]) + "\n"


@dataclass
class Bar:
    name: str
    value: float
    said: str
    is_ours: bool


@dataclass
class Group:
    title: str
    bars: list[Bar] = field(default_factory=list)


def bars(about: str, unit: str, groups: list[Group]) -> str:
    """Groups of bars on one logarithmic axis, each with its figures behind it."""
    width, left, right, row = 800, 170, 250, 20
    values = [bar.value for group in groups for bar in group.bars]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    scale = (width - left - right) / max(1, high - low)
    height = 46 + sum(30 + row * len(group.bars) for group in groups)
    parts = []
    for power in range(low, high + 1):
        x = left + (power - low) * scale
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="12" y2="{height - 34}"/>')
        parts.append(text(x, height - 18, f"{10.0**power:g}", "soft", "middle"))
    parts.append(text(left, height - 4, unit, "soft"))
    y = 12
    for group in groups:
        parts.append(text(8, y + 18, group.title, "text title"))
        y += 26
        for bar in group.bars:
            length = max(1.0, (math.log10(bar.value) - low) * scale)
            kind = "ours" if bar.is_ours else "theirs"
            parts.append(text(left - 8, y + 14, bar.name, "text", "end"))
            parts.append(f'<rect class="{kind}" x="{left}" y="{y + 4}" width="{length:.1f}" height="{row - 7}"/>')
            parts.append(text(left + length + 6, y + 14, bar.said, "soft"))
            y += row
        y += 4
    return svg(width, height, about, parts)


@dataclass
class Panel:
    """Lines over a logarithmic axis of what grows; the other axis begins at zero, or is logarithmic too."""

    title: str
    across: str
    lines: dict[str, list[tuple[float, float]]]
    is_logarithmic: bool = False


def ticks(high: float) -> list[float]:
    """Round numbers from zero to a little above the highest."""
    step = 10 ** math.floor(math.log10(high or 1))
    step = next(step * part for part in (0.2, 0.5, 1, 2) if high / (step * part) <= 6)
    return [step * nth for nth in range(math.ceil(high / step) + 1)]


def panel(it: Panel, x0: float, y0: float, width: float, height: float) -> list[str]:
    points = [point for line in it.lines.values() for point in line]
    first, last = (math.log2(pick(x for x, _ in points)) for pick in (min, max))
    values = [y for _, y in points]
    if it.is_logarithmic:
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        marks = [10.0**power for power in range(low, high + 1)]
        up = lambda y: (math.log10(y) - low) / max(1, high - low)
    else:
        marks = ticks(max(values))
        up = lambda y: y / marks[-1]
    place = lambda x, y: (x0 + (math.log2(x) - first) / (last - first) * width, y0 + height - up(y) * height)
    parts = [text(x0 - 40, y0 - 12, it.title, "text title")]
    for mark in marks:
        y = y0 + height - up(mark) * height
        parts.append(f'<line class="grid" x1="{x0}" x2="{x0 + width}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(text(x0 - 6, y + 4, f"{mark:g}", "soft", "end"))
    for x in sorted({x for x, _ in points}):
        parts.append(text(place(x, marks[0] or 1)[0], y0 + height + 16, f"{x:,g}", "soft", "middle"))
    parts.append(text(x0 + width / 2, y0 + height + 32, it.across, "soft", "middle"))
    for nth, line in enumerate(it.lines.values()):
        way = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in line)
        parts.append(f'<polyline class="line c{nth}" points="{way}"/>')
        parts += ['<circle class="f{}" cx="{:.1f}" cy="{:.1f}" r="3"/>'.format(nth, *place(x, y)) for x, y in line]
    return parts


def lines(about: str, panels: list[Panel]) -> str:
    """Panels two in a row, with one key for all."""
    width, high = 800, 210
    parts = []
    for nth, name in enumerate(panels[0].lines):
        parts.append(f'<rect class="f{nth}" x="{60 + nth * 130}" y="10" width="12" height="12"/>')
        parts.append(text(78 + nth * 130, 20, name))
    for nth, it in enumerate(panels):
        parts += panel(it, 60 + (nth % 2) * 395, 62 + (nth // 2) * high, 310, high - 82)
    return svg(width, 40 + high * ((len(panels) + 1) // 2), about, parts)
