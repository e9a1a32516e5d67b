import { html, type Html } from './html';
import { GUIDES } from './guides';

/** An entry of the navigation. */
export interface NavGroup {
  readonly name: string;
  readonly href: string;
}

interface Layout {
  readonly title: string;
  readonly groups: readonly NavGroup[];
  /** Address of the page, which the navigation marks. */
  readonly current: string;
  /** Links to the parts of the page. */
  readonly parts: Html;
  readonly main: Html;
  /** Whether the service has the page of downloads. */
  readonly hasDownloads: boolean;
}

const navEntry = ({ name, href }: NavGroup, current: string, parts: Html): Html =>
  html`<li>
    <a href="${href}" ${href === current ? html` aria-current="page"` : ''}>${name}</a>
    ${href === current ? parts : ''}
  </li>`;

/** A page of the reference or a guide, with the navigation and the search. */
export const renderLayout = ({ title, groups, current, parts, main, hasDownloads }: Layout): string =>
  html`<!doctype html>
    <html lang="en" data-language="curl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="same-origin" />
        <link rel="icon" href="/console/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/console/tokens.css" />
        <link rel="stylesheet" href="/console/docs/docs.css" />
        <script type="module" src="/console/docs/docs.js"></script>
        <title>${title} – Porchlight API</title>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="brand" href="/docs">Porchlight API</a>
          <div class="search">
            <label for="search">Search</label>
            <input
              id="search"
              type="search"
              autocomplete="off"
              spellcheck="false"
              placeholder="Search guides, operations and fields"
            />
            <ul id="found" hidden></ul>
          </div>
          <label class="key"
            >API key <input id="api-key" type="password" autocomplete="off" spellcheck="false"
          /></label>
        </header>
        <nav aria-label="Reference and guides">
          <details open>
            <summary>Contents</summary>
            <h2><a href="/docs/guides">Guides</a></h2>
            <ul>
              ${GUIDES.map(({ title: name, slug }) => navEntry({ name, href: `/docs/guides/${slug}` }, current, parts))}
            </ul>
            ${
              hasDownloads
                ? html`<h2>Packages</h2>
                    <ul>
                      ${navEntry({ name: 'SDKs and command line', href: '/docs/downloads' }, current, parts)}
                    </ul>`
                : ''
            }
            <h2><a href="/docs">Reference</a></h2>
            <ul>
              ${groups.map((group) => navEntry(group, current, parts))}
            </ul>
            <p>
              <a href="/v1/openapi.json">OpenAPI 3.1</a> · <a href="/v1/asyncapi.json">AsyncAPI 3.0</a> ·
              <a href="/llms.txt">llms.txt</a>
            </p>
          </details>
        </nav>
        <main id="main">${main}</main>
      </body>
    </html> `.text;
