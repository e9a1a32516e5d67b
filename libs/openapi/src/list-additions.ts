type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const objectAt = (value: unknown, key: string): Json => ((value as Json | undefined)?.[key] ?? {}) as Json;
const schemasOf = (document: Json): Json => objectAt(document['components'], 'schemas');

interface Listed {
  readonly name: string;
  readonly operation: Json;
}

const listOperations = (document: Json): ReadonlyMap<string, Listed> =>
  new Map(
    Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
      METHODS.flatMap((method): [string, Listed][] => {
        const operation = (item as Json)[method] as Json | undefined;
        const name = `${method.toUpperCase()} ${path}`;
        return operation ? [[name, { name, operation }]] : [];
      }),
    ),
  );

const listParameters = (document: Json, operation: Json): ReadonlyMap<string, Json> =>
  new Map(
    ((operation['parameters'] ?? []) as Json[])
      .map(({ $ref, ...own }) =>
        typeof $ref === 'string'
          ? (objectAt(document['components'], 'parameters')[$ref.slice($ref.lastIndexOf('/') + 1)] as Json)
          : own,
      )
      .map((parameter) => [String(parameter['name']), parameter]),
  );

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const listNewParameters = (before: Json, after: Json, old: Listed, now: Listed): string[] => {
  const [had, has] = [listParameters(before, old.operation), listParameters(after, now.operation)];
  const added = [...has.keys()].filter((name) => !had.has(name));
  const deprecated = [...has].filter(
    ([name, one]) => one['deprecated'] === true && had.get(name)?.['deprecated'] !== true,
  );
  return [
    ...(added.length > 0 ? [`\`${now.name}\` takes ${codes(added)}.`] : []),
    ...deprecated.map(([name]) => `\`${now.name}\`: the parameter \`${name}\` is deprecated.`),
  ];
};

const listNewFields = (before: Json, after: Json): string[] =>
  Object.entries(schemasOf(after)).flatMap(([name, schema]) => {
    const old = schemasOf(before)[name];
    const [had, has] = [objectAt(old, 'properties'), objectAt(schema, 'properties')];
    const added = old === undefined ? [] : Object.keys(has).filter((field) => had[field] === undefined);
    const words = Object.entries(has).flatMap(([field, now]) => {
      const former = objectAt(had, field)['enum'];
      const extra = ((now as Json)['enum'] ?? []) as unknown[];
      const more = Array.isArray(former) ? extra.filter((word) => !former.includes(word)) : [];
      return more.length > 0 ? [`\`${name}.${field}\` may be ${codes(more.map(String))}.`] : [];
    });
    return [...(added.length > 0 ? [`\`${name}\` has ${codes(added)}.`] : []), ...words];
  });

/**
 * Changes of the API that break no client, one sentence each: operations, deprecations, parameters, fields, words and
 * events.
 */
export const listAdditions = (before: Json, after: Json): string[] => {
  const [old, now] = [listOperations(before), listOperations(after)];
  const operations = [...now.values()].flatMap(({ name, operation }) => {
    const counterpart = old.get(name);
    if (!counterpart) return [`\`${name}\`: ${String(operation['summary']).split(/(?<=\.) /, 1)[0]}`];
    return [
      ...(operation['deprecated'] === true && counterpart.operation['deprecated'] !== true
        ? [`\`${name}\` is deprecated.`]
        : []),
      ...listNewParameters(before, after, counterpart, { name, operation }),
    ];
  });
  const events = Object.keys(objectAt(after, 'webhooks')).filter((name) => !objectAt(before, 'webhooks')[name]);
  const hadEvents = Object.keys(objectAt(before, 'webhooks')).length > 0;
  return [
    ...operations,
    ...listNewFields(before, after),
    ...(hadEvents ? events.map((name) => `The webhook event \`${name}\` fires.`) : []),
  ];
};
