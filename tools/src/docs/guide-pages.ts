import { basename, posix } from 'node:path';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import type { Guide } from '@porchlight/openapi';
import { readSnippets } from './guide-snippets';

/** A page before it is rendered: its path in the repository. */
type Listed = Pick<Guide, 'slug' | 'title' | 'about' | 'group'> & { readonly path: string };

const FOLDER = 'docs/guides';
const ROW = /^\| \[([^\]]+)\]\(([^)#]+)\) \| (.+) \|$/;
const MAX_WORDS = 120;

/** The pages that the lists of docs/guides/README.md name, in their order. */
export function listGuidePages(index: string): Listed[] {
  let group = 'Guides';
  return index.split('\n').flatMap((line) => {
    group = /^## (.+)$/.exec(line)?.[1] ?? group;
    const [, title, target, about] = ROW.exec(line) ?? [];
    if (title === undefined || target === undefined || about === undefined) return [];
    const path = posix.join(FOLDER, target);
    return [{ slug: slugOf(path), title, about, group, path }];
  });
}

/** `libs/sdk/README.md` is sdk. */
const slugOf = (path: string): string =>
  basename(path) === 'README.md' ? basename(posix.dirname(path)) : basename(path, '.md').toLowerCase();

/** Sections for those who work on Porchlight: not part of the served pages. */
const INTERNAL_SECTIONS = ['In this project', 'Topics', 'Change', 'For operators of an installation'];

/** The text of a page without what concerns the repository only: sections, and the ids of decisions. */
export function withoutInternals(markdown: string): string {
  let level = 0;
  let isCode = false;
  const lines = markdown.split('\n').filter((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks = '', title = ''] = (!isCode && /^(#{2,4}) (.+)$/.exec(line)) || [];
    if (marks !== '' && (level === 0 || marks.length <= level))
      level = INTERNAL_SECTIONS.includes(title) ? marks.length : 0;
    return level === 0;
  });
  return lines
    .filter((line) => !/\bKafka\b|\bprotobuf\b/.test(line))
    .join('\n')
    .replaceAll(/ ?\((?:decisions )?D\d+\.\d+(?: \(\d+\))?\)/g, '');
}

/** Renders all pages from their Markdown, as JSON for the gateway. `read` returns a file of the repository. */
export function renderGuidePages(read: (path: string) => string): string {
  const listed = listGuidePages(read(`${FOLDER}/README.md`));
  const slugs = new Map([
    ...listed.map(({ path, slug }): [string, string] => [path, slug]),
    [`${FOLDER}/README.md`, ''],
  ]);
  const readPicture = (src: string): string => read(posix.join(FOLDER, src));
  const pages = listed.map(({ path, ...page }) => ({
    ...page,
    ...renderMarkdown(withoutInternals(read(path)), path, slugs, readPicture),
  }));
  return `[\n${pages.map((page) => JSON.stringify(page)).join(',\n')}\n]\n`;
}

/**
 * Renders Markdown. Links to served pages lead there, those to other files of the repository become text. Pictures
 * (SVG) become part of the page. Markup in Markdown is shown as text.
 */
export function renderMarkdown(
  markdown: string,
  path: string,
  slugs: ReadonlyMap<string, string>,
  readPicture: (src: string) => string = () => '',
): Pick<Guide, 'html' | 'sections'> {
  const text = markdown.replaceAll(/^<!--.*?-->\n/gms, '');
  const plain = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  const ids = new Set<string>();
  const titles = readSnippets(path, text).map(({ tab }) => tab);
  let block = 0;
  const sections: Guide['sections'][number][] = [];
  const parts = plain
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/gs, (_link, href: string, content: string) => {
      const target = findTarget(href, path, slugs);
      return target === undefined ? content : `<a href="${target}">${content}</a>`;
    })
    .replaceAll(/<p><img src="([^"]*)"[^>]*><\/p>/g, (_image, src: string) => formatPicture(readPicture(src)))
    .replaceAll(/<pre>(<code.*?<\/code>)<\/pre>/gs, (_block, code: string) => formatCode(code, titles[block++]))
    .replaceAll(TAB_GROUP, formatTabs)
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll(
      /<table>.*?<\/table>/gs,
      (table) => `<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>`,
    )
    .split(/(?=<h[23]>)/);
  const html = parts.map((part) => {
    const [heading, level, title = ''] = /^<h([23])>(.*?)<\/h[23]>/s.exec(part) ?? [];
    if (heading === undefined) return part;
    const id = createId(toText(title), ids);
    sections.push({ id, title: toText(title), words: listWords(toText(part.slice(heading.length))) });
    const anchor = `<a class="anchor" href="#${id}" aria-label="Link to ${toText(title).replaceAll('"', '')}">#</a>`;
    return `<h${level} id="${id}">${title} ${anchor}</h${level}>${part.slice(heading.length)}`;
  });
  return { html: html.join(''), sections };
}

/** Marks the code of a tab until its group is complete. HTML does not allow the marks. */
const TAB = /\u0001([^\u0002]*)\u0002([^\u0003]*)\u0003\s*/g;
const TAB_GROUP = /(?:\u0001[^\u0003]*\u0003\s*)+/g;

/** The programs of successive blocks with a tab each. The first one is shown; docs.js shows another. */
const formatTabs = (group: string): string => {
  const tabs = [...group.matchAll(TAB)].map(([, title = '', code = '']) => ({ title, code }));
  const buttons = tabs.map(
    ({ title }, at) =>
      `<button type="button" data-tab="${title}" aria-pressed="${at === 0 ? 'true' : 'false'}">${title}</button>`,
  );
  const programs = tabs.map(
    ({ title, code }, at) =>
      `<pre class="shown" data-of="${title}" tabindex="0"${at === 0 ? '' : ' hidden'}>${code}</pre>`,
  );
  return `<div class="samples"><div class="tabs" role="group" aria-label="Language">${buttons.join('')}<button type="button" class="copy">Copy</button></div>${programs.join('')}</div>`;
};

/** Code with a button that copies it. */
const formatCode = (code: string, tab?: string): string =>
  tab !== undefined
    ? `\u0001${tab}\u0002${code}\u0003`
    : `<div class="samples"><div class="tabs"><button type="button" class="copy">Copy</button></div><pre class="shown" tabindex="0">${code}</pre></div>`;

const formatPicture = (svg: string): string => `<div class="scroll picture" tabindex="0">${svg}</div>`;

/** The address of a link; undefined if its target is not served. */
function findTarget(href: string, path: string, slugs: ReadonlyMap<string, string>): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [file = '', place] = href.split('#', 2);
  const target = posix.join(posix.dirname(path), file);
  const anchor = place === undefined ? '' : `#${place}`;
  if (target === 'docs/resources.md') return '/docs';
  const slug = slugs.get(target);
  return slug === undefined ? undefined : `/docs/guides${slug === '' ? '' : `/${slug}`}${anchor}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const toText = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The id of a heading, as GitHub makes it. */
function createId(title: string, ids: Set<string>): string {
  const base = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  let id = base;
  for (let n = 1; ids.has(id); n += 1) id = `${base}-${n}`;
  ids.add(id);
  return id;
}

/** The different words of a section, for the search. */
const listWords = (text: string): string =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]{3,40}/gu) ?? [])].slice(0, MAX_WORDS).join(' ');
