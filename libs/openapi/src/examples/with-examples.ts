import { allResources } from '@porchlight/contracts';
import type { Descriptor, JsonSchema } from '@porchlight/resource';
import { OPERATION, type Operation } from '../operation';
import type { Example } from './example';
import { declaredExamples, TEARDOWN_EXAMPLES, EXAMPLES } from './examples';

/** Examples by operation. */
export type ExampleIndex = ReadonlyMap<string, readonly Example[]>;

/** Indexes the examples of this repository and of further resources by operation. */
export const indexExamples = (resources: readonly Descriptor[]): ExampleIndex => {
  const known = new Set(allResources.map(({ resource }) => resource));
  const further = declaredExamples(resources.filter(({ resource }) => !known.has(resource)));
  return Map.groupBy([...EXAMPLES, ...TEARDOWN_EXAMPLES, ...further], ({ operation }) => operation);
};

interface WithBody {
  readonly content: Readonly<Record<string, JsonSchema>>;
}

/** Adds the examples of an operation to its body and its query. */
export const withExamples = (operation: Operation, examples: ExampleIndex): Operation => {
  const found = examples.get(operation[OPERATION] as string) ?? [];
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
  const shown = Object.fromEntries(
    bodies.map(({ title, body }, i) => [
      i === 0 ? 'usual' : `other${i}`,
      { ...(title !== undefined && { summary: title }), value: body },
    ]),
  );
  return {
    ...operation,
    ...(parameters && { parameters }),
    requestBody: { ...request, content: { ...request.content, 'application/json': { ...json, examples: shown } } },
  };
};
