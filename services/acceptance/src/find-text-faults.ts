import type { Page } from 'playwright-core';

/** Runs in the page: what is above all else, and hides the rest: a dialog, a menu or the page itself. */
const TOP_LAYER = String.raw`(() =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter((element) => element.checkVisibility()).at(-1) ??
  document.body)()`;

/**
 * Runs in the page: finds what longer texts break. Text is cut off if it leaves an element that hides its overflow,
 * unless the element shows an ellipsis on purpose and has the whole text as its title. Two texts overlap if they share
 * more than the space between their lines.
 */
const FIND_BROKEN_TEXTS = String.raw`(() => {
  const top = ${TOP_LAYER};
  const faults = [];
  const describe = (text) => text.trim().slice(0, 60);
  const root = document.documentElement;
  const wide = top === document.body ? root : top;
  if (wide.scrollWidth > wide.clientWidth + 1)
    faults.push('the page, dialog or menu has ' + wide.scrollWidth + ' pixels of content in ' + wide.clientWidth);
  const isHidden = (element) => element.closest('[aria-hidden="true"], svg, script, style, noscript, option') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const cutBy = (node, rect) => {
    for (let element = node.parentElement; element; element = element.parentElement) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (style.position === 'fixed' && box.width > 0 && element.tagName !== 'BUTTON') return undefined;
      if (box.width <= 1 || box.height <= 1 || style.clip !== 'auto') return undefined;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return undefined;
      if (!/hidden|clip/.test(style.overflowX)) continue;
      const isNarrow = rect.right > box.right + 1.5 || rect.left < box.left - 1.5;
      const isLow = rect.bottom > box.bottom + rect.height / 2;
      if (!isNarrow && !isLow) continue;
      const isOnPurpose = (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') && !element.closest('button');
      return isOnPurpose ? undefined : element;
    }
    return undefined;
  };

  /** The part of a line that is visible, and the layer that it scrolls with. */
  const place = (node, { left, right, top, bottom }, text) => {
    const line = { left, right, top, bottom, text, node, layer: document.body };
    for (let element = node.parentElement; element && line.layer === document.body; element = element.parentElement) {
      const style = getComputedStyle(element);
      if (/fixed|sticky/.test(style.position)) line.layer = element;
      if (style.overflowX === 'visible' && style.clip === 'auto') continue;
      const box = element.getBoundingClientRect();
      line.left = Math.max(line.left, box.left);
      line.right = Math.min(line.right, box.right);
      line.top = Math.max(line.top, box.top);
      line.bottom = Math.min(line.bottom, box.bottom);
    }
    return line;
  };
  // The lines of one text do not overlap; one with an ellipsis has two boxes.
  const overlap = (one, other) => one.layer === other.layer && one.node !== other.node &&
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.4 * Math.min(one.bottom - one.top, other.bottom - other.top);

  const lines = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = describe(node.data);
    if (text === '' || !node.parentElement || isHidden(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rect = range.getBoundingClientRect();
    if (rect.width === 0) continue;
    const element = cutBy(node, rect);
    if (element) faults.push('cut off: ' + text + ' in ' + element.tagName + '.' + String(element.className).slice(0, 60));
    for (const box of range.getClientRects()) lines.push(place(node, box, text));
  }
  const visible = lines.filter((line) => line.right - line.left > 2 && line.bottom - line.top > 2).sort((one, other) => one.top - other.top);
  visible.forEach((line, nth) => {
    for (let next = nth + 1; next < visible.length && visible[next].top < line.bottom; next += 1)
      if (overlap(line, visible[next])) faults.push('overlap: ' + line.text + ' and ' + visible[next].text);
  });

  const canvas = document.createElement('canvas').getContext('2d');
  for (const field of top.querySelectorAll('input[placeholder], select')) {
    const text = field.tagName === 'SELECT' ? (field.selectedOptions[0]?.text ?? '') : field.value === '' ? field.placeholder : '';
    if (isHidden(field)) continue;
    const style = getComputedStyle(field);
    canvas.font = style.font;
    const space = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (canvas.measureText(text).width > space + 1) faults.push('cut off in its field: ' + describe(text));
  }
  return [...new Set(faults)];
})()`;

/** Runs in the page: all texts that a user reads, also those for screen readers. */
const READ_TEXTS = String.raw`(() => {
  const top = ${TOP_LAYER};
  const texts = [];
  const isData = (element) => element.closest('code, pre, kbd, svg, script, style, noscript, [contenteditable]') !== null;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && !isData(node.parentElement)) texts.push(node.data);
  for (const name of ['aria-label', 'placeholder', 'title'])
    for (const element of top.querySelectorAll('[' + name + ']')) if (!isData(element)) texts.push(element.getAttribute(name));
  texts.push(document.title);
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
})()`;

/** Names of days, months and spans of time, which Intl writes. */
const TIMES =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|\b(?:AM|PM|UTC|GMT|ago|in|now|last|next|yesterday|tomorrow|today|this)\b|\b(?:second|minute|hour|day|week|month|quarter|year)s?\b/gi;

/** Time zones, which Intl names: `America/New York`. */
const ZONES = /\b[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_-]+)+(?: [A-Z][a-z]+)*/g;

/** Web and email addresses, names of files and headers, identifiers. */
const IDENTIFIERS =
  /https?:\S+|\S+@\S+|\b[a-z]+[A-Z]\w*|\b\w+(?:[._/]\w+)+|\b[A-Z]+(?:-[A-Za-z]+)+\b|\b[A-Z0-9]{2,}\b/g;

/** A word in which no letter has an accent: it is not from the pseudo-locale. */
const PLAIN_WORD = /(?<![\p{L}\p{M}])[A-Za-z]{3,}(?![\p{L}\p{M}])/u;

/** Finds texts that are cut off or overlap, and a page or dialog that is wider than its window. */
export const findBrokenTexts = (page: Page): Promise<string[]> => page.evaluate(FIND_BROKEN_TEXTS);

/** Finds texts with words that are neither from the pseudo-locale nor from the data. */
export const findPlainTexts = async (page: Page, data: ReadonlySet<string>): Promise<string[]> => {
  const values = [...data].sort((one, other) => other.length - one.length);
  const isPlain = (text: string): boolean => {
    if (!PLAIN_WORD.test(text)) return false;
    const withoutData = (all: string): string => values.reduce((rest, value) => rest.replaceAll(value, ' '), all);
    const withoutNames = (all: string): string => all.replace(ZONES, ' ').replace(IDENTIFIERS, ' ');
    // A value may be a part of a name, or contain one.
    return [withoutNames(withoutData(text)), withoutData(withoutNames(text))].every((rest) =>
      PLAIN_WORD.test(rest.replace(TIMES, ' ')),
    );
  };
  return (await page.evaluate<string[]>(READ_TEXTS)).filter(isPlain).map((text) => text.slice(0, 120));
};

/** Times of the API, which the console formats also inside of texts. */
const TIMES_OF_API = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

/** The requests of a page. */
export interface Traffic {
  /** Every text that the API returned, in parts between its times. */
  readonly data: ReadonlySet<string>;
  /** Requests without a response. */
  readonly pending: ReadonlySet<unknown>;
}

/** Watches the requests of a page, but the stream of events, which does not end. */
export const watchTraffic = (page: Page): Traffic => {
  const data = new Set<string>();
  const pending = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const part of value.split(TIMES_OF_API)) if (part.length > 2) data.add(part);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  const isWatched = (url: string): boolean => /^\/(?:v1\/(?!stream)|session)/.test(new URL(url).pathname);
  page.on('request', (request) => {
    if (isWatched(request.url())) pending.add(request);
  });
  page.on('requestfailed', (request) => void pending.delete(request));
  page.on('response', (response) => {
    if (!isWatched(response.url())) return;
    void response
      .json()
      .then(collect, () => undefined)
      .finally(() => pending.delete(response.request()));
  });
  return { data, pending };
};
