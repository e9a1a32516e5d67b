import { isRefusal } from '@porchlight/errors';
import {
  defineResource,
  getReference,
  parseBody,
  STANDARD_FILTERS,
  VERBS,
  type Descriptor,
  type Filter,
  type Row,
} from '@porchlight/resource';
import * as z from 'zod';
import { WEBHOOK_EVENTS } from '../notifier/webhook-events';
import { allActions, allResources } from '../registry';
import { SERVICES } from '../services';
import { createField, declaredField, fieldName, findFilterType, listMatches } from './declared-fields';
import { createRecordDefinition } from './record-definition';

/** A service that is registered by EXTERNAL_SERVICES_FILE; it may be written in any language (docs/services.md). */
export interface ExternalService {
  /** Name in tokens, topics and operations. */
  readonly name: string;
  /** `host:port` of its replicas. */
  readonly address: readonly string[];
  readonly resources: readonly Descriptor[];
}

const MAX_FILE_CHARACTERS = 1_048_576;
const MAX_SERVICES = 20;
const MAX_RESOURCES = 20;
const MAX_FIELDS = 100;
/** The fields of every record, and names that bodies and queries use otherwise. */
const RESERVED_FIELDS = ['id', 'created', 'updated', 'version', 'system'];
const RESERVED_FILTERS = ['limit', 'offset', 'next', 'sort', 'fields', 'system', ...Object.keys(STANDARD_FILTERS)];
/** Paths of the gateway that no resource and no action declares. */
const RESERVED_PATHS = ['batch', 'identity', 'me', 'openapi', 'ratelimit', 'session', 'v1'];
const MATCHES = ['equals', 'contains', 'above', 'below'] as const;
const ROLES = ['Owner', 'Broker', 'Agent', 'Lender'] as const;

const bounded = <T extends z.ZodType>(type: T, max: number) =>
  z
    .record(fieldName, type)
    .refine((value) => Object.keys(value).length <= max, { error: `must have at most ${max} entries` });
const word = z.string().regex(/^[A-Z][A-Za-z]{1,39}$/, 'must be a name such as OpenHouse');

const resourceSchema = z.strictObject({
  noun: word,
  nouns: word.optional(),
  description: z.string().min(1).max(500),
  verbs: z
    .array(z.enum(VERBS))
    .min(1)
    .default([...VERBS]),
  roles: z.partialRecord(z.enum(['read', 'write', ...VERBS]), z.array(z.enum(ROLES)).min(1)),
  fields: bounded(declaredField, MAX_FIELDS),
  filters: bounded(
    z.strictObject({ field: fieldName.optional(), match: z.enum(MATCHES), many: z.boolean().default(false) }),
    MAX_FIELDS,
  ).default({}),
  sorts: z.array(fieldName).max(MAX_FIELDS).default([]),
  webhooks: z.array(z.enum(['created', 'updated', 'deleted'])).default([]),
  maxPerAccount: z.int().min(1).optional(),
  example: z.record(z.string(), z.json()),
});

const fileSchema = z.strictObject({
  services: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be a name such as openhouses'),
        address: z
          .array(z.string().regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/, 'must be host:port'))
          .min(1)
          .max(100),
        resources: z.array(resourceSchema).min(1).max(MAX_RESOURCES),
      }),
    )
    .max(MAX_SERVICES),
});

type DeclaredResource = z.output<typeof resourceSchema>;

/** The problems of a declaration, each with its place in the file. */
class Problems {
  readonly texts: string[] = [];

  add(place: string, text: string): void {
    this.texts.push(`${place} ${text}`);
  }
}

/** Names that must be unique, with where they are used. */
class TakenNames {
  readonly #taken = new Map<string, string>();

  constructor(reserved: readonly string[]) {
    for (const name of reserved) this.#taken.set(name.toLowerCase(), 'by Porchlight');
  }

  claim(name: string, place: string, problems: Problems): void {
    const by = this.#taken.get(name.toLowerCase());
    if (by !== undefined) problems.add(place, `uses the name '${name}', which is taken ${by}`);
    else this.#taken.set(name.toLowerCase(), `by ${place}`);
  }
}

const createFilters = ({ fields, filters }: DeclaredResource, place: string, problems: Problems) => {
  const entries = Object.entries(filters).flatMap(([name, { field = name, match, many }]) => {
    const at = `${place}.filters.${name}`;
    const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (RESERVED_FILTERS.includes(name)) problems.add(at, 'has the name of a standard parameter');
    if (!declared) {
      problems.add(at, `names no declared field: '${field}'`);
      return [];
    }
    if (!listMatches(declared).includes(match))
      problems.add(at, `compares a field of kind ${declared.kind} by '${match}'`);
    const leaf = declared.kind === 'list' ? declared.of : declared;
    const among = leaf.kind === 'word' ? { among: leaf.values } : {};
    const filter: Filter = { type: findFilterType(declared), match, column: field, ...(many && { many }), ...among };
    return [[name, filter] as const];
  });
  return Object.fromEntries(entries);
};

const createSorts = ({ fields, sorts }: DeclaredResource, place: string, problems: Problems) => {
  for (const name of sorts) {
    const isSortable =
      ['created', 'updated'].includes(name) || (Object.hasOwn(fields, name) && fields[name]?.kind !== 'list');
    if (!isSortable) problems.add(`${place}.sorts`, `names no field to sort by: '${name}'`);
  }
  return Object.fromEntries(['id', ...sorts].map((name) => [name, { column: name }]));
};

const checkExample = (descriptor: Descriptor, place: string, problems: Problems): void => {
  try {
    parseBody(descriptor, descriptor.example, 'create');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    problems.add(`${place}.example`, `is no valid body: ${error.message}`);
  }
};

const createDescriptor = (
  service: string,
  declared: DeclaredResource,
  place: string,
  problems: Problems,
): Descriptor => {
  const { noun, nouns = `${noun}s`, description, verbs, roles, fields, webhooks, maxPerAccount, example } = declared;
  const resource = `${nouns[0]!.toLowerCase()}${nouns.slice(1)}`;
  for (const name of Object.keys(fields).filter((one) => RESERVED_FIELDS.includes(one)))
    problems.add(`${place}.fields.${name}`, 'has the name of a standard field');
  const events = webhooks.map((verb) => [verb, `${resource}${verb[0]!.toUpperCase()}${verb.slice(1)}`] as const);
  const descriptor: Descriptor = {
    ...defineResource<Row>(createRecordDefinition({ resource, noun, nouns, fields }), {
      noun,
      nouns,
      description,
      verbs: VERBS.filter((verb) => verbs.includes(verb)),
      roles,
      fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createField(field)])),
      filters: createFilters(declared, place, problems),
      sorts: createSorts(declared, place, problems),
      ...(events.length > 0 && { webhooks: Object.fromEntries(events) }),
      ...(maxPerAccount !== undefined && { maxPerAccount }),
      example,
    }),
    service,
  };
  for (const verb of descriptor.verbs)
    if (descriptor.roles[verb]?.length === 0) problems.add(`${place}.roles`, `names no role for ${verb}`);
  checkExample(descriptor, place, problems);
  return descriptor;
};

const createServices = ({ services }: z.output<typeof fileSchema>, problems: Problems): ExternalService[] => {
  const names = new TakenNames(SERVICES);
  const paths = new TakenNames([
    ...new Set([
      ...RESERVED_PATHS,
      ...allResources.flatMap(({ resource, path }) => [resource, path]),
      ...allActions.map(({ path }) => path.split('/')[1] ?? ''),
    ]),
  ]);
  const nouns = new TakenNames(['Error', ...allResources.map(({ noun }) => noun)]);
  const events = new TakenNames(WEBHOOK_EVENTS);
  const created = services.map(({ name, address, resources }, s) => {
    names.claim(name, `services.${s}`, problems);
    const descriptors = resources.map((declared, r) => {
      const place = `services.${s}.resources.${r}`;
      const descriptor = createDescriptor(name, declared, place, problems);
      paths.claim(descriptor.path, place, problems);
      nouns.claim(descriptor.noun, place, problems);
      for (const event of Object.values(descriptor.webhooks ?? {}))
        if (typeof event === 'string') events.claim(event, place, problems);
      return descriptor;
    });
    return { name, address, resources: descriptors };
  });
  const resourceNames = new Set(
    [...allResources, ...created.flatMap(({ resources }) => resources)].map((one) => one.resource),
  );
  for (const { resources } of created)
    for (const { resource, fields } of resources)
      for (const [name, field] of Object.entries(fields)) {
        const reference = getReference(field);
        if (reference && !resourceNames.has(reference.resource))
          problems.add(`${resource}.${name}`, `refers to an unknown resource: '${reference.resource}'`);
      }
  return created;
};

const parseJson = (text: string, problems: Problems): unknown => {
  if (text.length > MAX_FILE_CHARACTERS) problems.add('The file', `has more than ${MAX_FILE_CHARACTERS} characters`);
  else
    try {
      return JSON.parse(text);
    } catch (error) {
      problems.add('The file', `is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  return undefined;
};

/** Parses the content of EXTERNAL_SERVICES_FILE. Returns the services, or every problem. */
export const parseExternalServices = (
  text: string,
): { readonly services: readonly ExternalService[]; readonly problems: readonly string[] } => {
  const problems = new Problems();
  const json = parseJson(text, problems);
  if (problems.texts.length > 0) return { services: [], problems: problems.texts };
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success)
    return {
      services: [],
      problems: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}`),
    };
  const services = createServices(parsed.data, problems);
  return { services: problems.texts.length > 0 ? [] : services, problems: problems.texts };
};

/** The content of EXTERNAL_SERVICES_FILE as a configuration value; all problems are reported at once. */
export const externalServicesText = z.string().transform((text, context): readonly ExternalService[] => {
  const { services, problems } = parseExternalServices(text);
  for (const message of problems) context.addIssue({ code: 'custom', message });
  return problems.length > 0 ? z.NEVER : services;
});
