const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
const ENDS_LINE = new Set(['br', 'p', 'div', 'tr', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol']);
/** Elements whose content is hidden; each ends with its own tag only. */
const ENDS: Readonly<Record<string, RegExp>> = {
  style: /<\/style/gi,
  script: /<\/script/gi,
  head: /<\/head/gi,
  title: /<\/title/gi,
};

const readTagName = (tag: string): string => (/^\/?([a-z0-9]+)/i.exec(tag)?.[1] ?? '').toLowerCase();

/** End of a hidden part; the end of the text if it is not closed. */
const findEnd = (html: string, end: RegExp, from: number): number => {
  const pattern = new RegExp(end);
  pattern.lastIndex = from;
  const close = pattern.test(html) ? html.indexOf('>', pattern.lastIndex) : -1;
  return close < 0 ? html.length : close + 1;
};

/** The plain text of a mail's HTML: without tags, each block on its own line. One linear pass. */
export const htmlToText = (html: string): string => {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open < 0 ? html.length : open).replace(/\s+/g, ' '));
    if (open < 0) break;
    const close = html.indexOf('>', open);
    if (close < 0) break;
    const tag = html.slice(open + 1, close);
    const name = readTagName(tag);
    if (ENDS_LINE.has(name)) parts.push('\n');
    const end = tag.startsWith('/') || tag.endsWith('/') ? undefined : ENDS[name];
    at = end ? findEnd(html, end, close + 1) : close + 1;
  }
  return parts
    .join('')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line, nth, lines) => line !== '' || lines[nth - 1] !== '')
    .join('\n')
    .trim();
};
