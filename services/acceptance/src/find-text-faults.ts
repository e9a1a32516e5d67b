import type { Page } from 'playwright-core';

/**
 * Runs in the page: finds what longer texts break. Text is cut off if it leaves an element that hides its overflow,
 * unless the element shows an ellipsis on purpose and has the whole text as its title.
 */
const FIND_CUT_TEXTS = String.raw`(() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push('the page is ' + root.scrollWidth + ' pixels wide');
  const isHidden = (element) => element.closest('[aria-hidden="true"], svg, script, style, noscript') !== null;
  const cutBy = (node, rect) => {
    for (let element = node.parentElement; element; element = element.parentElement) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (style.position === 'fixed' && box.width > 0 && element.tagName !== 'BUTTON') return undefined;
      if (box.width <= 1 || box.height <= 1 || style.clip !== 'auto') return undefined;
      if (/auto|scroll/.test(style.overflowX)) return undefined;
      if (!/hidden|clip/.test(style.overflowX)) continue;
      if (rect.right <= box.right + 1.5 && rect.left >= box.left - 1.5) continue;
      const isOnPurpose = style.textOverflow === 'ellipsis' && !element.closest('button');
      return isOnPurpose ? undefined : element;
    }
    return undefined;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const parent = node.parentElement;
    if (text === '' || !parent || isHidden(parent) || parent.tagName === 'OPTION' || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rect = range.getBoundingClientRect();
    if (rect.width === 0) continue;
    const element = cutBy(node, rect);
    if (element) faults.push('cut off: ' + text.slice(0, 60) + ' in ' + element.tagName + '.' + String(element.className).slice(0, 60));
  }
  return [...new Set(faults)];
})()`;

/** Runs in the page: all texts that a user reads, also those for screen readers. */
const READ_TEXTS = String.raw`(() => {
  const texts = [];
  const isData = (element) => element.closest('code, pre, kbd, svg, script, style, noscript, [contenteditable]') !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && !isData(node.parentElement)) texts.push(node.data);
  for (const name of ['aria-label', 'placeholder', 'title'])
    for (const element of document.querySelectorAll('[' + name + ']')) if (!isData(element)) texts.push(element.getAttribute(name));
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

/** Words in which no letter has an accent: they are not from the pseudo-locale. */
const PLAIN_WORD = /(?<![\p{L}\p{M}])[A-Za-z]{3,}(?![\p{L}\p{M}])/gu;

/** Finds texts that are cut off, and a page that is wider than its window. */
export const findCutTexts = (page: Page): Promise<string[]> => page.evaluate(FIND_CUT_TEXTS);

/** Finds texts with words that are neither from the pseudo-locale nor from the data. */
export const findPlainTexts = async (page: Page, data: ReadonlySet<string>): Promise<string[]> => {
  const values = [...data].sort((one, other) => other.length - one.length);
  const faults: string[] = [];
  for (const text of await page.evaluate<string[]>(READ_TEXTS)) {
    const ours = values.reduce((rest, value) => rest.replaceAll(value, ' '), text);
    if (PLAIN_WORD.test(ours.replace(ZONES, ' ').replace(IDENTIFIERS, ' ').replace(TIMES, ' ')))
      faults.push(text.slice(0, 120));
    PLAIN_WORD.lastIndex = 0;
  }
  return faults;
};

/** The requests of a page. */
export interface Traffic {
  /** Every text that the API returned. */
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
      if (value.length > 2) data.add(value);
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
