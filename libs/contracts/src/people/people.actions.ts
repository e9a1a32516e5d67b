import { isRefusal } from '@porchlight/errors';
import {
  createRenderer,
  defineAction,
  int,
  jsonObject,
  list,
  parseBody,
  required,
  text as longText,
  type Action,
} from '@porchlight/resource';
import {
  PersonServiceDefinition,
  type PeopleImport,
  type PersonItem,
} from '../generated/porchlight/people/v1/person_service';
import { ADMINS, EVERYONE } from '../roles';
import { arrayOf, integer, integerOrNull, objectOf, text, textOrNull } from '../schemas';
import { people } from './people.resource';

const render = createRenderer(people);
const of = { service: 'people', resource: 'people', definition: PersonServiceDefinition } as const;

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
const PROBLEMS = arrayOf(objectOf({ row: integer, message: text }));
const IMPORT = objectOf({
  id: integer,
  status: { enum: ['Running', 'Completed', 'Failed'] },
  rows: integer,
  done: integer,
  created: integer,
  updated: integer,
  failed: integer,
  problems: PROBLEMS,
});
const PREVIEW = objectOf({
  rows: integer,
  columns: arrayOf(objectOf({ header: text, field: textOrNull })),
  samples: arrayOf({ type: 'object' }),
  problems: PROBLEMS,
});
const MAX_CSV = 5_242_880;

const shownImport = ({ id, status, rows, done, created, updated, failed, problems }: PeopleImport) => ({
  id,
  status,
  rows,
  done,
  created,
  updated,
  failed,
  problems,
});

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
    summary: 'List the unclaimed leads that are offered to the caller.',
    method: 'GET',
    path: '/people/unclaimed',
    roles: EVERYONE,
    lists: people,
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
    name: 'saveBatch',
    summary: 'Create or update up to 100 people. Each has its own result.',
    method: 'POST',
    path: '/people/batch',
    roles: EVERYONE,
    largeBody: true,
    body: { people: required(list(jsonObject(262_144), MAX_BATCH)) },
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
    name: 'import',
    summary: 'Import people from CSV, up to 10,000 rows. With preview=true nothing is stored.',
    method: 'POST',
    path: '/people/import',
    roles: ADMINS,
    largeBody: true,
    textBody: 'text/csv',
    query: { preview: { type: 'bool' } },
    body: { csv: required(longText(MAX_CSV)) },
    rpc: 'importPeopleCsv',
    timeoutMs: 20_000,
    request: ({ query, body }) => ({ csv: body.csv as string, preview: query['preview']?.[0] === 'true' }),
    respond: ({ import: job, rows, columns, samples, problems }) =>
      job
        ? { status: 202, body: shownImport(job), headers: { Location: `/v1/people/imports/${job.id}` } }
        : {
            status: 200,
            body: {
              rows,
              columns: columns.map(({ header, field }) => ({ header, field: field === '' ? null : field })),
              samples: samples.map((json) => JSON.parse(json) as unknown),
              problems,
            },
          },
    responses: {
      200: { description: 'With preview=true: what the import would do.', schema: PREVIEW },
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
    respond: ({ import: job }) => ({ status: 200, body: shownImport(job!) }),
    responses: { 200: { description: 'The import.', schema: IMPORT } },
  }),
];
