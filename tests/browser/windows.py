"""What a window of any size must keep: nothing lies on anything else, nothing is cut off, every control is reached."""

from weakref import WeakKeyDictionary

from playwright.sync_api import Page, ViewportSize

from tests.long import LONG

SIDES = (
    *((320, 480), (320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915), (430, 932), (480, 800)),
    *((540, 720), (568, 320), (600, 400), (600, 960), (640, 360), (640, 480), (667, 375), (700, 500), (700, 900)),
    *((720, 450), (740, 360), (768, 1024), (780, 600), (800, 480), (800, 600), (820, 1180), (844, 390), (896, 414)),
    *((900, 700), (932, 430), (960, 540), (1024, 600), (1024, 768), (1024, 1366), (1100, 620), (1112, 834)),
    *((1199, 700), (1200, 500), (1200, 800), (1280, 640), (1280, 720), (1280, 800), (1366, 768), (1440, 900)),
    *((1536, 730), (1920, 600), (1920, 1080), (2560, 1080), (2560, 1440), (653, 280)),
)
SIZES: tuple[ViewportSize, ...] = tuple({"width": width, "height": height} for width, height in SIDES)

SHARES = 1 if LONG else 4
"""Four looks at a page see every size once; `./dev soak screens` sees every size in every look."""
_looks: WeakKeyDictionary[Page, int] = WeakKeyDictionary()
"""How often each page was looked at."""

STILL = 3
MOST_FRAMES = 40
LONGEST_MOVE = 5_000
"""In milliseconds: a card, a chip and the wheel land within this; a countdown takes longer and moves nothing."""
DRAWN = f"""async () => {{
    const frame = () => new Promise(requestAnimationFrame);
    const lies = () => [...document.querySelectorAll('main, main > *, main .at, .rail *, #words')].map((e) => {{
        const {{ x, y, width, height }} = e.getBoundingClientRect();
        return [x, y, width, height].join();
    }}).join(';');
    const rests = async () => {{
        for (let before = '', still = 0, frames = 0; frames < {MOST_FRAMES}; frames++) {{
            await frame();
            const now = lies();
            still = now === before ? still + 1 : 0;
            if (still === {STILL}) return true;
            before = now;
        }}
        return false;
    }};
    let rested = await rests();
    const moves = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < {LONGEST_MOVE});
    await Promise.allSettled([document.fonts.ready, ...moves.map((one) => one.finished)]);
    if (!rested || moves.length) rested = await rests();
    return rested ? [] : ['the page does not come to rest'];
}}"""
"""A window that was resized is laid out anew, frame by frame, until nothing moves and all has landed."""

FAULTS = """() => {
    const faults = [];
    const name = (e) => `${e.tagName.toLowerCase()}.${e.classList[0] ?? ''} `
        + `"${(e.ariaLabel || e.textContent || e.placeholder || '').trim().replace(/\\s+/g, ' ').slice(0, 40)}"`;
    const modal = document.querySelector('dialog:modal');
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.vh, [inert]')
        && (!modal || modal.contains(e));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth - clientWidth} wider than the window`);
    const within = (e, box) => {
        for (let up = e.parentElement; up; up = up.parentElement) {
            const { overflowX } = getComputedStyle(up);
            if (overflowX === 'visible') continue;
            const outer = up.getBoundingClientRect();
            if (box.left < outer.left - 1 || box.right > outer.right + 1) return overflowX === 'auto';
        }
        return box.left >= -1 && box.right <= clientWidth + 1;
    };
    const controls = 'button, a[href], input, select, summary, [role=slider]';
    for (const e of document.querySelectorAll(controls)) {
        if (!shown(e) || e.disabled) continue;
        let box = e.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        const mid = () => [box.left + box.width / 2, box.top + box.height / 2];
        let [x, y] = mid();
        if (y < 0 || y > innerHeight || x < 0 || x > innerWidth || !e.contains(document.elementFromPoint(x, y))) {
            e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            box = e.getBoundingClientRect();
            [x, y] = mid();
        }
        const hit = document.elementFromPoint(x, y);
        const rects = e.tagName === 'A' ? [...e.getClientRects()] : [];
        const reached = (one) => one && (e.contains(one) || e.labels?.[0]?.contains(one));
        const line = (r) => document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
        if (!reached(hit) && !rects.some((r) => reached(line(r))))
            faults.push(`${name(e)} is not reached: ${hit ? name(hit) : 'nothing'} is there`);
        if (!within(e, box)) faults.push(`${name(e)} is cut off`);
    }
    return faults;
}"""
"""Controls that cannot be clicked, after they were scrolled to, and what is wider than the window."""

OVERLAPS = """() => {
    const faults = [];
    const stage = document.querySelector('main.stage');
    stage.scrollTo(0, 0);
    const frame = stage.getBoundingClientRect();
    const floor = frame.top + Math.max(stage.scrollHeight, frame.height);
    const parts = [];
    const lettering = (e) => {
        const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
        const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            if (text.parentElement.closest('.vh') || !text.data.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            for (const line of range.getClientRects()) {
                box.left = Math.min(box.left, line.left);
                box.right = Math.max(box.right, line.right);
                box.top = Math.min(box.top, line.top);
                box.bottom = Math.max(box.bottom, line.bottom);
            }
        }
        return box;
    };
    const add = (kind, owner, e, inset = 0) => {
        if (!e.checkVisibility()) return;
        const lettered = kind === 'words' || kind === 'sign' || e.matches('.purse p');
        const box = lettered ? lettering(e) : e.getBoundingClientRect();
        if (!(box.right > box.left && box.bottom > box.top)) return;
        const label = (e.ariaLabel || e.textContent || '').trim().replace(/\\s+/g, ' ').slice(0, 30);
        parts.push({ kind, owner, label: `${kind} "${label}"`, left: box.left + inset, right: box.right - inset,
            top: box.top + inset, bottom: box.bottom - inset });
    };
    const all = (selector, root = stage) => [...root.querySelectorAll(selector)];
    all('#words').forEach((e) => add('words', 'words', e));
    const felt = stage.querySelector('.field-of-play');
    const clock = felt?.querySelector('.clock');
    const over = clock ? clock.getBoundingClientRect().bottom - felt.getBoundingClientRect().bottom : 0;
    if (over > 1) faults.push(`the countdown is cut off by ${over}`);
    if (clock && clock.getBoundingClientRect().bottom > frame.bottom + 1) faults.push('the countdown is out of sight');
    all('.rail').forEach((e) => add('rail', 'rail', e, 4));
    all('.top span, .sign dt, .sign dd, .hist h2, .hist .payout').forEach((e) => add('sign', 'sign', e));
    const whole = !stage.closest('.fwd'); // there the wheel lies over the seats of others, which stand back
    all(whole ? '.middle:not(.over)' : '.middle').forEach((e) => add('middle', 'middle', e, 2));
    all('section').filter((e) => !e.closest('.vh')).forEach((seat, i) => {
        const owner = seat.classList.contains('mine') && seat.ariaLabel.startsWith('Your') ? 'mine' : `seat ${i}`;
        all('.card, .place', seat).forEach((e) => add('card', owner, e, 3));
        all('.area', seat).forEach((e) => add('area', owner, e, 1));
        all('.who, .tiny, .pill', seat).forEach((e) => add('label', owner, e, 1));
        if (owner === 'mine') all('.amt:not(.plus)', seat).forEach((e) => add('amount', owner, e, 2));
    });
    all(':scope .board > .at > .card, :scope .field-of-play > .at > .card, .field-of-play > .at > .place')
        .forEach((e) => add('dealer', 'dealer', e, 2));
    for (const side of all('.rail > *'))
        all(':scope > *, button, .purse p', side).forEach((e) => add('key', side.className, e));
    const scrolls = stage.scrollHeight > stage.clientHeight; // then the felt moves under the rail
    const field = stage.querySelector('.field-of-play');
    if (field && Math.abs(field.getBoundingClientRect().top - frame.top) > 1) faults.push('the felt begins too low');
    const tooLong = stage.scrollHeight - stage.clientHeight;
    // Words of three lines may move the felt of a low window a little; hands in the middle take a row more.
    const little = tooLong <= 20 || stage.querySelector('.hand');
    if (field && scrolls && innerHeight >= (little ? 600 : 480)) faults.push(`the felt scrolls by ${tooLong}`);
    const on = (part) => part.kind === 'rail' || part.kind === 'key';
    const along = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    for (const one of parts) {
        const across = one.left < frame.left - 1 || one.right > frame.right + 1;
        if (across || one.top < frame.top - 1 || one.bottom > floor + 1) faults.push(`${one.label} is cut off`);
        for (const other of parts) {
            if (other === one || one.label > other.label) continue;
            const areas = one.owner === 'mine' && one.kind === 'area' && other.kind === 'area';
            if (one.owner === other.owner && !areas) continue;
            if ([one.kind, other.kind].sort().join(' ') === 'key rail') continue;
            if (scrolls && (on(one) || on(other)) && on(one) !== on(other)) continue;
            if (along(one, other) > 1 && down(one, other) > 1) faults.push(`${one.label} lies on ${other.label}`);
        }
    }
    return [...new Set(faults)];
}"""
"""Parts of a table that lie on each other or over its edge."""


TABLE_FAULTS = f"async () => [...await ({DRAWN})(), ...({OVERLAPS})(), ...({FAULTS})()]"
PAGE_FAULTS = f"async () => [...await ({DRAWN})(), ...({FAULTS})()]"


def faults(page: Page, look: str = TABLE_FAULTS) -> dict[str, list[str]]:
    """What is wrong in which window; the page is brought into this look's share of the sizes, and back into its own."""
    before = page.viewport_size
    found: dict[str, list[str]] = {}
    look_number = _looks.get(page, 0)
    _looks[page] = look_number + 1
    for size in SIZES[look_number % SHARES :: SHARES]:
        page.set_viewport_size(size)
        if wrong := page.evaluate(look):
            found[f"{size['width']}x{size['height']}"] = wrong
    if before:
        page.set_viewport_size(before)
        page.evaluate(DRAWN)
    return found
