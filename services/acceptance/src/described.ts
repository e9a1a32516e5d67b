import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

/** A received response. */
export interface Answered {
  readonly method: string;
  /** Path including the query. */
  readonly path: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

const REFERENCE = 'https://porchlight.example/openapi.json';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds `additionalProperties: false` to every object with named fields, so that a response with an undescribed field
 * fails. Components that other components include by `allOf` stay open.
 */
const closed = (document: Json): Json => {
  const combined = [...JSON.stringify(document).matchAll(/"allOf":\[([^\]]*)\]/g)];
  const parts = new Set(
    combined.flatMap(([, inside = '']) => [...inside.matchAll(/schemas\/(\w+)"/g)].map(([, name]) => name)),
  );
  const close = (value: unknown, inAllOf = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => close(one, inAllOf));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, part]) => [key, close(part, key === 'allOf')] as const);
    const out = Object.fromEntries(entries);
    const named =
      value['type'] === 'object' &&
      isObject(value['properties']) &&
      value['additionalProperties'] === undefined &&
      value['patternProperties'] === undefined;
    return named && !inAllOf ? { ...out, additionalProperties: false } : out;
  };
  const components = document['components'] as Record<string, Json>;
  const schemas = Object.fromEntries(
    Object.entries(components['schemas']!).map(([name, schema]) => [name, close(schema, parts.has(name))]),
  );
  return { ...(close(document) as Json), components: { ...(close(components) as Json), schemas } };
};

/** The API description that responses are compared with: that of the build, or of a stack with further resources. */
export const DESCRIPTION_FILE =
  process.env['PORCHLIGHT_DESCRIPTION'] ?? resolve(__dirname, '../../../dist/openapi.json');

/** Reads the API description. A test compares it to the document that the running stack serves. */
export const readDescription = (): Json => JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Json;

interface Place {
  readonly template: string;
  readonly matches: RegExp;
  readonly item: Json;
}

/** Validates responses against the API description. */
export interface Judge {
  /** Returns the difference between a response and its description; undefined if there is none. */
  judge(answer: Answered): string | undefined;
}

/** Creates a validator. Compiles each schema once, at its first use. */
export const createJudge = (description: Json): Judge => {
  const document = closed(description);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (n: number) => Number.isInteger(n) && Math.abs(n) < 2 ** 31 });
  ajv.addSchema(document, REFERENCE);
  const places: Place[] = Object.entries(document['paths'] as Json).map(([template, item]) => {
    const base = (item as Json)['servers'] === undefined ? '/v1' : '';
    const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
    return { template, matches: new RegExp(`^${base}${pattern}/?$`, 'i'), item: item as Json };
  });
  // Literal paths take precedence over paths with parameters.
  places.sort((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));
  const validators = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: `${REFERENCE}#${pointer}` });
    validators.set(pointer, made);
    return made;
  };
  const escaped = (part: string): string => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'));
  const unescaped = (part: string): string => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~');
  const at = (pointer: string): unknown => {
    const keys = pointer.split('/').slice(1).map(unescaped);
    return keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document);
  };

  const check = (where: string, pointer: string, { type, body, path }: Answered): string | undefined => {
    const choosesFields = /[?&]fields(\[\]|%5B%5D)?=/i.test(path);
    let place = pointer;
    let response = at(place);
    if (isObject(response) && typeof response['$ref'] === 'string') {
      place = response['$ref'].slice(1);
      response = at(place);
    }
    const content = isObject(response) ? (response['content'] as Json | undefined) : undefined;
    if (content === undefined)
      return body === undefined ? undefined : `${where} has a body, and is described without one`;
    const media = (type ?? '').split(';', 1)[0]!.trim();
    if (content[media] === undefined)
      return `${where} is of type ${media || 'none'}, described is ${Object.keys(content).join(', ')}`;
    if (media !== 'application/json') return undefined;
    const codes = (response as { 'x-errorCodes'?: readonly unknown[] })['x-errorCodes'];
    if (codes && isObject(body) && !codes.includes(body['errorCode']))
      return `${where} is not as described: the code ${String(body['errorCode'])} is not one of ${codes.join(', ')}`;
    const validate = validator(`${place}/content/${escaped(media)}/schema`);
    if (validate(body)) return undefined;
    // `fields` names the fields of the response: the others are absent.
    const problems = (validate.errors ?? []).filter(({ keyword }) => !choosesFields || keyword !== 'required');
    if (problems.length === 0) return undefined;
    const sentences = problems.map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
    return `${where} is not as described: ${sentences.slice(-3).join('; ')}`;
  };

  return {
    judge: (answer) => {
      const { method, path, status, body } = answer;
      const pathname = path.replace(/^https:\/\/[^/]+/, '').split('?', 1)[0]!;
      // The description covers the API only, not the web pages and their sign-in.
      if (!pathname.startsWith('/v1')) return undefined;
      const where = `${status} to ${method} ${pathname}`;
      const found = places.find(({ matches }) => matches.test(pathname));
      if (!found)
        return status === 404 || status === 401 || status === 406 || status === 429 || status === 403
          ? undefined
          : `${where}: the path is not described`;
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
      const operation = found.item[verb];
      if (operation === undefined)
        return [405, 401, 406, 429].includes(status) ? undefined : `${where}: the method is not described`;
      const responses = (operation as Json)['responses'] as Json;
      if (responses[String(status)] === undefined)
        return `${where} is not described; described are ${Object.keys(responses).join(', ')}`;
      if (method === 'HEAD' || status === 304) return body === undefined ? undefined : `${where} has a body`;
      return check(where, `/paths/${escaped(found.template)}/${verb}/responses/${status}`, answer);
    },
  };
};
