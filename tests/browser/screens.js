// Injected into every page of the tests of screens: `wrongs` returns sentences about what is wrong with a table on a screen
// of this size.

const SLACK = 2; // pixels that nobody sees
const NEAR = 4; // of two lines, without a letter or a number in them
const TAPPED = "a[href], button, summary, label:has(input), [role=button], .selectable, .target, .picked";
const PARTS = [0.2, 0.5, 0.8]; // where an element is looked at, in its width and in its height

const box = (element) => element.getBoundingClientRect();
const all = (what, root = document) => [...root.querySelectorAll(what)].filter(isSeen);
const related = (a, b) => a.contains(b) || b.contains(a);
const isPiece = (element) => element.matches(".piece");
const lieTogether = (a, b) => isPiece(a) && isPiece(b) && a.parentElement === b.parentElement; // as cards in a fan do

function isSeen(element) {
  const { width, height } = box(element);
  return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function name(element) {
  const words = (element.getAttribute("aria-label") || element.textContent).replace(/\s+/g, " ").trim();
  return `${element.id || element.getAttribute("class") || element.tagName}${words && ` “${words.slice(0, 24)}”`}`;
}

function isOnScreen({ left, right, top, bottom }) {
  return left >= -SLACK && top >= -SLACK && right <= innerWidth + SLACK && bottom <= innerHeight + SLACK;
}

// What may be scrolled inside the table: log, chat, list of moves and the final scoring.
// On phones in portrait, secondary links are at the end of the scoring; only their first line is always visible.
function scrolls(element) {
  const later = innerWidth <= 640 && element.matches("#ending, #ending .btn:not(.main, .quiet)");
  const counted = element.closest(".match-over") && (later || !element.closest("#prompt, #ending"));
  return counted || element.closest(".side > .sheet, .last-round, .menu");
}

// The width and height of the intersection of two boxes.
function shared(one, two) {
  return [
    Math.min(one.right, two.right) - Math.max(one.left, two.left),
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top),
  ];
}

// Pairs of overlapping elements with their intersections; each element is measured once.
function pairs(elements) {
  const boxes = elements.map(box);
  return elements.flatMap((a, n) =>
    elements.slice(n + 1).flatMap((b, m) => {
      const [across, down] = shared(boxes[n], boxes[n + 1 + m]);
      return across > SLACK && down > SLACK && !related(a, b) ? [[a, b, across, down]] : [];
    }),
  );
}

// Whether a figure stands on this square of a board: it may cover the square.
function standsOn(figure, square) {
  const { left, right, top, bottom } = box(figure);
  const [x, y, on] = [(left + right) / 2, (top + bottom) / 2, box(square)];
  const within = x > on.left && x < on.right && y > on.top && y < on.bottom;
  return isPiece(figure) && square.matches(".cell") && within;
}

// The visible width of a card in pixels.
function strip(card) {
  const { left, right, top, height } = box(card);
  let [run, longest] = [0, 0];
  for (const down of PARTS)
    for (let x = left + 1; x < right; x += 2) {
      const hit = document.elementFromPoint(x, top + height * down)?.closest(TAPPED);
      run = hit === card ? run + 2 : 0;
      longest = Math.max(longest, run);
    }
  return longest;
}

function* aboutThePage() {
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  const grown = scrollWidth > innerWidth + 1 || scrollHeight > innerHeight + 1;
  if (grown) yield `the page is ${scrollWidth}x${scrollHeight}`;
  for (const ending of all("#ending"))
    if (innerWidth < 600 && box(ending).width < innerWidth * 0.9) yield "the end of the match leaves half a phone empty";
  for (const dialog of all("dialog[open]")) if (!isOnScreen(box(dialog))) yield "the dialog is not on the screen";
}

// The lines of a text, or of a part of it.
function linesOf(text, from = 0, until = text.data.length) {
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, until);
  return [...range.getClientRects()].filter(({ width }) => width > 1);
}

// The same, up to an ellipsis.
function shownLines(text) {
  const end = box(text.parentElement.closest("p, small")).right;
  return linesOf(text).map(({ left, right, top, bottom }) => ({ left, right: Math.min(right, end), top, bottom }));
}

function textsOf(element) {
  const [walker, texts] = [document.createTreeWalker(element, NodeFilter.SHOW_TEXT), []];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

function* aboutThePrompt() {
  for (const prompt of all("#prompt")) {
    const texts = textsOf(prompt).filter(({ parentElement }) => parentElement.matches("p, p > :not(.rule-mark)"));
    for (const line of texts.flatMap(shownLines)) {
      const { left, right, top, bottom } = line;
      if (all("#hint-card", prompt).some((hint) => bottom > box(hint).bottom + SLACK)) continue; // a long hint is scrolled
      if (!isOnScreen(line)) yield "the prompt is not on the screen";
      if (bottom > box(prompt).bottom + SLACK) yield "the prompt is cut";
      for (const x of [left + 1, (left + right) / 2, right - 1]) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (hit && !related(hit, prompt)) yield `the prompt is covered by ${name(hit)}`;
      }
    }
  }
}

// The areas of opponents do not overlap.
function* aboutOthers() {
  for (const [a, b] of pairs(all(".opponent > *:not(.bubble)")))
    if (a.parentElement !== b.parentElement) yield `${name(a)} overlaps ${name(b)}`;
}

// Hands, pieces on the table, and plates are on the screen.
function* aboutThePieces() {
  for (const held of all(".own :is(.piece, .plate), .opponent .plate, .felt :is(.piece, .cell), #ending"))
    if (!scrolls(held) && !isOnScreen(box(held))) yield `${name(held)} is not on the screen`;
}

// What covers a part of an interactive element.
function coverOf(element) {
  const { left, top, width, height } = box(element);
  const parts = element.matches(".cell") ? [0.5] : PARTS; // there are many squares, and they look alike
  const spots = parts.flatMap((right) => parts.map((down) => [left + width * right, top + height * down]));
  return spots
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find((hit) => {
      const piece = hit?.closest(".piece") ?? hit;
      return hit && !related(hit, element) && !standsOn(piece, element) && !lieTogether(piece, element);
    });
}

// Interactive elements are on the screen, not covered, and apart from each other. Cards that lie together
// may overlap, if enough of each is left.
function* aboutTaps(least) {
  const tapped = all(TAPPED, document.querySelector("dialog[open]") ?? document.body).filter((one) => !scrolls(one));
  const crowded = new Set();
  for (const [a, b, across, down] of pairs(tapped)) {
    if (standsOn(a, b) || standsOn(b, a)) continue;
    if (lieTogether(a, b)) crowded.add(a).add(b);
    else yield `${name(a)} overlaps ${name(b)} by ${Math.round(across)}x${Math.round(down)}`;
  }
  for (const one of tapped) {
    const cover = coverOf(one);
    if (!isOnScreen(box(one))) yield `${name(one)} is not on the screen`;
    else if (cover) yield `${name(one)} is covered by ${name(cover)}`;
    const left = crowded.has(one) ? strip(one) : least;
    if (left < Math.min(least, box(one).width - SLACK)) yield `of ${name(one)} only ${left} pixels are left to tap`;
  }
}

// Labels of places on a map are readable: on the table, and apart from each other.
function* aboutPlaces() {
  const felt = document.querySelector("#table .felt");
  const written = all("#table .felt .place > .place-name, #table .felt .place > .flocks > *");
  const at = (one) => `${name(one)} of ${one.closest(".place").id}`;
  const tabs = written.length ? all(".tabs", felt).map(box) : [];
  for (const one of written) {
    const [inner, outer] = [box(one), box(felt)];
    const [across, down] = shared(inner, outer);
    if (across < inner.width - 1 || down < inner.height - 1) yield `${at(one)} lies beside the table`;
    if (tabs.some((tab) => shared(inner, tab).every((side) => side > SLACK))) yield `${at(one)} lies under the tabs`;
  }
  for (const [a, b, across, down] of pairs(written))
    if (Math.min(across, down) > NEAR) yield `${at(a)} lies on ${at(b)}`;
}

// Buttons are styled: without the style sheet, they have the style of the browser.
function* aboutStyles() {
  const bare = document.body.appendChild(document.createElement("button"));
  bare.style.background = "ButtonFace";
  const { backgroundColor: face } = getComputedStyle(bare);
  bare.remove();
  for (const button of all("button"))
    if (getComputedStyle(button).backgroundColor === face) yield `${name(button)} has no style of ours`;
}

// The panel after a match: every link has an icon or a text.
function* aboutWaysOn() {
  for (const way of all("#ending .btn"))
    if (!all("svg", way).length && getComputedStyle(way).fontSize === "0px") yield `${name(way)} shows nothing`;
  for (const counted of all(".table.match-over")) {
    const { scrollTop } = counted;
    counted.scrollTop = counted.scrollHeight;
    for (const way of all("#ending .btn"))
      if (!isOnScreen(box(way))) yield `${name(way)} is not on the screen, even at the end of the count`;
    counted.scrollTop = scrollTop;
  }
}

// The lesson card covers nothing interactive.
function* aboutNotes() {
  const [notes, tapped] = [all(".toast, .coach, .tip-card"), all(TAPPED).filter((one) => !scrolls(one))];
  for (const note of notes)
    for (const [a, b] of pairs([note, ...tapped])) if (a === note) yield `${name(note)} covers ${name(b)}`;
}

// Whether a word of this text is broken across lines.
function isBroken(text, from, until) {
  return new Set(linesOf(text, from, until).map(({ top }) => Math.round(top))).size > 1;
}

// Names are never broken inside a word.
function* aboutNames(people) {
  const words = new Set(people.flatMap((person) => person.split(" ")));
  for (const text of textsOf(document.body)) {
    if (!isSeen(text.parentElement)) continue;
    for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu))
      if (words.has(word) && isBroken(text, index, index + word.length)) yield `${word} is broken in ${name(text.parentElement)}`;
  }
}

// On plates they are only cut off if there is no room.
function* aboutPlates(people) {
  for (const told of all("#table .plate > .who > span")) {
    if (!people.includes(told.textContent.trim()) || told.scrollWidth <= told.clientWidth + 1) continue;
    const plate = told.parentElement;
    const { paddingLeft, paddingRight } = getComputedStyle(plate);
    const room = plate.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (room - box(told).width > 24) yield `the name ${told.textContent} is cut although there is room`;
  }
}

// Cards of a hand lie side by side if there is room for all of them; else enough of each is visible to recognise it,
// whether or not it is selectable.
function* aboutHands(least) {
  for (const fan of all(".own .fan")) {
    const cards = all(".slots > .piece", fan);
    for (const [n, card] of cards.slice(1).entries()) {
      const step = card.offsetLeft - cards[n].offsetLeft;
      const seen = card.offsetTop === cards[n].offsetTop ? step : least; // else it lies in another row
      if (seen < Math.min(least, cards[n].offsetWidth - SLACK)) yield `of ${name(cards[n])} only ${seen} pixels are seen`;
    }
    const wide = cards.reduce((sum, { offsetWidth }) => sum + offsetWidth, 24);
    const close = cards.filter((card, n) => n && card.offsetLeft < cards[n - 1].offsetLeft + card.offsetWidth - SLACK);
    if (wide <= fan.clientWidth && close.length) yield `${close.length} cards overlap although there is room`;
  }
}

globalThis.broken = (people) => [...aboutNames(people)];

// `least`: the visible width of a card in pixels; `people`: the names of the players.
globalThis.wrongs = ({ least, people }) => {
  for (const motion of document.getAnimations()) motion.finish(); // where things come to rest
  const table = [aboutThePrompt, aboutOthers, aboutThePieces, aboutPlaces];
  const asked = document.querySelector("dialog[open]") ? [] : table.flatMap((about) => [...about()]);
  const found = [...aboutThePage(), ...asked, ...aboutTaps(least), ...aboutStyles(), ...aboutWaysOn(), ...aboutNotes()];
  return [...new Set([...found, ...aboutNames(people), ...aboutPlates(people), ...aboutHands(least)])];
};

globalThis.crushed = (least) => [...aboutHands(least)];
