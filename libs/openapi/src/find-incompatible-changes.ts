import { isObject } from '@porchlight/resource';

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const MAX_DEPTH = 12;

const objectAt = (value: unknown, key: string): Json => (isObject(value) && isObject(value[key]) ? value[key] : {});
const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const toNames = (value: unknown): readonly string[] => toList(value).map(String);

/** Resolves a reference within the document. */
const resolve = (document: Json, value: unknown): Json => {
  let at = value;
  for (let i = 0; i < MAX_DEPTH && isObject(at) && typeof at['$ref'] === 'string'; i += 1) {
    let next: unknown = document;
    for (const key of at['$ref'].slice(2).split('/')) next = isObject(next) ? next[key] : undefined;
    at = next;
  }
  return isObject(at) ? at : {};
};

/** Merges the parts of allOf into one schema. */
const whole = (document: Json, value: unknown): Json => {
  const schema = resolve(document, value);
  const parts = toList(schema['allOf']).map((part) => whole(document, part));
  return parts.reduce<Json>(
    (all, part) => ({
      ...all,
      ...part,
      properties: { ...objectAt(all, 'properties'), ...objectAt(part, 'properties') },
      required: [...toNames(all['required']), ...toNames(part['required'])],
    }),
    schema,
  );
};

/** Direction of a value: responses may gain values, requests must not lose accepted ones. */
type Direction = 'sent' | 'answered';

interface Sides {
  readonly before: Json;
  readonly after: Json;
}

interface Documents extends Sides {
  /** Compared pairs of components; each is reported once. */
  readonly seen: Set<string>;
}

/** Types of all alternatives, if each has its own. */
const listTypes = (schema: Json): readonly string[] => {
  if (schema['type'] !== undefined || !Array.isArray(schema['anyOf'])) return toNames(schema['type']);
  const each = schema['anyOf'].map((one) => (isObject(one) ? listTypes(one) : []));
  return each.some((types) => types.length === 0) ? [] : [...new Set(each.flat())];
};

const LIMITS = [
  ['maxLength', 1],
  ['maxItems', 1],
  ['maximum', 1],
  ['minLength', -1],
  ['minItems', -1],
  ['minimum', -1],
] as const;

const narrowed = (before: Json, after: Json): string[] =>
  LIMITS.flatMap(([name, sign]) => {
    const [old, now] = [before[name], after[name]];
    return typeof now === 'number' && (typeof old !== 'number' || sign * now < sign * old)
      ? [`${name} is ${now} and was ${String(old ?? 'none')}`]
      : [];
  });

const compareSchemas = (
  documents: Documents,
  where: string,
  old: unknown,
  now: unknown,
  direction: Direction,
  depth = 0,
): string[] => {
  if (depth > MAX_DEPTH) return [];
  if (isObject(old) && typeof old['$ref'] === 'string') {
    const pair = `${direction} ${old['$ref']} ${String(isObject(now) ? now['$ref'] : '')}`;
    if (documents.seen.has(pair)) return [];
    documents.seen.add(pair);
  }
  const before = whole(documents.before, old);
  const after = whole(documents.after, now);
  const found: string[] = [];
  const say = (what: string): void => void found.push(`${where}: ${what}`);
  const [oldTypes, newTypes] = [listTypes(before), listTypes(after)];
  // integer is a number.
  const covers = (types: readonly string[], type: string): boolean =>
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
  const [least, most] = direction === 'sent' ? [oldTypes, newTypes] : [newTypes, oldTypes];
  const lost = least.filter((type) => !covers(most, type));
  if (lost.length > 0)
    say(direction === 'sent' ? `no longer takes ${lost.join(', ')}` : `may now be ${lost.join(', ')}`);
  if (least.length === 0 && most.length > 0)
    say(direction === 'sent' ? `takes ${most.join(', ')} only` : 'may now be of any type');
  if (direction === 'sent') {
    const words = after['enum'];
    // Enumerations of responses may grow: clients must ignore unknown values.
    const gone = Array.isArray(words)
      ? Array.isArray(before['enum'])
        ? before['enum'].filter((word) => !words.includes(word))
        : ['any other word']
      : [];
    if (gone.length > 0) say(`no longer takes ${gone.map(String).join(', ')}`);
    for (const what of narrowed(before, after)) say(what);
    for (const name of toNames(after['required']))
      if (!toNames(before['required']).includes(name)) say(`${name} is required now`);
  } else
    for (const name of toNames(before['required']))
      if (!toNames(after['required']).includes(name) && objectAt(after, 'properties')[name])
        say(`${name} may be missing now`);
  const [oldFields, newFields] = [objectAt(before, 'properties'), objectAt(after, 'properties')];
  for (const [name, field] of Object.entries(oldFields)) {
    if (newFields[name] === undefined)
      say(direction === 'sent' ? `${name} is no longer taken` : `${name} is no longer answered`);
    else found.push(...compareSchemas(documents, `${where}.${name}`, field, newFields[name], direction, depth + 1));
  }
  if (before['items'] !== undefined)
    found.push(...compareSchemas(documents, `${where}[]`, before['items'], after['items'] ?? {}, direction, depth + 1));
  return found;
};

const collectParameters = (document: Json, ...places: readonly Json[]): ReadonlyMap<string, Json> =>
  new Map(
    places
      .flatMap((place) => toList(place['parameters']))
      .map((one) => resolve(document, one))
      .map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]),
  );

/** Compares the schemas of two bodies by content type; `lost` says what a missing type means. */
const compareContents = (
  documents: Documents,
  where: string,
  { before, after }: Sides,
  direction: Direction,
  lost: (type: string) => string,
): string[] => {
  const contents = objectAt(after, 'content');
  return Object.entries(objectAt(before, 'content')).flatMap(([type, media]) =>
    contents[type]
      ? compareSchemas(documents, where, objectAt(media, 'schema'), objectAt(contents[type], 'schema'), direction)
      : [lost(type)],
  );
};

const compareOperations = (documents: Documents, name: string, paths: Sides, operations: Sides): string[] => {
  const found: string[] = [];
  const { before, after } = operations;
  if (before['operationId'] !== after['operationId'])
    found.push(`${name}: operationId was ${String(before['operationId'])} and is ${String(after['operationId'])}`);
  const old = collectParameters(documents.before, paths.before, before);
  const now = collectParameters(documents.after, paths.after, after);
  for (const [key, parameter] of old) {
    const counterpart = now.get(key);
    if (!counterpart) found.push(`${name}: the parameter ${key} is gone`);
    else found.push(...compareSchemas(documents, `${name} ${key}`, parameter['schema'], counterpart['schema'], 'sent'));
  }
  for (const [key, parameter] of now)
    if (parameter['required'] === true && old.get(key)?.['required'] !== true)
      found.push(`${name}: the parameter ${key} is required now`);
  const body: Sides = {
    before: resolve(documents.before, before['requestBody']),
    after: resolve(documents.after, after['requestBody']),
  };
  if (body.after['required'] === true && body.before['required'] !== true)
    found.push(`${name}: a body is required now`);
  found.push(
    ...compareContents(documents, `${name} body`, body, 'sent', (type) => `${name}: ${type} is no longer taken`),
  );
  for (const [status, response] of Object.entries(objectAt(before, 'responses'))) {
    const counterpart = objectAt(after, 'responses')[status];
    if (counterpart === undefined) {
      if (status.startsWith('2')) found.push(`${name}: ${status} is no longer answered`);
      continue;
    }
    const where = `${name} ${status}`;
    const sides = { before: resolve(documents.before, response), after: resolve(documents.after, counterpart) };
    found.push(
      ...compareContents(documents, where, sides, 'answered', (type) => `${where}: ${type} is no longer answered`),
    );
  }
  return found;
};

/**
 * Returns the changes from `before` to `after` that can break a client, one sentence each. Additional paths,
 * parameters, fields and response values are compatible.
 */
export const findIncompatibleChanges = (before: Json, after: Json): string[] => {
  const documents = { before, after, seen: new Set<string>() };
  return Object.entries(objectAt(before, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const old = objectAt(item, method);
      if (Object.keys(old).length === 0) return [];
      const counterpart = objectAt(objectAt(after, 'paths'), path);
      const now = objectAt(counterpart, method);
      const name = `${method.toUpperCase()} ${path}`;
      if (Object.keys(now).length === 0) return [`${name} is gone`];
      return compareOperations(
        documents,
        name,
        { before: item as Json, after: counterpart },
        { before: old, after: now },
      );
    }),
  );
};
