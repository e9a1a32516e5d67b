import { allActions, allResources, EVERYONE, WEBHOOK_EVENTS } from '@porchlight/contracts';
import {
  formatDescription,
  getFields,
  ORDER_FIELD,
  STANDARD_FILTERS,
  type Descriptor,
  type Field,
  type Filter,
  type Verb,
} from '@porchlight/resource';
import { describeCodec, inOneLine, type ValueShape } from './describe-codec';
import { code, codes, page, table } from './markdown';

const REQUESTS: Readonly<Record<Verb, (path: string) => string>> = {
  list: (path) => `GET /v1/${path}`,
  create: (path) => `POST /v1/${path}`,
  get: (path) => `GET /v1/${path}/{id}`,
  update: (path) => `PUT /v1/${path}/{id}`,
  delete: (path) => `DELETE /v1/${path}/{id}`,
};
const VERBS = Object.keys(REQUESTS) as Verb[];

const READ_ONLY = 'read only';

const MATCHES: Readonly<Record<Filter['match'], string>> = {
  equals: 'equal to',
  text: 'equal to, ignoring case and accents',
  digits: 'same digits',
  contains: 'contains, ignoring case and accents',
  above: 'greater than',
  below: 'less than',
  rule: 'see the rules of the resource',
};

const rolesTable = (descriptor: Descriptor): string =>
  table(
    ['', ...EVERYONE],
    VERBS.filter((verb) => descriptor.verbs.includes(verb)).map((verb) => [
      code(REQUESTS[verb](descriptor.path)),
      ...EVERYONE.map((role) => (descriptor.roles[verb]?.includes(role) ? 'yes' : '')),
    ]),
  );

/** The requests in which a field may be sent. */
const writableIn = (descriptor: Descriptor, field: Field<unknown>): string => {
  const requests: string[] = [];
  if (field.writable !== 'never' && descriptor.verbs.includes('create')) requests.push('POST');
  if (field.writable === 'always' && descriptor.verbs.includes('update')) requests.push('PUT');
  return requests.join(', ') || READ_ONLY;
};

/** The names of webhook events are listed in docs/events.md. */
const shortened = (limits: string): string =>
  limits.replace(WEBHOOK_EVENTS.join(', '), 'the [names of events](events.md)');

const aboutField = ({ describe, codec }: Field<unknown>, { about }: ValueShape): string =>
  describe === undefined ? about : inOneLine(formatDescription(codec.shows, describe));

const notesOn = (field: Field<unknown>, shape: ValueShape, when: string): string =>
  [
    when !== READ_ONLY && shortened(shape.limits),
    when.includes('POST') && field.required && '**required in POST**',
    when !== READ_ONLY && !field.nullable && 'not null',
    when.includes('PUT') && field.nullable && 'null clears',
    field.visible === false && 'write only',
    field.visible === 'whenSet' && 'present only if set',
    field.visible === 'onRequest' && 'returned only if requested with `fields`',
    when.includes('POST') &&
      field.initial !== undefined &&
      field.fallback === null &&
      `${JSON.stringify(field.initial)} in POST without it`,
    field.fallback !== null && `${JSON.stringify(field.fallback)} if not set`,
  ]
    .filter(Boolean)
    .join('; ');

const partRows = (prefix: string, shape: ValueShape, sent: boolean): string[][] =>
  Object.entries(shape.parts).flatMap(([name, part]) => {
    const path = `${prefix}${shape.type.startsWith('array') ? '[]' : ''}.${name}`;
    const notes = [sent && part.limits, sent && shape.required.includes(name) && '**required**']
      .filter(Boolean)
      .join('; ');
    return [[code(path), part.type, '', notes, part.about], ...partRows(path, part, sent)];
  });

const fieldsTable = (descriptor: Descriptor): string => {
  const rows = Object.entries(getFields(descriptor)).flatMap(([name, field]) => {
    const when = writableIn(descriptor, field);
    if (field.visible === false && when === READ_ONLY) return [];
    const shape = describeCodec(field.codec as never);
    const sent = when !== READ_ONLY;
    const publicName = field.publicName ?? name;
    return [
      [code(publicName), shape.type, when, notesOn(field, shape, when), aboutField(field, shape)],
      ...partRows(publicName, shape, sent),
    ];
  });
  return table(['Field', 'Type', 'Accepted in', 'Limits and notes', 'Meaning'], rows);
};

const filterRow = ([name, filter]: [string, Filter]): string[] => [
  code(name),
  filter.type + (filter.many ? ', several' : ''),
  MATCHES[filter.match],
  [filter.describe, filter.among && shortened(`one of ${filter.among.join(', ')}`), filter.count && 'total is stored']
    .filter(Boolean)
    .join('; '),
];

const filtersTable = (filters: Readonly<Record<string, Filter>>): string =>
  table(['Filter', 'Type', 'Match', 'Notes'], Object.entries(filters).map(filterRow));

const optionsLine = ({ options, path }: Descriptor): string =>
  Object.entries(options ?? {})
    .map(
      ([name, { type, verbs, describe }]) =>
        `Option ${code(name)} (${type}) of ${codes(verbs.map((verb) => REQUESTS[verb](path)))}${describe === undefined ? '' : `: ${describe}`}`,
    )
    .join(' ');

/** What the descriptor says about the records of an account, in sentences. */
const rulesLine = ({
  maxPerAccount,
  ordered,
  identity,
  retentionDays,
  ofPerson,
  options = {},
  ...rest
}: Descriptor) => {
  const replacement = Object.entries(options).find(([, option]) => option.replacement !== undefined);
  const unique = Object.entries(getFields(rest)).flatMap(([name, field]) => (field.unique ? [name] : []));
  return [
    ofPerson?.people !== undefined && 'A record that names people: it is moved, exported and erased with them.',
    ofPerson &&
      ofPerson.people === undefined &&
      'A record of a person: it is moved, exported and erased with the person.',
    maxPerAccount !== undefined &&
      `At most ${maxPerAccount} in an account; one more is refused with 409 \`LIMIT_REACHED\`.`,
    unique.length > 0 && `Unique, ignoring case and accents (409 \`NAME_TAKEN\`): ${codes(unique)}.`,
    identity && `Unique together (409 \`CONFLICT\`): ${codes(identity)}.`,
    ordered && `Ordered by ${code(ORDER_FIELD)}; without one, a new record is the last.`,
    ordered === 'places' && 'All weights are recalculated in steps of 1000.',
    retentionDays !== undefined && `Deleted after ${retentionDays} days.`,
    replacement &&
      `${code(replacement[0])} of a delete names the record (${replacement[1].replacement}) that replaces it.`,
  ]
    .filter(Boolean)
    .join(' ');
};

const resourceParts = (descriptor: Descriptor, about: string): string[] => [
  `## ${descriptor.path}`,
  [
    about,
    `Service: ${descriptor.service}.`,
    descriptor.visibility === 'viewers' ? 'Agents and lenders see only records that are assigned to them.' : '',
    descriptor.requiresSystem ? 'Requires a registered system (X-System, X-System-Key).' : '',
  ]
    .filter(Boolean)
    .join(' '),
  rulesLine(descriptor),
  rolesTable(descriptor),
  fieldsTable(descriptor),
  Object.keys(descriptor.filters).length > 0 ? filtersTable(descriptor.filters) : '',
  `Sorts: ${codes(Object.keys(descriptor.sorts))}. List key: ${code(descriptor.collection)}.`,
  optionsLine(descriptor),
];

const actionsTable = (): string =>
  table(
    ['Request', 'Summary', ...EVERYONE],
    allActions.map(({ method, path, summary, roles }) => [
      code(`${method} /v1${path.replace(/:(\w+)/g, '{$1}')}`),
      summary,
      ...EVERYONE.map((role) => (roles.includes(role) ? 'yes' : '')),
    ]),
  );

/** docs/resources.md: all resources of the registry. `aboutOf` returns a resource's docstring. */
export const renderResourcesPage = (aboutOf: (descriptor: Descriptor) => string): string =>
  page('Resources', [
    'Generated from the descriptors in `libs/contracts`. See also the OpenAPI 3.1 document (`/v1/openapi.json`; that of the last release is [openapi.json](openapi.json)), the webhook events in [events.md](events.md) and the errors in [errors.md](errors.md).',
    'Every list accepts `limit` (1 to 100, default 10), `offset` (up to 2,000), `next`, `sort` (a leading `-` means descending), `fields`, and these filters. ' +
      'Filters are joined by AND. "Several" values are joined by OR and sent with commas, repeated parameters or `name[]=`. Without `sort`: newest first.',
    filtersTable(STANDARD_FILTERS),
    ...allResources.flatMap((descriptor) => resourceParts(descriptor, aboutOf(descriptor))),
    '## Other operations',
    actionsTable(),
  ]);
