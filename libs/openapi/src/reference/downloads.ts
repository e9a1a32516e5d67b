import { html, type Html } from './html';
import { isLocal } from './sample-request';

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
  /** Commands that install or run the package at an address or path. */
  readonly commands: (place: string) => readonly string[];
  /** Its guide, if it has one. */
  readonly guide?: string;
}

const PACKAGES: Readonly<Record<Download['kind'], Package>> = {
  typescript: {
    title: 'TypeScript SDK',
    about: 'Node 20 or newer, Deno, Bun, workers and browsers; ES modules and CommonJS. No dependencies.',
    file: (version) => `porchlight-sdk-${version}.tgz`,
    commands: (place) => [`npm install ${place}`],
    guide: '/docs/guides/sdk',
  },
  python: {
    title: 'Python SDK',
    about: 'Python 3.9 or newer, synchronous and asyncio. One dependency: httpx.',
    file: (version) => `porchlight-${version}-py3-none-any.whl`,
    commands: (place) => [`pip install ${place}`],
    guide: '/docs/guides/sdk-python',
  },
  cli: {
    title: 'Command line',
    about: 'One file for Node 20 or newer: any request, records, local webhooks. No dependencies.',
    file: (version) => `porchlight-cli-${version}.tgz`,
    commands: (place) => [`npx --yes ${place} --help`, `npm install --global ${place}`],
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

/**
 * The commands of a package. The authority of a local stack is trusted by curl only: npm would refuse its registry with
 * `--cafile`, and pip has no option that adds an authority.
 */
const listCommands = ({ kind, file }: Download, origin: string): readonly string[] => {
  const address = `${origin}/docs/downloads/${file}`;
  if (!isLocal(origin)) return PACKAGES[kind].commands(address);
  const fetched = `curl --cacert "\${CA:-.local/tls/ca.crt}" -O ${address}`;
  return PACKAGES[kind].commands(`./${file}`).map((line) => `${fetched}\n${line}`);
};

/** The page of the downloads. `origin` is the address of the service. */
export const downloadsPage = (downloads: readonly Download[], origin: string): Html =>
  html`<article class="guide">
    <h1>SDKs and command line</h1>
    <p>
      This installation serves the packages that fit its API. They are in no registry: install them from these
      addresses, or download a file, keep it in your repository and install it from there. An upgrade of the
      installation replaces the files.
    </p>
    ${
      isLocal(origin)
        ? html`<p>
            The certificate of this installation is signed by an authority of its own. The commands find it in the
            folder of
            <code>npm start</code>, or at the path in the variable <code>CA</code>.
          </p>`
        : ''
    }
    ${downloads.map((download) => {
      const { kind, file, bytes, sha256 } = download;
      const { title, about, guide } = PACKAGES[kind];
      return html`<section aria-labelledby="${kind}">
        <h2 id="${kind}">${title}</h2>
        <p>${about} ${guide ? html`<a href="${guide}">How to use it</a>` : ''}</p>
        ${listCommands(download, origin).map(command)}
        <p>
          <a href="/docs/downloads/${file}" download>${file}</a>, ${formatSize(bytes)}, SHA-256
          <code class="hash">${sha256}</code>
        </p>
      </section>`;
    })}
  </article>`;
