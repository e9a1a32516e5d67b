import { html, type Html } from './html';

/** A package for developers that the gateway serves under /docs/downloads. */
export interface Download {
  readonly kind: 'typescript' | 'python' | 'cli';
  readonly file: string;
  /** Size, bytes. */
  readonly bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

interface Package {
  readonly title: string;
  readonly about: string;
  /** Name of the file of a version. */
  readonly file: (version: string) => string;
  /** Commands that install or run the file at an address. */
  readonly commands: (address: string) => readonly string[];
  /** Its guide, if it has one. */
  readonly guide?: string;
}

const PACKAGES: Readonly<Record<Download['kind'], Package>> = {
  typescript: {
    title: 'TypeScript SDK',
    about: 'Node 20 or newer, Deno, Bun, workers and browsers; ES modules and CommonJS. No dependencies.',
    file: (version) => `porchlight-sdk-${version}.tgz`,
    commands: (address) => [`npm install ${address}`],
    guide: '/docs/guides/sdk',
  },
  python: {
    title: 'Python SDK',
    about: 'Python 3.9 or newer, synchronous and asyncio. One dependency: httpx.',
    file: (version) => `porchlight-${version}-py3-none-any.whl`,
    commands: (address) => [`pip install ${address}`],
    guide: '/docs/guides/sdk-python',
  },
  cli: {
    title: 'Command line',
    about: 'One file for Node 20 or newer: any request, records, local webhooks. No dependencies.',
    file: (version) => `porchlight-cli-${version}.tgz`,
    commands: (address) => [`npx --yes ${address} --help`, `npm install --global ${address}`],
    guide: '/docs/guides/cli',
  },
};

/** The kinds of packages with the names of their files in a version. */
export const listDownloadFiles = (version: string): { readonly kind: Download['kind']; readonly file: string }[] =>
  (Object.keys(PACKAGES) as Download['kind'][]).map((kind) => ({ kind, file: PACKAGES[kind].file(version) }));

const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const command = (text: string): Html =>
  html`<div class="samples">
    <div class="tabs"><button type="button" class="copy">Copy</button></div>
    <pre class="shown" tabindex="0"><code>${text}</code></pre>
  </div>`;

/** The page of the downloads. `origin` is the address of the service. */
export const downloadsPage = (downloads: readonly Download[], origin: string): Html =>
  html`<article class="guide">
    <h1>SDKs and command line</h1>
    <p>
      This installation serves the packages that fit its API. They are in no registry: install them from these
      addresses, or download a file, keep it in your repository and install it from there. An upgrade of the
      installation replaces the files.
    </p>
    ${downloads.map(({ kind, file, bytes, sha256 }) => {
      const { title, about, commands, guide } = PACKAGES[kind];
      const path = `/docs/downloads/${file}`;
      return html`<section aria-labelledby="${kind}">
        <h2 id="${kind}">${title}</h2>
        <p>${about} ${guide ? html`<a href="${guide}">How to use it</a>` : ''}</p>
        ${commands(`${origin}${path}`).map(command)}
        <p><a href="${path}" download>${file}</a>, ${formatSize(bytes)}, SHA-256 <code class="hash">${sha256}</code></p>
      </section>`;
    })}
    <h2 id="local">A stack on your machine</h2>
    <p>
      Its certificate is signed by an authority of its own. npm and npx trust it with
      <code>--cafile .local/tls/ca.crt</code>. pip needs the authorities of its registry too, so download the wheel
      first:
    </p>
    ${downloads
      .filter(({ kind }) => kind === 'python')
      .map(({ file }) =>
        command(`curl --cacert .local/tls/ca.crt -O ${origin}/docs/downloads/${file}\npip install ./${file}`),
      )}
  </article>`;
