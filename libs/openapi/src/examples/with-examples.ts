import type { JsonSchema } from '@porchlight/resource';
import type { Operation } from '../operation';
import type { Example } from './example';
import { TEARDOWN_EXAMPLES, EXAMPLES } from './examples';

const byOperation = new Map<string, Example[]>();
for (const one of [...EXAMPLES, ...TEARDOWN_EXAMPLES])
  byOperation.set(one.operation, [...(byOperation.get(one.operation) ?? []), one]);

/** Returns the examples of an operation. */
export const findExamples = (operation: string): readonly Example[] => byOperation.get(operation) ?? [];

interface WithBody {
  readonly content: Readonly<Record<string, JsonSchema>>;
}

/** Adds the examples of an operation to its body and its query. */
export const withExamples = (operation: Operation): Operation => {
  const found = findExamples(operation['operationId'] as string);
  const bodies = found.filter(({ body }) => body !== undefined);
  const { query = {} } = found[0] ?? {};
  const parameters = (operation['parameters'] as JsonSchema[] | undefined)?.map((parameter) => {
    const value = query[String(parameter['name'])];
    return value === undefined
      ? parameter
      : { ...parameter, example: typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value };
  });
  const request = operation['requestBody'] as WithBody | undefined;
  const json = request?.content['application/json'];
  if (!request || !json || bodies.length === 0) return { ...operation, ...(parameters && { parameters }) };
  const examples = Object.fromEntries(
    bodies.map(({ title, body }, i) => [
      i === 0 ? 'usual' : `other${i}`,
      { ...(title !== undefined && { summary: title }), value: body },
    ]),
  );
  return {
    ...operation,
    ...(parameters && { parameters }),
    requestBody: { ...request, content: { ...request.content, 'application/json': { ...json, examples } } },
  };
};
