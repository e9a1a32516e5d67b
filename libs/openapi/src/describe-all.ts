import { COMMON_DESCRIPTIONS, formatDescription, isObject, type JsonSchema } from '@porchlight/resource';

type Json = Readonly<Record<string, unknown>>;

const isParameter = (value: Json): boolean => typeof value['name'] === 'string' && typeof value['in'] === 'string';

type Texts = Readonly<Record<string, string>>;

/** Keys whose values are data, in which nothing is a schema. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** A property with its text: the one of its name within its parent (`owner.name`), else of its name. */
const withText = (texts: Texts, parent: string, name: string, value: unknown): unknown => {
  const text = texts[`${parent}.${name}`] ?? texts[name];
  if (!isObject(value) || text === undefined || value['description'] !== undefined) return value;
  return { ...value, description: formatDescription(value, text) };
};

const visit = (texts: Texts, parent: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((part) => visit(texts, parent, part));
  if (!isObject(value)) return value;
  const node = isParameter(value) ? (withText(texts, '', String(value['name']), value) as Json) : value;
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => {
      if (DATA.has(key)) return [key, part];
      if (key !== 'properties' || !isObject(part)) return [key, visit(texts, parent, part)];
      const described = Object.entries(part).map(([name, one]) => [
        name,
        withText(texts, parent, name, visit(texts, name, one)),
      ]);
      return [key, Object.fromEntries(described) as Json];
    }),
  );
};

/**
 * A part of the document in which properties and parameters without a description have the one of their name; a key
 * such as `owner.name` is for the property of one parent.
 */
export const describeNames = <T extends object>(part: T, texts: Texts): T => visit(texts, '', part) as T;

/** The document in which properties and parameters without a description have the one of COMMON_DESCRIPTIONS. */
export const describeAll = <T extends object>(document: T): T => describeNames(document, COMMON_DESCRIPTIONS);

/** The counts of a document and what it lacks, as paths. */
export interface DescriptionReport {
  readonly properties: number;
  readonly parameters: number;
  readonly words: number;
  readonly undescribed: readonly string[];
}

const wordsOf = (schema: JsonSchema): readonly unknown[] => {
  const items = isObject(schema['items']) ? schema['items'] : {};
  return [schema['enum'], items['enum']].find(Array.isArray) ?? [];
};

/** Words whose meaning follows from elsewhere: errors have a page, a sort is the field of its name. */
const explainsItself = (path: string): boolean => /errorCode$|\bsort$/.test(path);

/** Counts properties, parameters and words of enumerations; lists those without a description. */
export const reportDescriptions = (document: Json): DescriptionReport => {
  const undescribed: string[] = [];
  const counts = { properties: 0, parameters: 0, words: 0 };
  const check = (path: string, part: Json, schema: Json): void => {
    const text = String(part['description'] ?? '');
    if (text === '') undescribed.push(path);
    if (explainsItself(path)) return;
    for (const word of wordsOf(schema))
      if (word !== null) {
        counts.words += 1;
        if (!text.includes(String(word))) undescribed.push(`${path}=${String(word)}`);
      }
  };
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) return value.forEach((part, at) => walk(part, `${path}.${at}`));
    if (!isObject(value)) return;
    if (isParameter(value)) {
      counts.parameters += 1;
      check(`${path}.${String(value['name'])}`, value, isObject(value['schema']) ? value['schema'] : {});
    }
    for (const [key, part] of Object.entries(value)) {
      if (DATA.has(key)) continue;
      if (key === 'properties' && isObject(part))
        for (const [name, one] of Object.entries(part)) {
          counts.properties += 1;
          if (isObject(one)) check(`${path}.${name}`, one, one);
          walk(one, `${path}.${name}`);
        }
      else walk(part, ['schema', 'content', 'application/json', 'components'].includes(key) ? path : `${path}.${key}`);
    }
  };
  walk(document, '');
  return { ...counts, undescribed };
};
