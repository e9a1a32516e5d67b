import { addressOf, isLocal, pretty, variableOf, type SampleRequest } from './sample-request';

const typescriptText = (value: unknown): string => {
  const variable = variableOf(value);
  return variable ? `process.env.${variable}!` : JSON.stringify(value);
};

const typescriptClient = ({ origin, needsSystem }: SampleRequest): string =>
  [
    `import { createPorchlight } from '@porchlight/sdk';\n`,
    ...(isLocal(origin) ? ['// Start node with NODE_EXTRA_CA_CERTS="$CA".'] : []),
    'const porchlight = createPorchlight({',
    `  baseUrl: '${origin}',`,
    '  apiKey: process.env.API_KEY!,',
    ...(needsSystem ? ['  system: { name: process.env.SYSTEM!, key: process.env.SYSTEM_KEY! },'] : []),
    '});\n',
  ].join('\n');

const typescriptOauth = (origin: string, [method, argument]: readonly [string, string]): string =>
  [
    `import { createOauthClient } from '@porchlight/sdk';\n`,
    'const oauth = createOauthClient({',
    `  baseUrl: '${origin}',`,
    '  clientId: process.env.CLIENT_ID!,',
    '  clientSecret: process.env.CLIENT_SECRET!,',
    `  redirectUri: 'http://localhost:3000/callback',`,
    '});',
    `${method === 'revoke' ? '' : 'export const result = '}await oauth.${method}(${typescriptText(argument)});`,
  ].join('\n');

/** The request with the SDK for TypeScript, or with fetch where the SDK has no method. */
export const typescriptSample = (request: SampleRequest): string => {
  const { origin, call, pathArguments, query, body, takesBody, result, oauthCall, isInSdk } = request;
  if (oauthCall) return typescriptOauth(origin, oauthCall);
  if (!isInSdk && result !== 'stream')
    return `const response = await fetch('${addressOf(request)}');\nexport const result: unknown = await response.json();`;
  const client = typescriptClient(request);
  if (result === 'stream')
    return `${client}for await (const { id, event, data } of porchlight.stream()) console.log(id, event, data);`;
  const hasQuery = Object.keys(query).length > 0;
  const parts = [
    ...pathArguments.map((value) => JSON.stringify(value)),
    ...(body === undefined ? (takesBody && hasQuery ? ['undefined'] : []) : [pretty(body)]),
    ...(hasQuery ? [pretty(query)] : []),
  ];
  const sent = `porchlight.${call}(${parts.join(', ')})`;
  if (result === 'records') return `${client}for await (const record of ${sent}) console.log(record);`;
  return `${client}${result === 'empty' ? '' : 'export const result = '}await ${sent};`;
};

const KEYWORDS = new Set([
  'import',
  'from',
  'with',
  'in',
  'is',
  'not',
  'and',
  'or',
  'as',
  'del',
  'return',
  'pass',
  'class',
  'global',
]);

/** A name of the API as the SDK for Python has it. */
const snake = (name: string): string => {
  const text = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return KEYWORDS.has(text) ? `${text}_` : text;
};

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
const pythonText = (value: unknown): string => {
  const variable = variableOf(value);
  if (variable) return `os.environ["${variable}"]`;
  return pretty(value).replaceAll(/(?<=^|[:[\s])(true|false|null)(?=[,\n]|$)/g, (word) => PYTHON_WORDS[word]!);
};

const pythonClient = ({ origin, needsSystem }: SampleRequest): string =>
  [
    isLocal(origin) ? 'import os, ssl' : 'import os',
    'from porchlight import Porchlight\n',
    'porchlight = Porchlight(',
    `    "${origin}",`,
    '    api_key=os.environ["API_KEY"],',
    ...(needsSystem ? ['    system=(os.environ["SYSTEM"], os.environ["SYSTEM_KEY"]),'] : []),
    ...(isLocal(origin) ? ['    verify=ssl.create_default_context(cafile=os.environ["CA"]),'] : []),
    ')\n',
  ].join('\n');

const pythonOauth = (origin: string, [method, argument]: readonly [string, string]): string =>
  [
    isLocal(origin) ? 'import os, ssl' : 'import os',
    'from porchlight import OauthClient\n',
    'oauth = OauthClient(',
    `    "${origin}",`,
    '    client_id=os.environ["CLIENT_ID"],',
    '    client_secret=os.environ["CLIENT_SECRET"],',
    '    redirect_uri="http://localhost:3000/callback",',
    ...(isLocal(origin) ? ['    verify=ssl.create_default_context(cafile=os.environ["CA"]),'] : []),
    ')',
    `${method === 'revoke' ? '' : 'result = '}oauth.${method}(${pythonText(argument)})`,
  ].join('\n');

const pythonWithoutSdk = (request: SampleRequest): string =>
  [
    `import json, ${isLocal(request.origin) ? 'os, ssl, ' : ''}urllib.request\n`,
    ...(isLocal(request.origin) ? ['trust = ssl.create_default_context(cafile=os.environ["CA"])'] : []),
    `with urllib.request.urlopen("${addressOf(request)}", timeout=30${isLocal(request.origin) ? ', context=trust' : ''}) as response:`,
    '    result = json.load(response)',
  ].join('\n');

/** The request with the SDK for Python, or with its standard library where the SDK has no method. */
export const pythonSample = (request: SampleRequest): string => {
  const { origin, call, pathArguments, query, body, result, oauthCall, isInSdk } = request;
  if (oauthCall) return pythonOauth(origin, oauthCall);
  if (!isInSdk && result !== 'stream') return pythonWithoutSdk(request);
  const client = pythonClient(request);
  if (result === 'stream')
    return `${client}for event in porchlight.stream():\n    print(event.id, event.event, event.data)`;
  const parts = [
    ...pathArguments.map((value) => JSON.stringify(value)),
    ...(body === undefined ? [] : [pythonText(body)]),
    ...Object.entries(query).map(([name, value]) => `${snake(name)}=${pythonText(value)}`),
  ];
  const sent = `porchlight.${call.split('.').map(snake).join('.')}(${parts.join(', ')})`;
  if (result === 'records') return `${client}for record in ${sent}:\n    print(record)`;
  return `${client}${result === 'empty' ? '' : 'result = '}${sent}`;
};
