import type { JsonSchema } from '@porchlight/resource';
import type { OpenApiDocument } from '../openapi-document';
import { downloadsPage, type Download } from './downloads';
import { GUIDES, guideContent, guideIndex, guideParts, guideSearchRows, listGuidesForModels } from './guides';
import { html, prose, type Html } from './html';
import {
  firstSentence,
  operationSection,
  realPathOf,
  sampleRequestOf,
  type PlacedOperation,
  type Resolve,
} from './operation-section';
import { curlSample } from './sample-curl-php';
import type { SampleRequest } from './sample-request';
import { renderLayout } from './page-layout';
import { schemaTable, type LinkOf } from './schema-table';

type Json = Readonly<Record<string, unknown>>;

/** Files of the reference by path below /docs; '' is the first page. */
export type ReferencePages = ReadonlyMap<string, string>;

interface Tag {
  readonly name: string;
  readonly description: string;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const createResolve =
  (document: OpenApiDocument): Resolve =>
  (value) => {
    const ref = (value as Json | undefined)?.['$ref'];
    if (typeof ref !== 'string') return (value ?? {}) as Json;
    return ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Json)[key], document) as Json;
  };

const listOperations = (document: OpenApiDocument, resolve: Resolve): PlacedOperation[] => {
  const [{ url } = { url: '' }] = document['servers'] as { url: string }[];
  const placesOf = (items: object, isCallable: boolean): PlacedOperation[] =>
    Object.entries(items).flatMap(([path, item]: [string, Json]) =>
      METHODS.filter((method) => method in item).map((method) => {
        const operation = item[method] as Json;
        const parameters = [item['parameters'], operation['parameters']].flatMap((list) => (list ?? []) as Json[]);
        const servers = item['servers'] as { url: string }[] | undefined;
        const server = servers?.[0]?.url ?? url;
        return { path, method, operation, parameters: parameters.map(resolve), server, isCallable };
      }),
    );
  return [...placesOf(document.paths, true), ...placesOf((document['webhooks'] ?? {}) as object, false)];
};

const groupOf = ({ operation }: PlacedOperation): string => (operation['tags'] as string[])[0] ?? '';

/** Sending a lead comes first; the others keep their order. */
const byImportance = (one: PlacedOperation, other: PlacedOperation): number =>
  Number(other.operation['operationId'] === 'createEvent') - Number(one.operation['operationId'] === 'createEvent');

/** Components that a value names, with those that they name. */
const collectComponents = (value: unknown, schemas: Readonly<Record<string, JsonSchema>>, found: Set<string>): void => {
  for (const [, name = ''] of JSON.stringify(value ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name) || !schemas[name]) continue;
    found.add(name);
    collectComponents(schemas[name], schemas, found);
  }
};

const operationLink = (placed: PlacedOperation): Html => {
  const id = String(placed.operation['operationId']);
  return html`<li>
    <a href="/docs/${slugOf(groupOf(placed))}#${id}"
      ><span class="method ${placed.method}">${placed.method.toUpperCase()}</span> ${firstSentence(placed.operation)}</a
    >
  </li>`;
};

/**
 * The pages of the reference: a first page, one for each group of operations, the guides, the downloads if there are
 * any, and the index of the search.
 */
export const renderReference = (document: OpenApiDocument, downloads: readonly Download[] = []): ReferencePages => {
  const resolve = createResolve(document);
  const tags = document['tags'] as readonly Tag[];
  const operations = listOperations(document, resolve);
  const { schemas } = document['components'] as { schemas: Readonly<Record<string, JsonSchema>> };
  const placeOf = new Map<string, string>();
  const byTag = tags.map((tag) => {
    const members = operations.filter((placed) => groupOf(placed) === tag.name).sort(byImportance);
    const found = new Set<string>();
    collectComponents(
      members.map(({ operation }) => operation),
      schemas,
      found,
    );
    const names = [...found].filter((name) => !placeOf.has(name)).sort();
    for (const name of names) placeOf.set(name, slugOf(tag.name));
    return { tag, members, names };
  });
  const linkOf: LinkOf = (name) => `/docs/${placeOf.get(name) ?? ''}#${name}`;
  const pages = new Map<string, string>();
  const groups = tags.map(({ name }) => ({ name, href: `/docs/${slugOf(name)}` }));
  const hasDownloads = downloads.length > 0;
  const addPage = (path: string, title: string, parts: Html, main: Html): void =>
    void pages.set(path, renderLayout({ title, groups, current: `/docs${path}`, parts, main, hasDownloads }));
  addPage('', 'Reference', html``, firstPage(document, byTag, resolve));
  addPage('/guides', 'Guides', html``, guideIndex());
  if (hasDownloads)
    addPage('/downloads', 'SDKs and command line', html``, downloadsPage(downloads, originOf(document)));
  for (const guide of GUIDES) addPage(`/guides/${guide.slug}`, guide.title, guideParts(guide), guideContent(guide));
  for (const { tag, members, names } of byTag)
    addPage(
      `/${slugOf(tag.name)}`,
      tag.name,
      html`<ul>
        ${members.map(operationLink)}
      </ul>`,
      html`<h1>${tag.name}</h1>
        <p class="lead">${tag.description}</p>
        ${members.map((placed) => operationSection(placed, resolve, linkOf))}
        ${names.length > 0 ? html`<h2>Objects</h2>` : ''}
        ${names.map(
          (name) =>
            html`<section class="object" id="${name}">
              <h3>${name}</h3>
              ${prose(String(schemas[name]?.['description'] ?? ''))}${schemaTable(schemas[name] ?? {}, linkOf)}
            </section>`,
        )}`,
    );
  const downloadRows = hasDownloads ? [['SDKs and command line', '/docs/downloads', DOWNLOAD_WORDS] as const] : [];
  pages.set('/search.json', JSON.stringify([...downloadRows, ...searchIndex(operations, schemas, linkOf)]));
  return pages;
};

const DOWNLOAD_WORDS = 'download install npm npx pip typescript javascript python sdk cli porchlight';

/** The address of the service. */
const originOf = (document: OpenApiDocument): string => {
  const [{ url } = { url: '' }] = document['servers'] as { url: string }[];
  return new URL(url).origin;
};

/** The requests that the samples of the reference send, by operation id. */
export const listSampleRequests = (document: OpenApiDocument): ReadonlyMap<string, SampleRequest> => {
  const resolve = createResolve(document);
  const callable = listOperations(document, resolve).filter(({ isCallable }) => isCallable);
  return new Map(callable.map((placed) => [String(placed.operation['operationId']), sampleRequestOf(placed, resolve)]));
};

type ByTag = readonly { readonly tag: Tag; readonly members: readonly PlacedOperation[] }[];

const errorsPart = (document: OpenApiDocument): Html => {
  const { responses } = document['components'] as { responses: Readonly<Record<string, Json>> };
  return html`<section id="errors">
    <h2>Errors</h2>
    <p>
      Every error has <code>errorMessage</code> for people, <code>errorCode</code> for programs and
      <code>requestId</code>. A 400 lists every problem in <code>problems</code>.
    </p>
    <ul class="fields">
      ${Object.entries(responses).map(([name, { description }]) => html`<li><strong>${name.replace('Error', '')}</strong> ${prose(String(description))}</li>`)}
    </ul>
  </section>`;
};

const firstPage = (document: OpenApiDocument, byTag: ByTag, resolve: Resolve): Html => {
  const { title, description } = document['info'] as { title: string; description: string };
  const lead = byTag
    .flatMap(({ members }) => members)
    .find(({ operation }) => operation['operationId'] === 'createEvent');
  const content = (lead?.operation['requestBody'] as Json | undefined)?.['content'] as Json | undefined;
  const examples = (content?.['application/json'] as { examples?: { usual?: { value: unknown } } } | undefined)
    ?.examples;
  return html`<h1>${title} API</h1>
    ${prose(description)}
    <p>
      New here? Begin with the <a href="/docs/guides">guides</a>, such as the
      <a href="/docs/guides/quickstart">quickstart</a>.
    </p>
    <section id="send-a-lead" aria-labelledby="send-title">
      <h2 id="send-title">Send a lead</h2>
      <p>
        Create an API key in the <a href="/console/">console</a>, enter it above, and send this lead. The response is
        the person.
      </p>
      <form data-method="POST" data-path="/v1/events" data-credentials="key" autocomplete="off">
        <p class="warning">This writes to your account.</p>
        <label for="lead">Lead</label>
        <textarea id="lead" rows="12" spellcheck="false">
${JSON.stringify(examples?.usual?.value ?? {}, null, 2)}</textarea>
        <button type="submit">Send</button>
        <output aria-live="polite"></output>
      </form>
      <p id="curl-label">The same from a terminal:</p>
      <div class="samples">
        <div class="tabs"><button type="button" class="copy">Copy</button></div>
        <pre id="curl" class="shown" role="region" tabindex="0" aria-labelledby="curl-label">
${lead ? curlSample(sampleRequestOf(lead, resolve)) : ''}</pre>
      </div>
    </section>
    ${byTag.map(
      ({ tag, members }) =>
        html`<section>
          <h2><a href="/docs/${slugOf(tag.name)}">${tag.name}</a></h2>
          <p>${tag.description}</p>
          <ul class="operations">
            ${members.map(operationLink)}
          </ul>
        </section>`,
    )}
    ${errorsPart(document)}`;
};

/** Rows of the search: title, address and further words. */
const searchIndex = (
  operations: readonly PlacedOperation[],
  schemas: Readonly<Record<string, JsonSchema>>,
  linkOf: LinkOf,
): readonly (readonly [title: string, href: string, words: string])[] => [
  ...guideSearchRows(),
  ...operations.map((placed) => {
    const { operation, method, parameters } = placed;
    const id = String(operation['operationId']);
    const names = parameters.filter((one) => one['in'] === 'query').map((one) => String(one['name']));
    return [
      `${method.toUpperCase()} ${realPathOf(placed)} ${String(operation['summary'])}`,
      `/docs/${slugOf(groupOf(placed))}#${id}`,
      `${id} ${names.join(' ')}`,
    ] as const;
  }),
  ...Object.entries(schemas).map(
    ([name, { properties }]) => [name, linkOf(name), Object.keys((properties ?? {}) as object).join(' ')] as const,
  ),
];

/** The reference for language models (https://llmstxt.org): what the API is, and where each operation is described. */
export const renderLlmsText = (document: OpenApiDocument, downloads: readonly Download[] = []): string => {
  const resolve = createResolve(document);
  const operations = listOperations(document, resolve);
  const { title, description } = document['info'] as { title: string; description: string };
  const groups = (document['tags'] as readonly Tag[]).map(({ name, description: about }) =>
    [
      `## ${name}`,
      '',
      about,
      '',
      ...operations
        .filter((placed) => groupOf(placed) === name)
        .map((placed) => {
          const { method, operation } = placed;
          const id = String(operation['operationId']);
          return `- [${method.toUpperCase()} ${realPathOf(placed)}](/docs/${slugOf(name)}#${id}): ${String(operation['summary'])}`;
        }),
    ].join('\n'),
  );
  const links = [
    '- [OpenAPI 3.1](/v1/openapi.json)\n- [AsyncAPI 3.0](/v1/asyncapi.json)\n- [Reference](/docs)',
    ...(downloads.length > 0 ? ['- [SDKs for TypeScript and Python, command line](/docs/downloads)'] : []),
  ].join('\n');
  const about = `> ${description.replaceAll('\n\n', '\n>\n> ')}`;
  return [`# ${title} API`, about, links, listGuidesForModels(), ...groups].join('\n\n').concat('\n');
};
