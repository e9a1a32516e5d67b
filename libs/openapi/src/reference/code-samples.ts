import { html, type Html } from './html';

/** A request as code shows it. */
export interface SampleRequest {
  readonly method: string;
  /** Address with the values of the example. */
  readonly url: string;
  /** The method of the SDK: people.list. */
  readonly call: string;
  /** Arguments of the method of the SDK for the path. */
  readonly path: readonly (string | number)[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

const withQuery = ({ url, query }: SampleRequest): string => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? url : `${url}?${text}`;
};

const curl = (request: SampleRequest): string =>
  [
    `curl '${withQuery(request)}' -u "$API_KEY:"`,
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    ...(request.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${pretty(request.body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');

const typescript = ({ call, path, query, body }: SampleRequest): string => {
  const parts = [
    ...path.map((value) => JSON.stringify(value)),
    ...(body === undefined ? [] : [pretty(body)]),
    ...(Object.keys(query).length > 0 ? [pretty(query)] : []),
  ];
  return `import { createPorchlight } from '@porchlight/sdk';\n\nconst porchlight = createPorchlight({ apiKey: process.env.API_KEY! });\nconst result = await porchlight.${call}(${parts.join(', ')});`;
};

const toPython = (value: unknown): string =>
  pretty(value).replaceAll(/(?<=[:[\s])(true|false|null)(?=[,\n])/g, (word) =>
    word === 'true' ? 'True' : word === 'false' ? 'False' : 'None',
  );

const python = (request: SampleRequest): string =>
  [
    'import os',
    'import requests',
    '',
    `response = requests.${request.method.toLowerCase()}(`,
    `    "${request.url}",`,
    '    auth=(os.environ["API_KEY"], ""),',
    ...(Object.keys(request.query).length > 0 ? [`    params=${indent(toPython(request.query), '    ')},`] : []),
    ...(request.body === undefined ? [] : [`    json=${indent(toPython(request.body), '    ')},`]),
    ')',
    'response.raise_for_status()',
    ...(request.method === 'DELETE' ? [] : ['result = response.json()']),
  ].join('\n');

const php = (request: SampleRequest): string =>
  [
    '<?php',
    `$request = curl_init('${withQuery(request)}');`,
    'curl_setopt_array($request, [',
    "    CURLOPT_USERPWD => getenv('API_KEY') . ':',",
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(request.method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${request.method}',`]),
    ...(request.body === undefined
      ? []
      : [
          "    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],",
          `    CURLOPT_POSTFIELDS => <<<'JSON'\n${pretty(request.body)}\nJSON,`,
        ]),
    ']);',
    '$result = json_decode(curl_exec($request), true);',
  ].join('\n');

/** The languages of samples, in the order of their tabs. */
const LANGUAGES = [
  ['curl', 'curl', curl],
  ['typescript', 'TypeScript', typescript],
  ['python', 'Python', python],
  ['php', 'PHP', php],
] as const;

/** The request in each language, with tabs and a button that copies. */
export const codeSamples = (request: SampleRequest): Html =>
  html`<div class="samples">
    <div class="tabs" role="group" aria-label="Language">
      ${LANGUAGES.map(
        ([id, name]) =>
          html`<button type="button" data-language="${id}" aria-pressed="${id === 'curl' ? 'true' : 'false'}">
            ${name}
          </button>`,
      )}
      <button type="button" class="copy">Copy</button>
    </div>
    ${LANGUAGES.map(([id, , format]) => html`<pre class="sample" data-in="${id}" tabindex="0">${format(request)}</pre>`)}
  </div>`;
