// Makes src/generated/ from docs/openapi.json: types by openapi-typescript, and one row per operation for the client.
// `node generate.mjs` writes, `node generate.mjs --check` names what differs and exits with 1.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
const document = JSON.parse(readFileSync(join(here, '..', '..', 'docs', 'openapi.json'), 'utf8'));
const HEADING = '// Made by generate.mjs from docs/openapi.json. Do not edit: npm run generate -w @porchlight/sdk\n';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

// Paths with servers of their own are the OAuth endpoints: stock OAuth libraries speak to those.
const paths = Object.fromEntries(Object.entries(document.paths).filter(([, path]) => !path.servers));
const operations = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((m) => item[m]).map((method) => ({ path, method, ...item[method] })),
);

/** Refusals are one class, and headers of answers are read from the response: neither needs a type per operation. */
function withoutRepetition({ responses, parameters, ...operation }) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const named = (parameters ?? []).filter((p) => (p.$ref ? resolve(p.$ref) : p).in !== 'header');
  return {
    ...operation,
    parameters: named.map(byAlternatives),
    responses: Object.fromEntries(good.map(([status, { headers: _, ...answer }]) => [status, answer])),
  };
}

/** Of a type that stands beside its alternatives, for pages, these alone say it exactly. */
function byAlternatives(parameter) {
  if (!parameter.schema?.anyOf) return parameter;
  const { type: _, ...schema } = parameter.schema;
  return { ...parameter, schema };
}

const resolve = (ref) =>
  ref
    .slice(2)
    .split('/')
    .reduce((at, name) => at[name], document);

/** body: takes one; list: answers a page of records; whole: a list that is never long and takes no paging. */
function kindOf({ requestBody, responses, parameters = [] }) {
  if (requestBody) return 'body';
  const schema = responses['200']?.content?.['application/json']?.schema;
  const page = schema?.$ref ? resolve(schema.$ref) : schema;
  if (!page?.properties?._metadata) return 'plain';
  return parameters.some((p) => (p.$ref ? resolve(p.$ref) : p).name === 'next') ? 'list' : 'whole';
}

// Only fields that accounts add have names that are not told: openapi-typescript would let them be any name.
const CUSTOM = [
  /\[key: string\]: string \| number \| boolean \| null;/g,
  '[custom: `custom${string}`]: string | number | boolean | null;',
];
const schema = astToString(
  await openapiTS({
    ...document,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([name, value]) => [
            name,
            METHODS.includes(name) ? withoutRepetition(value) : value,
          ]),
        ),
      ]),
    ),
    components: { ...document.components, responses: {}, headers: {} },
  }),
).replace(...CUSTOM);
const rows = operations.map((operation) => {
  const { operationId, method, path } = operation;
  return `  ['${operationId}', '${method.toUpperCase()}', '${path}', '${kindOf(operation)}'],`;
});
const files = {
  'schema.ts': `${HEADING}${schema}`,
  'operations.ts': `${HEADING}\n/** Name of the operation, method, path, and what is special: it takes a body, or answers a list, in pages or whole. */\nexport const OPERATIONS = [\n${rows.join('\n')}\n] as const;\n`,
};

for (const [name, text] of Object.entries(files)) {
  const file = join(here, 'src', 'generated', name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.log(`differs: libs/sdk/src/generated/${name}. Mend it with: npm run generate -w @porchlight/sdk`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}
