import RENDERED from './generated-guides.json';
import { html, Html } from './html';

/** A guide of docs/guides, rendered by `npm run docs`; the gateway serves it under /docs/guides. */
export interface Guide {
  readonly slug: string;
  readonly title: string;
  /** One line about the page. */
  readonly about: string;
  /** The list in which docs/guides/README.md and the first page of the guides have it. */
  readonly group: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly words: string }[];
}

/** The guides in the order of their lists. */
export const GUIDES: readonly Guide[] = RENDERED;

/** The content of a guide, which `npm run docs` has escaped. */
export const guideContent = ({ html: content }: Guide): Html =>
  html`<article class="guide">${new Html(content)}</article>`;

/** Links to the sections of a guide, for the navigation. */
export const guideParts = ({ slug, sections }: Guide): Html =>
  html`<ul>
    ${sections.map(({ id, title }) => html`<li><a href="/docs/guides/${slug}#${id}">${title}</a></li>`)}
  </ul>`;

/** The first page of the guides. */
export const guideIndex = (): Html =>
  html`<article class="guide">
    <h1>Guides</h1>
    ${[...Map.groupBy(GUIDES, ({ group }) => group)].map(
      ([group, guides]) =>
        html`<h2>${group}</h2>
          <ul>
            ${guides.map(
              ({ slug, title, about }) => html`<li><a href="/docs/guides/${slug}">${title}</a>: ${about}</li>`,
            )}
          </ul>`,
    )}
  </article>`;

/** Rows of the search: each guide and each of its sections, with their words. */
export const guideSearchRows = (): (readonly [title: string, href: string, words: string])[] =>
  GUIDES.flatMap(({ slug, title, about, sections }) => [
    [`Guide: ${title}`, `/docs/guides/${slug}`, about] as const,
    ...sections.map(
      (section) => [`${title}: ${section.title}`, `/docs/guides/${slug}#${section.id}`, section.words] as const,
    ),
  ]);

/** The guides for language models. */
export const listGuidesForModels = (): string =>
  ['## Guides', '', ...GUIDES.map(({ slug, title, about }) => `- [${title}](/docs/guides/${slug}): ${about}`)].join(
    '\n',
  );
