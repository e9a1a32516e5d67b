import { allResources } from '@porchlight/contracts';
import type { Descriptor, JsonSchema } from '@porchlight/resource';
import { OPERATION, type Operation } from '../operation';
import type { Example } from './example';
import recordedResponses from './recorded-responses.json';
import { declaredExamples, TEARDOWN_EXAMPLES, EXAMPLES } from './examples';

/** Examples by operation. */
export type ExampleIndex = ReadonlyMap<string, readonly Example[]>;

/** Indexes the examples of this repository and of further resources by operation. */
export const indexExamples = (resources: readonly Descriptor[]): ExampleIndex => {
  const ownResources = new Set(allResources.map(({ resource }) => resource));
  const further = declaredExamples(resources.filter(({ resource }) => !ownResources.has(resource)));
  return Map.groupBy([...EXAMPLES, ...TEARDOWN_EXAMPLES, ...further], ({ operation }) => operation);
};

interface WithBody {
  readonly content: Readonly<Record<string, JsonSchema>>;
}

const RECORDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = recordedResponses;

/** Adds the response of a real run to each status that was recorded. */
const withRecorded = (operation: Operation): Operation => {
  const recorded = RECORDED[operation[OPERATION] as string];
  if (recorded === undefined) return operation;
  const responses = Object.entries((operation['responses'] ?? {}) as Record<string, JsonSchema>).map(
    ([status, response]) => {
      const content = response['content'] as Record<string, JsonSchema> | undefined;
      const json = content?.['application/json'];
      const example = recorded[status];
      if (json === undefined || example === undefined) return [status, response];
      return [status, { ...response, content: { ...content, 'application/json': { ...json, example } } }];
    },
  );
  return { ...operation, responses: Object.fromEntries(responses) as object };
};

/** Adds the examples of an operation to its body, its query and its responses. */
export const withExamples = (described: Operation, examples: ExampleIndex): Operation => {
  const operation = withRecorded(described);
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
  const samples = Object.fromEntries(
    bodies.map(({ title, body }, i) => [
      i === 0 ? 'usual' : `other${i}`,
      { ...(title !== undefined && { summary: title }), value: body },
    ]),
  );
  return {
    ...operation,
    ...(parameters && { parameters }),
    requestBody: { ...request, content: { ...request.content, 'application/json': { ...json, examples: samples } } },
  };
};
