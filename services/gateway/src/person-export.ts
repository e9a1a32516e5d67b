import { missingScopes, type Actor } from '@porchlight/access';
import {
  allResources,
  conversations as conversationsDescriptor,
  notifications as notificationsDescriptor,
  NotificationServiceDefinition,
  people as peopleDescriptor,
  suppressions as suppressionsDescriptor,
  type ExportPersonResponse,
} from '@porchlight/contracts';
import type { Forward, ForwardAction, Forwarded } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { createRenderer, parseListQuery, parseOptions, type Descriptor, type Row } from '@porchlight/resource';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';

/** RPC that begins an export; the action is `people.people.export`. */
const EXPORT_RPC = 'exportPerson';
const PAGE = 100;

/** Resources whose lists can be filtered by a person. */
export const resourcesOfPerson = (resources: readonly Descriptor[]): readonly Descriptor[] =>
  resources.filter(({ verbs, filters }) => verbs.includes('list') && filters !== undefined && 'personId' in filters);

/** The filter that selects the records of an export. */
type Selection = Readonly<Record<string, string>>;

/** The query of the records of a person, with those that lists leave out by default. */
const queryOf = ({ filters = {} }: Descriptor, selection: Selection, next: string): URLSearchParams =>
  new URLSearchParams({
    ...selection,
    limit: String(PAGE),
    fields: 'allFields',
    ...Object.fromEntries(
      Object.keys(filters)
        .filter((name) => name.startsWith('include'))
        .map((name) => [name, 'true']),
    ),
    ...(next !== '' && { next }),
  });

/** Refuses credentials whose scopes do not allow to read a service. */
const requireScopes = ({ scopes }: Actor, { service, resource }: Descriptor): void => {
  const missing = missingScopes(scopes, `${service}.${resource}.list`, 'GET');
  if (missing) throw refuse('INSUFFICIENT_SCOPE', { ...missing });
};

/** Renders records as JSON, up to the size of an export. */
const createRecordWriter = () => {
  let bytes = 0;
  return (record: unknown): string => {
    const json = JSON.stringify(record);
    bytes += Buffer.byteLength(json);
    const limit = LIMITS.exportBytes.value;
    if (bytes > limit) throw refuse('EXPORT_TOO_LARGE', { limit: `${limit / 1_048_576} MiB`, what: 'all records' });
    return json;
  };
};
type WriteRecord = ReturnType<typeof createRecordWriter>;

const renderer = (descriptor: object): ReturnType<typeof createRenderer> => createRenderer(descriptor as Descriptor);

/** The addresses of a person: suppressions belong to them (D13.4). */
const listAddresses = ({ emails = [] }: { readonly emails?: readonly { readonly value: string }[] }): string[] => [
  ...new Set(emails.map(({ value }) => value.trim().toLowerCase())),
];

/** Reads all selected records that the list of a resource returns. */
const readRecords = async (
  forward: Forward,
  descriptor: Descriptor,
  selection: Selection,
  call: Forwarded,
  write: WriteRecord,
): Promise<string[]> => {
  const limit = LIMITS.exportedRecords.value;
  const render = createRenderer(descriptor);
  const records: string[] = [];
  let next = '';
  do {
    const { query, fields } = parseListQuery(descriptor, queryOf(descriptor, selection, next));
    const list = (await forward(descriptor, 'list', { query }, call)) as { records: Row[]; page?: { next: string } };
    records.push(...list.records.map((record) => write(render(record, fields))));
    if (records.length > limit) throw refuse('EXPORT_TOO_LARGE', { limit, what: descriptor.collection });
    next = list.page?.next ?? '';
  } while (next !== '');
  return records;
};

interface PersonExportOptions {
  readonly forward: Forward;
  readonly notifier: Channel;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'date'>;
}

/**
 * Joins the export of a person (decisions section 10) from the responses of all services, as the calling owner or
 * broker: the person, all records of resources that can be listed by person, the suppressions of its addresses, and
 * what the notifier stores. Nothing is exported in part: a service that does not answer fails the request, and a person
 * with too many records is refused.
 */
export const withPersonExport = (
  forwardAction: ForwardAction,
  { forward, notifier, timeoutMs, clock }: PersonExportOptions,
): ForwardAction => {
  const client = createRpcClient(NotificationServiceDefinition, notifier);
  const listed = resourcesOfPerson(allResources);

  const readPerson = async (id: number, call: Forwarded) => {
    const { options, fields } = parseOptions(peopleDescriptor, 'get', new URLSearchParams({ fields: 'allFields' }));
    const { record } = (await forward(peopleDescriptor, 'get', { id, options }, call)) as { record: Row };
    return renderer(peopleDescriptor)(record, fields);
  };
  /** Notifications and conversations of all users. */
  const readNotifier = async (people: number[], call: Forwarded, write: WriteRecord) => {
    const stored = await client.exportPeople({ people }, { ...call, timeoutMs });
    const [notification, conversation] = [renderer(notificationsDescriptor), renderer(conversationsDescriptor)];
    return {
      notifications: stored.notifications.map((record) => write(notification(record as Row))),
      conversations: stored.conversations.map((record) =>
        write({ ...conversation(record as Row), ...conversation(record as Row, ['messages']) }),
      ),
    };
  };

  return async (action, request, call) => {
    if (action.rpc !== EXPORT_RPC) return forwardAction(action, request, call);
    for (const descriptor of [...listed, suppressionsDescriptor, notificationsDescriptor] as Descriptor[])
      requireScopes(call.actor, descriptor);
    const { id } = request as { readonly id: number };
    const { people } = (await forwardAction(action, request, call)) as ExportPersonResponse;
    const write = createRecordWriter();
    const person = await readPerson(id, call);
    const parts = [`"exported":${JSON.stringify(clock.date())}`, `"person":${write(person)}`];
    const add = (collection: string, records: readonly string[]): void =>
      void parts.push(`${JSON.stringify(collection)}:[${records.join(',')}]`);
    for (const descriptor of listed)
      add(descriptor.collection, await readRecords(forward, descriptor, { personId: String(id) }, call, write));
    const suppressed: string[] = [];
    for (const address of listAddresses(person))
      suppressed.push(...(await readRecords(forward, suppressionsDescriptor, { address }, call, write)));
    add(suppressionsDescriptor.collection, suppressed);
    for (const [collection, records] of Object.entries(await readNotifier(people, call, write)))
      add(collection, records);
    return { people, exportJson: `{${parts.join(',')}}` } satisfies ExportPersonResponse;
  };
};
