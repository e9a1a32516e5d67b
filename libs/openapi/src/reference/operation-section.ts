import type { JsonSchema } from '@porchlight/resource';
import { OPERATION } from '../operation';
import { codeSamples } from './code-samples';
import { html, prose, type Html } from './html';
import { OAUTH_SAMPLES } from './sample-oauth';
import type { SampleRequest } from './sample-request';
import { formatType, schemaRow, schemaTable, type LinkOf } from './schema-table';

type Json = Readonly<Record<string, unknown>>;

/** An operation with its place in the document. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
  /** Parameters of the operation and its path, with their references resolved. */
  readonly parameters: readonly JsonSchema[];
  /** Address of the server. */
  readonly server: string;
  /** False for what Porchlight sends: webhooks. */
  readonly isCallable: boolean;
}

/** Finds what a reference names. */
export type Resolve = (value: unknown) => Json;

const contentOf = (value: unknown): Json => ((value as Json | undefined)?.['content'] ?? {}) as Json;
const schemaOf = (value: unknown): JsonSchema | undefined => {
  const [media] = Object.values(contentOf(value)) as Json[];
  return media?.['schema'] as JsonSchema | undefined;
};
const exampleOf = (value: unknown): unknown => {
  const media = contentOf(value)['application/json'] as Json | undefined;
  const [first] = Object.values((media?.['examples'] ?? {}) as Record<string, Json>);
  return media?.['example'] ?? first?.['value'];
};

const parametersPart = ({ parameters }: PlacedOperation, linkOf: LinkOf): Html | string => {
  const places = [
    ['path', 'Path'],
    ['query', 'Query'],
    ['header', 'Headers'],
  ] as const;
  return html`${places.map(([place, title]) => {
    const rows = parameters.filter((parameter) => parameter['in'] === place);
    if (rows.length === 0) return '';
    return html`<details ${rows.length <= 6 ? 'open' : ''}>
      <summary>${title} (${rows.length})</summary>
      <ul class="fields">
        ${rows.map((parameter) =>
          schemaRow(
            {
              name: String(parameter['name']),
              schema: parameter['schema'] as JsonSchema,
              required: parameter['required'] === true,
              deprecated: parameter['deprecated'] === true,
              about: String(parameter['description'] ?? ''),
            },
            linkOf,
          ),
        )}
      </ul>
    </details>`;
  })}`;
};

const bodyPart = (body: JsonSchema, resolve: Resolve, linkOf: LinkOf): Html => {
  if (body['$ref'] === undefined)
    return html`<h3>Body</h3>
      ${schemaTable(body, linkOf)}`;
  const whole = resolve(body);
  const count = Object.keys((whole['properties'] ?? {}) as object).length;
  return html`<h3>Body: ${formatType(body, linkOf)}</h3>
    <details>
      <summary>${count} fields</summary>
      ${schemaTable(whole, linkOf)}
    </details>`;
};

const responsesPart = (responses: Json, resolve: Resolve, linkOf: LinkOf): Html => {
  const rows = Object.entries(responses).map(([status, value]) => [status, resolve(value)] as const);
  const [good, bad] = [
    rows.filter(([status]) => /^[23]/.test(status)),
    rows.filter(([status]) => /^[45]/.test(status)),
  ];
  return html`<h3>Responses</h3>
    ${good.map(([status, response]) => {
      const schema = schemaOf(response);
      const example = exampleOf(response);
      return html`<div class="response">
        <strong>${status}</strong> ${prose(String(response['description'] ?? ''))}
        ${schema ? (schema['$ref'] ? formatType(schema, linkOf) : schemaTable(schema, linkOf)) : ''}
        ${
          example === undefined
            ? ''
            : html`<details>
                <summary>Example</summary>
                <pre class="shown" tabindex="0">${JSON.stringify(example, null, 2)}</pre>
              </details>`
        }
      </div>`;
    })}
    ${
      bad.length === 0
        ? ''
        : html`<p class="facts"><a href="/docs#errors">Errors</a>: ${bad.map(([status]) => status).join(', ')}</p>`
    }`;
};

const waysOf = (operation: Json): readonly Json[] => (operation['security'] ?? []) as readonly Json[];

/** True if every way to authenticate names a registered system. */
const needsSystem = (operation: Json): boolean =>
  waysOf(operation).length > 0 && waysOf(operation).every((way) => 'systemName' in way);

const credentialsOf = (operation: Json): SampleRequest['credentials'] => {
  const ways = waysOf(operation);
  if (ways.some((way) => 'apiKey' in way)) return 'key';
  return ways.some((way) => 'clientCredentials' in way) ? 'app' : 'none';
};

const securityPart = (operation: Json): Html | string => {
  const ways = waysOf(operation);
  if (ways.length === 0) return html`<p class="facts">No authentication.</p>`;
  const scopes = ways.map((way) => way['oauth2'] as string[] | undefined).find((some) => some);
  const texts = [
    ways.some((way) => 'apiKey' in way) && 'API key',
    scopes && `access token with the scopes ${scopes.join(' and ')}`,
    ways.some((way) => 'clientCredentials' in way) && 'client id and secret of the app',
  ].filter(Boolean);
  return html`<p class="facts">
    ${texts.join(' or ')}${needsSystem(operation) ? '; X-System and X-System-Key are required' : ''}.
  </p>`;
};

/** What the successful response is. */
const resultOf = ({ operation }: PlacedOperation, resolve: Resolve): SampleRequest['result'] => {
  const responses = Object.entries((operation['responses'] ?? {}) as Json).filter(([status]) => status.startsWith('2'));
  const contents = responses
    .map(([, response]) => contentOf(resolve(response)))
    .filter((one) => Object.keys(one).length > 0);
  const [content] = contents;
  if (content === undefined) return 'empty';
  if ('text/event-stream' in content) return 'stream';
  if ('text/html' in content) return 'page';
  const media = content['application/json'] as { readonly schema?: JsonSchema } | undefined;
  if (media === undefined) return 'file';
  const { properties = {} } = resolve(media.schema) as { readonly properties?: Json };
  return '_metadata' in properties ? 'records' : 'json';
};

/** The path of the address below the origin: `/v1`, or nothing for OAuth. */
export const realPathOf = ({ server, path, isCallable }: PlacedOperation): string =>
  isCallable ? `${new URL(server).pathname.replace(/\/$/, '')}${path}` : path;

/** The required fields of a body that has no example. */
const requiredFieldsOf = (body: unknown, resolve: Resolve): Json | undefined => {
  if ((body as Json | undefined)?.['required'] !== true || schemaOf(body) === undefined) return undefined;
  if (!('application/json' in contentOf(body))) return undefined;
  const { properties = {}, required = [] } = resolve(schemaOf(body)) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(required.map((name) => [name, properties[name]?.['type'] === 'integer' ? 1 : 'text']));
};

/** The request that samples of an operation send. */
export const sampleRequestOf = (placed: PlacedOperation, resolve: Resolve): SampleRequest => {
  const { method, path, operation, parameters, server } = placed;
  const examples = Object.fromEntries(parameters.map((one) => [String(one['name']), one['example'] ?? 1]));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const query = Object.fromEntries(
    parameters
      .filter((one) => one['in'] === 'query' && (one['example'] !== undefined || one['required'] === true))
      .map((one) => [String(one['name']), one['example'] ?? '']),
  );
  const isInteger = (name: string): boolean =>
    parameters.some((one) => one['name'] === name && (one['schema'] as JsonSchema | undefined)?.['type'] === 'integer');
  const result = resultOf(placed, resolve);
  const credentials = credentialsOf(operation);
  return {
    method: method.toUpperCase(),
    origin: new URL(server).origin,
    path: names.reduce((text, name) => text.replace(`{${name}}`, String(examples[name])), realPathOf(placed)),
    call: String(operation[OPERATION] ?? '').replace(/^\w+\./, ''),
    pathArguments: names.map((name) => (isInteger(name) ? Number(examples[name]) : String(examples[name]))),
    query,
    body: exampleOf(operation['requestBody']) ?? requiredFieldsOf(operation['requestBody'], resolve),
    takesBody: schemaOf(operation['requestBody']) !== undefined,
    credentials,
    needsSystem: needsSystem(operation),
    result,
    isInSdk: result !== 'stream' && credentials !== 'none' && new URL(server).pathname !== '/',
    ...OAUTH_SAMPLES[String(operation['operationId'])],
  };
};

/** Fields of a form body, as parameters. */
const formFieldsOf = (operation: Json): readonly JsonSchema[] => {
  const media = contentOf(operation['requestBody'])['application/x-www-form-urlencoded'] as Json | undefined;
  if (media === undefined || 'application/json' in contentOf(operation['requestBody'])) return [];
  const { properties = {}, required = [] } = media['schema'] as { properties?: Json; required?: string[] };
  return Object.keys(properties).map((name) => ({ name, in: 'form', required: required.includes(name) }));
};

/** A form that sends the request; nothing for a page of the browser, a stream, or a request with an app's secret. */
const tryPart = (placed: PlacedOperation, resolve: Resolve): Html | string => {
  const { method, parameters, operation } = placed;
  const isWrite = method !== 'get';
  const fields = formFieldsOf(operation);
  const credentials = credentialsOf(operation);
  if (['page', 'stream'].includes(resultOf(placed, resolve)) || (credentials === 'app' && fields.length === 0))
    return '';
  const inputs = [...parameters.filter((parameter) => parameter['in'] !== 'header'), ...fields];
  const body = exampleOf(operation['requestBody']);
  const id = String(operation['operationId']);
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      data-method="${method.toUpperCase()}"
      data-path="${realPathOf(placed)}"
      data-credentials="${credentials}"
      autocomplete="off"
    >
      ${isWrite ? html`<p class="warning">This writes to your account.</p>` : ''}
      ${inputs.map(
        (parameter) =>
          html`<label
            >${String(parameter['name'])}
            <input
              name="${String(parameter['name'])}"
              data-in="${String(parameter['in'])}"
              ${parameter['required'] === true ? 'required' : ''}
              spellcheck="false"
          /></label>`,
      )}
      ${
        operation['requestBody'] && fields.length === 0
          ? html`<label for="${id}-body">Body</label>
              <textarea id="${id}-body" rows="8" spellcheck="false">
${body === undefined ? '' : JSON.stringify(body, null, 2)}</textarea>`
          : ''
      }
      <button type="submit">${isWrite ? 'Send' : 'Read'}</button>
      <output aria-live="polite"></output>
    </form>
  </details>`;
};

const SENTENCE_END = /\.(?: |$)/;

/** The title of an operation: the first sentence of its summary. */
export const firstSentence = ({ summary, operationId }: Json): string =>
  String(summary ?? operationId).split(SENTENCE_END)[0] ?? '';

const furtherSentences = (operation: Json): Html | string => {
  const rest = String(operation['summary'] ?? '')
    .slice(firstSentence(operation).length + 1)
    .trim();
  return rest === '' ? '' : prose(rest);
};

/** An operation: what it does, what it takes and returns, code, and a form that sends it. */
export const operationSection = (placed: PlacedOperation, resolve: Resolve, linkOf: LinkOf): Html => {
  const { method, operation, isCallable } = placed;
  const body = schemaOf(operation['requestBody']);
  const id = String(operation['operationId']);
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">
      ${firstSentence(operation)}
      ${operation['deprecated'] === true ? html`<span class="deprecated">Deprecated</span>` : ''}
      <a class="anchor" href="#${id}" aria-label="Link to this operation">#</a>
    </h2>
    <p class="address">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${realPathOf(placed)}</code>
    </p>
    <div class="columns">
      <div>
        ${furtherSentences(operation)}${prose(String(operation['description'] ?? ''))}
        ${isCallable ? securityPart(operation) : ''} ${parametersPart(placed, linkOf)}
        ${body ? bodyPart(body, resolve, linkOf) : ''}
        ${responsesPart((operation['responses'] ?? {}) as Json, resolve, linkOf)}
      </div>
      <div>${isCallable ? html`${codeSamples(sampleRequestOf(placed, resolve))}${tryPart(placed, resolve)}` : ''}</div>
    </div>
  </section>`;
};
