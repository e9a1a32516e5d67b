type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const SENTENCE_END = /(?<=[.;:]) |\n/;

const firstSentence = (text: unknown): string =>
  String(text ?? '')
    .split(SENTENCE_END, 1)[0]!
    .replace(/[;:]$/, '.');

/**
 * Renders the operations from which the command line makes its commands: one line each. OAuth endpoints and streams are
 * left out.
 */
export function renderCliOperations(document: Json): string {
  const resolve = (value: unknown): Json => {
    const ref = (value as Json | undefined)?.['$ref'];
    if (typeof ref !== 'string') return (value ?? {}) as Json;
    return ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Json)[key], document) as Json;
  };
  const rows = Object.entries(document['paths'] as Json).flatMap(([path, value]) => {
    const item = value as Json;
    if (item['servers']) return [];
    return METHODS.flatMap((method) => {
      const operation = item[method] as Json | undefined;
      const content = responseContent(operation, resolve);
      if (!operation || !content) return [];
      const query = ((operation['parameters'] ?? []) as unknown[])
        .map(resolve)
        .filter((parameter) => parameter['in'] === 'query');
      const [, resource, name] = String(operation['x-operation']).split('.');
      return {
        name: `${resource}.${name}`,
        method: method.toUpperCase(),
        path,
        kind: classify(operation, content, query, resolve),
        summary: String(operation['summary']),
        query: query.map((one) => [String(one['name']), firstSentence(one['description'])]),
      };
    });
  });
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

/** The content of the response with 200 or 201; undefined for a stream, which does not end. */
function responseContent(operation: Json | undefined, resolve: (value: unknown) => Json): Json | undefined {
  const responses = (operation?.['responses'] ?? {}) as Json;
  const content = (resolve(responses['200'] ?? responses['201'])['content'] ?? {}) as Json;
  return content['text/event-stream'] ? undefined : content;
}

function classify(operation: Json, content: Json, query: readonly Json[], resolve: (value: unknown) => Json): string {
  if (operation['requestBody']) return 'body';
  const schema = resolve((content['application/json'] as Json | undefined)?.['schema']);
  if (!(schema['properties'] as Json | undefined)?.['_metadata']) return 'plain';
  return query.some(({ name }) => name === 'next') ? 'list' : 'whole';
}
