import { addressOf, hasVariables, isLocal, pretty, variableOf, type SampleRequest } from './sample-request';

const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const shellFields = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).map(([name, value]) =>
    variableOf(value)
      ? `--data-urlencode "${name}=${String(value)}"`
      : `--data-urlencode ${shellText(`${name}=${String(value)}`)}`,
  );
const SHELL_CREDENTIALS = { key: ['-u "$API_KEY:"'], app: ['-u "$CLIENT_ID:$CLIENT_SECRET"'], none: [] };

/** The request with curl. */
export const curlSample = (request: SampleRequest): string => {
  const { origin, path, query, method, body, form = {}, credentials, needsSystem, result } = request;
  const byProgram = hasVariables(query);
  const sendsFields = body !== undefined || Object.keys(form).length > 0;
  return [
    `curl ${isLocal(origin) ? '--cacert "$CA" ' : ''}${result === 'stream' ? '-N ' : ''}${shellText(byProgram ? `${origin}${path}` : addressOf(request))}`,
    ...SHELL_CREDENTIALS[credentials],
    ...(needsSystem ? ['-H "X-System: $SYSTEM" -H "X-System-Key: $SYSTEM_KEY"'] : []),
    ...(method === 'GET' || (method === 'POST' && sendsFields) ? [] : [`-X ${method}`]),
    ...(byProgram ? ['-G', ...shellFields(query)] : []),
    ...shellFields(form),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellText(pretty(body))}`]),
  ].join(' \\\n  ');
};

const phpText = (value: unknown): string => {
  const variable = variableOf(value);
  return variable ? `getenv('${variable}')` : `'${String(value).replaceAll(/[\\']/g, '\\$&')}'`;
};
const phpFields = (fields: Readonly<Record<string, unknown>>): string =>
  `http_build_query([\n${Object.entries(fields)
    .map(([name, value]) => `    '${name}' => ${phpText(value)},\n`)
    .join('')}])`;
const PHP_CREDENTIALS = {
  key: [`CURLOPT_USERPWD => getenv('API_KEY') . ':',`],
  app: [`CURLOPT_USERPWD => getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'),`],
  none: [],
};

const phpHeaders = ({ needsSystem, body }: SampleRequest): string[] => {
  const headers = [
    ...(needsSystem ? [`'X-System: ' . getenv('SYSTEM')`, `'X-System-Key: ' . getenv('SYSTEM_KEY')`] : []),
    ...(body === undefined ? [] : [`'Content-Type: application/json'`]),
  ];
  return headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [${headers.join(', ')}],`];
};

/** The request with PHP. */
export const phpSample = (request: SampleRequest): string => {
  const { origin, path, query, method, body, form, credentials, result } = request;
  const address = hasVariables(query) ? `'${origin}${path}?' . ${phpFields(query)}` : `'${addressOf(request)}'`;
  if (result === 'page') return `<?php\nheader('Location: ' . ${address});`;
  const options = [
    ...PHP_CREDENTIALS[credentials],
    ...phpHeaders(request),
    ...(result === 'stream'
      ? [
          'CURLOPT_WRITEFUNCTION => function ($request, string $part): int {',
          '    echo $part;',
          '    return strlen($part);',
          '},',
        ]
      : ['CURLOPT_RETURNTRANSFER => true,']),
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(form ? [`CURLOPT_POSTFIELDS => ${phpFields(form).replaceAll('\n', '\n    ')},`] : []),
  ];
  return [
    '<?php',
    `$request = curl_init(${address});`,
    'curl_setopt_array($request, [',
    ...options.map((line) => `    ${line}`),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => <<<'JSON'\n${pretty(body)}\nJSON,`]),
    ']);',
    ...(isLocal(origin) ? [`curl_setopt($request, CURLOPT_CAINFO, getenv('CA'));`] : []),
    ...(result === 'stream'
      ? ['curl_exec($request);']
      : [
          '$body = curl_exec($request);',
          `if ($body === false) throw new RuntimeException(curl_error($request));`,
          ...(result === 'file' ? [] : ['$result = json_decode($body, true);']),
        ]),
  ].join('\n');
};
