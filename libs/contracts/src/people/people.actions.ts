import { invalidBody, isRefusal } from '@porchlight/errors';
import {
  createRenderer,
  defineAction,
  int,
  jsonObject,
  list,
  oneOf,
  orNull,
  parseBody,
  parseJsonText,
  renderTime,
  required,
  text as longText,
  writable,
  type Action,
} from '@porchlight/resource';
import {
  PersonServiceDefinition,
  type ImportColumn,
  type ImportPeopleCsvResponse,
  type ImportProblem,
  type ImportRowPlan,
  type ImportUndo,
  type PeopleImport,
  type PersonItem,
} from '../generated/porchlight/people/v1/person_service';
import { ADMINS, EVERYONE } from '../roles';
import { arrayOf, integer, integerOrNull, objectOf, oneOfWords, text, textOrNull } from '../schemas';
import { people } from './people.resource';

/** The meaning of names for people who use the API. */
const TEXTS = {
  email: 'Email address.',
  phone: 'Phone number, in any notation.',
  found: 'True if a person was found.',
  matchedBy: 'What matched: email or phone.',
  assignedTo: 'Full name of the user who works with the person.',
  people: 'People to create or update. A known email or phone updates that person.',
  results: 'A result for each person.',
  'results.status': 'HTTP status of the person: 201 created, 200 updated, 400 refused.',
  'results.id': 'Id of the person; null if it was refused.',
  otherId: 'Id of the person who is merged into this one and deleted.',
  exported: 'When the export was made.',
  person: 'The person.',
  preview: 'True: nothing is stored, the response says what would happen.',
  existing:
    'What happens with known people: `fill` sets only empty fields, `overwrite` replaces single values, `skip` leaves them as they are.',
  mapping: 'Fields by column, as a JSON object; null skips the column.',
  fromLine: 'Line of the table at which the preview begins.',
  csv: 'The table: CSV or vCard.',
  rows: 'Number of rows.',
  columns: 'Columns of the table.',
  header: 'Header of the column.',
  samples: 'First values, or first rows.',
  fields: 'Fields to which a column can be mapped.',
  summary: 'Number of rows by what would happen.',
  create: 'Rows that create a person.',
  'summary.add': 'Rows that add values to a person.',
  'summary.change': 'Rows that change values of a person.',
  skip: 'Rows that change nothing.',
  plan: 'What would happen with each row.',
  row: 'Number of the row, from 1.',
  line: 'Line of the file on which the row begins.',
  action: 'What happens: `create`, `add`, `change` or `skip`.',
  'plan.person': 'The known person; null for a new one.',
  'person.name': 'Full name.',
  add: 'Values that are added.',
  'add.field': 'Name of the field.',
  value: 'The value.',
  change: 'Values that change.',
  field: 'Name of the field.',
  before: 'Value before.',
  after: 'Value after.',
  nextLine: 'Line at which the next part of the preview begins; null at the end.',
  column: 'Header of the column.',
  imported: 'True if the row is imported all the same.',
  status: '`Running`, `Completed` or `Failed`.',
  done: 'Rows that are finished.',
  skipped: 'Rows that were not stored.',
  failed: 'Rows that could not be stored.',
  created: 'People who were created.',
  updated: 'People who were changed.',
  createdAt: 'When the import began.',
  undoUntil: 'Until when the import can be undone.',
  undo: 'The undo of the import; null if there is none.',
  undone: 'Values that were returned.',
  kept: 'Values that stay, because they changed since.',
  keptItems: 'What stays, with the reason.',
} as const;

const render = createRenderer(people);
const of = { describe: TEXTS, service: 'people', resource: 'people', definition: PersonServiceDefinition } as const;

const RESULTS = objectOf({
  results: arrayOf(
    objectOf(
      {
        status: integer,
        id: integerOrNull,
        errorMessage: text,
        errorCode: text,
        problems: arrayOf(objectOf({ field: text, code: text, message: text })),
      },
      ['status', 'id'],
    ),
  ),
});
const PROBLEMS = arrayOf(
  objectOf({ row: integer, line: integer, column: textOrNull, message: text, imported: { type: 'boolean' } }),
);
const COLUMNS = arrayOf(objectOf({ header: text, field: textOrNull }));
const KEPT = objectOf({ row: integer, line: integer, personId: integerOrNull, field: textOrNull, reason: text });
const UNDO = orNull(
  objectOf({ status: oneOfWords(['Running', 'Completed']), undone: integer, kept: integer, keptItems: arrayOf(KEPT) }),
);
const IMPORT = objectOf({
  id: integer,
  status: oneOfWords(['Running', 'Completed', 'Failed']),
  rows: integer,
  done: integer,
  created: integer,
  updated: integer,
  skipped: integer,
  failed: integer,
  existing: oneOfWords(['fill', 'overwrite', 'skip']),
  columns: COLUMNS,
  problems: PROBLEMS,
  createdAt: { type: ['string', 'null'], format: 'date-time' },
  undoUntil: { type: ['string', 'null'], format: 'date-time' },
  undo: UNDO,
});
const PLANNED_ROW = objectOf({
  row: integer,
  line: integer,
  action: oneOfWords(['create', 'add', 'change', 'skip']),
  person: orNull(objectOf({ id: integerOrNull, name: text })),
  add: arrayOf(objectOf({ field: text, value: text })),
  change: arrayOf(objectOf({ field: text, before: text, after: text })),
  reason: textOrNull,
});
const PREVIEW = objectOf({
  rows: integer,
  columns: arrayOf(objectOf({ header: text, field: textOrNull, samples: arrayOf(text) })),
  fields: arrayOf(text),
  summary: objectOf({ create: integer, add: integer, change: integer, skip: integer }),
  plan: arrayOf(PLANNED_ROW),
  nextLine: integerOrNull,
  samples: arrayOf({ type: 'object' }),
  problems: PROBLEMS,
});
/** An item of a batch: the body of a create; with an id or a known contact, of an update. */
const PERSON_BODY = { $ref: '#/components/schemas/NewPerson' };
const MAX_CSV = 5_242_880;
const MAX_MAPPING = 65_536;

const unlessEmpty = <T extends string | number>(value: T): T | null => (value === '' || value === 0 ? null : value);
const renderProblem = ({ row, line, column, message, imported }: ImportProblem) => ({
  row,
  line,
  column: unlessEmpty(column),
  message,
  imported,
});
const renderColumn = ({ header, field }: ImportColumn) => ({ header, field: unlessEmpty(field) });

const renderUndo = ({ status, undone, kept, items }: ImportUndo) => ({
  status,
  undone,
  kept,
  keptItems: items.map(({ row, line, personId, field, reason }) => ({
    row,
    line,
    personId: unlessEmpty(personId),
    field: unlessEmpty(field),
    reason,
  })),
});

const renderImport = ({ columns, problems, createdAt, undoUntil, undo, ...counts }: PeopleImport) => ({
  ...counts,
  columns: columns.map(renderColumn),
  problems: problems.map(renderProblem),
  createdAt: createdAt ? renderTime(createdAt) : null,
  undoUntil: undoUntil ? renderTime(undoUntil) : null,
  undo: undo ? renderUndo(undo) : null,
});

const renderPlan = ({ row, line, action, personId, personName, adds, changes, reason }: ImportRowPlan) => ({
  row,
  line,
  action,
  person: personName === '' ? null : { id: unlessEmpty(personId), name: personName },
  add: adds,
  change: changes,
  reason: unlessEmpty(reason),
});

const renderPreview = (response: ImportPeopleCsvResponse) => {
  const { rows, columns, fields, summary, plan, nextLine, samples, problems } = response;
  return {
    rows,
    columns: columns.map((column) => ({ ...renderColumn(column), samples: column.samples })),
    fields,
    summary,
    plan: plan.map(renderPlan),
    nextLine: unlessEmpty(nextLine),
    samples: samples.map((json) => JSON.parse(json) as unknown),
    problems: problems.map(renderProblem),
  };
};

/** Fields by header, as JSON; null means that a column is not imported. Throws INVALID_BODY. */
const parseMapping = (json: string | undefined): Record<string, string> => {
  const refusal = invalidBody(
    `Field 'mapping' must be an object of fields by column, such as {"Mail": "emails.work", "Shoe size": null}.`,
  );
  const mapping = json === undefined || json === '' ? {} : parseJsonText(json);
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) throw refusal;
  return Object.fromEntries(
    Object.entries(mapping).map(([header, field]: [string, unknown]) => {
      if (field !== null && typeof field !== 'string') throw refusal;
      return [header, field ?? ''];
    }),
  );
};

/** What an import does with people who are known (D13.2). */
export const EXISTING = ['fill', 'overwrite', 'skip'] as const;

/** Maximum number of people of one batch (decisions section 10). */
export const MAX_BATCH = 100;

/** Each item has a separate result, so that an invalid item must not reject the others. */
const parseItem = (json: string): PersonItem => {
  try {
    const { record, mask } = parseBody(people, JSON.parse(json), 'create');
    return { record, mask, problems: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { record: undefined, mask: undefined, problems: error.message };
  }
};

/** Actions on people besides the five verbs (decisions sections 4 and 10). */
export const peopleActions: readonly Action[] = [
  defineAction({
    ...of,
    name: 'checkDuplicate',
    operationId: 'checkDuplicatePerson',
    summary: 'Check whether a person with this email or phone exists.',
    method: 'GET',
    path: '/people/checkDuplicate',
    roles: EVERYONE,
    query: { email: { type: 'string' }, phone: { type: 'string' } },
    rpc: 'checkDuplicate',
    request: ({ query }) => ({ email: query['email']?.[0] ?? '', phone: query['phone']?.[0] ?? '' }),
    respond: ({ found, matchedBy, assignedTo }) => ({
      status: 200,
      body: { found, ...(matchedBy !== undefined && { matchedBy }), ...(assignedTo !== undefined && { assignedTo }) },
    }),
    responses: {
      200: {
        description: 'True if a person was found.',
        schema: objectOf({ found: { type: 'boolean' }, matchedBy: text, assignedTo: text }, ['found']),
      },
    },
  }),
  defineAction({
    ...of,
    name: 'listPossibleDuplicates',
    operationId: 'listPossibleDuplicates',
    summary: 'List possible duplicates.',
    method: 'GET',
    path: '/people/possibleDuplicates',
    roles: EVERYONE,
    lists: people,
    shows: ['possibleDuplicateIds'],
    rpc: 'listPossibleDuplicates',
    request: ({ list: query }) => ({ query }),
  }),
  defineAction({
    ...of,
    name: 'listUnclaimed',
    operationId: 'listUnclaimedPeople',
    summary: 'List the unclaimed leads that are offered to the caller.',
    method: 'GET',
    path: '/people/unclaimed',
    roles: EVERYONE,
    lists: people,
    shows: ['sourceId', 'delayed', 'offeredUntil'],
    rpc: 'listUnclaimed',
    request: ({ list: query }) => ({ query }),
  }),
  defineAction({
    ...of,
    name: 'claim',
    summary: 'Claim a lead that is offered to several users. The first one gets it.',
    method: 'POST',
    path: '/people/claim',
    roles: EVERYONE,
    body: { personId: required(int({ min: 1 })) },
    rpc: 'claimPerson',
    request: ({ body }) => ({ personId: body.personId as number }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The person, now assigned to the caller.', schema: 'Person' } },
  }),
  defineAction({
    ...of,
    name: 'claimById',
    operationId: 'claimPersonById',
    summary: 'Claim a lead that is offered to several users, by the id in the path.',
    method: 'POST',
    path: '/people/claim/:id',
    roles: EVERYONE,
    rpc: 'claimPerson',
    request: ({ id }) => ({ personId: id }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The person, now assigned to the caller.', schema: 'Person' } },
  }),
  defineAction({
    ...of,
    name: 'ignoreUnclaimed',
    operationId: 'ignoreUnclaimedPerson',
    summary: 'Ignore an unclaimed lead. It is no longer offered to the caller.',
    method: 'POST',
    path: '/people/ignoreUnclaimed',
    roles: EVERYONE,
    body: { personId: required(int({ min: 1 })) },
    rpc: 'ignoreUnclaimed',
    request: ({ body }) => ({ personId: body.personId as number }),
    respond: () => ({ status: 204 }),
    responses: { 204: { description: 'The lead is no longer offered to the caller.' } },
  }),
  defineAction({
    ...of,
    name: 'ignoreUnclaimedById',
    operationId: 'ignoreUnclaimedPersonById',
    summary: 'Ignore an unclaimed lead, by the id in the path.',
    method: 'POST',
    path: '/people/ignoreUnclaimed/:id',
    roles: EVERYONE,
    rpc: 'ignoreUnclaimed',
    request: ({ id }) => ({ personId: id }),
    respond: () => ({ status: 204 }),
    responses: { 204: { description: 'The lead is no longer offered to the caller.' } },
  }),
  defineAction({
    ...of,
    name: 'saveBatch',
    summary: 'Create or update up to 100 people. Each has its own result.',
    method: 'POST',
    path: '/people/batch',
    roles: EVERYONE,
    largeBody: true,
    body: { people: required(list(jsonObject(262_144, { schema: PERSON_BODY }), MAX_BATCH)) },
    rpc: 'savePeople',
    request: ({ body }) => ({ people: (body.people as string[]).map(parseItem) }),
    respond: ({ results }) => ({
      status: 200,
      body: {
        results: results.map(({ status, id, errorMessage, errorCode, problems }) => ({
          status,
          id: id === 0 ? null : id,
          ...(errorMessage !== '' && { errorMessage, errorCode }),
          ...(problems.length > 0 && { problems }),
        })),
      },
    }),
    responses: { 200: { description: 'A result for each person, in their order.', schema: RESULTS } },
  }),
  defineAction({
    ...of,
    name: 'merge',
    summary: 'Merge another person into this one. The other person is deleted.',
    method: 'POST',
    path: '/people/:id/merge',
    roles: ADMINS,
    body: { otherId: required(int({ min: 1 })) },
    rpc: 'mergePeople',
    request: ({ id, body }) => ({ id, otherId: body.otherId as number }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The surviving person.', schema: 'Person' } },
  }),
  defineAction({
    ...of,
    name: 'erase',
    summary: 'Erase a person. All services delete everything that they store about the person.',
    method: 'POST',
    path: '/people/:id/erase',
    roles: ADMINS,
    rpc: 'erasePerson',
    request: ({ id }) => ({ id }),
    respond: () => ({ status: 204 }),
    responses: { 204: { description: 'The person is deleted; other services follow within seconds.' } },
  }),
  defineAction({
    ...of,
    name: 'export',
    summary: 'Export a person: everything that all services store about the person.',
    method: 'GET',
    path: '/people/:id/export',
    roles: ADMINS,
    rpc: 'exportPerson',
    request: ({ id }) => ({ id }),
    respond: ({ exportJson }) => ({ status: 200, body: JSON.parse(exportJson) as unknown }),
    responses: {
      200: {
        description: 'The person, and the records of the person by collection key. The export is in the audit log.',
        schema: {
          ...objectOf({ exported: text, person: { $ref: '#/components/schemas/Person' } }),
          additionalProperties: { type: 'array', items: { type: 'object' } },
        },
      },
    },
  }),
  defineAction({
    ...of,
    name: 'import',
    operationId: 'importPeople',
    summary:
      'Import people from CSV or vCard, up to 10,000 rows. A table only adds to known people. With preview=true nothing is stored.',
    method: 'POST',
    path: '/people/import',
    roles: ADMINS,
    largeBody: true,
    textBody: 'text/csv',
    query: {
      preview: { type: 'bool' },
      existing: { type: 'string', among: EXISTING },
      mapping: { type: 'string' },
      fromLine: { type: 'int' },
    },
    body: {
      csv: required(longText(MAX_CSV)),
      mapping: writable(jsonObject(MAX_MAPPING, { values: { type: ['string', 'null'] } })),
      existing: writable(oneOf(EXISTING)),
    },
    rpc: 'importPeopleCsv',
    cancelable: true,
    timeoutMs: 20_000,
    request: ({ query, body }) => ({
      csv: body.csv as string,
      preview: query['preview']?.[0] === 'true',
      mapping: parseMapping((body.mapping as string | undefined) ?? query['mapping']?.[0]),
      existing: (body.existing as string | undefined) ?? query['existing']?.[0] ?? '',
      fromLine: Number(query['fromLine']?.[0] ?? 0),
    }),
    respond: (response) =>
      response.import
        ? {
            status: 202,
            body: renderImport(response.import),
            headers: { Location: `/v1/people/imports/${response.import.id}` },
          }
        : { status: 200, body: renderPreview(response) },
    responses: {
      200: { description: 'With preview=true: what the import would do with each row.', schema: PREVIEW },
      202: { description: 'The import. It continues in the background.', schema: IMPORT, headers: ['Location'] },
    },
  }),
  defineAction({
    ...of,
    name: 'getImport',
    summary: 'Retrieve the progress of an import of people.',
    method: 'GET',
    path: '/people/imports/:id',
    roles: ADMINS,
    rpc: 'getPeopleImport',
    request: ({ id }) => ({ id }),
    respond: ({ import: job }) => ({ status: 200, body: renderImport(job!) }),
    responses: { 200: { description: 'The import.', schema: IMPORT } },
  }),
  defineAction({
    ...of,
    name: 'undoImport',
    summary: 'Undo an import within 24 hours, as far as its values have not changed since.',
    method: 'POST',
    path: '/people/imports/:id/undo',
    roles: ADMINS,
    rpc: 'undoPeopleImport',
    timeoutMs: 15_000,
    request: ({ id }) => ({ id }),
    respond: ({ import: job }) => ({
      status: job!.undo?.status === 'Completed' ? 200 : 202,
      body: renderImport(job!),
    }),
    responses: {
      200: { description: 'The result: reverted changes, and those that stay with the reason.', schema: IMPORT },
      202: { description: 'The undo continues in the background; GET shows its progress.', schema: IMPORT },
    },
  }),
];
