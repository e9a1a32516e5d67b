import { randomBytes } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import { allResources } from '@porchlight/contracts';
import { EXAMPLES } from '@porchlight/openapi';
import type { Porchlight } from '@porchlight/sdk';
import { addApiOptions, withApi, type ApiOptions } from './api-target';
import { printRecord } from './print';

/** The calls that a trigger makes, without the types of each resource. */
type Records = Record<string, { readonly [verb in 'create' | 'update' | 'delete']: Call }>;
// The bodies of all resources have one type only in the API description.
type Call = (...args: any[]) => PromiseLike<any>;

/** Causes an event; returns the record that it is about. */
type Trigger = (records: Records) => PromiseLike<object | undefined>;

const findExample = (operation: string): Record<string, unknown> =>
  (EXAMPLES.find((one) => one.operation === operation)?.body ?? {}) as Record<string, unknown>;

/** A person whom no other record of the account matches. */
const createSamplePerson = (): Record<string, unknown> => {
  const mark = randomBytes(4).toString('hex');
  return {
    firstName: 'Sample',
    lastName: `Person ${mark}`,
    emails: [{ value: `sample-${mark}@example.com` }],
    tags: ['Sample'],
  };
};

const createPerson = (records: Records) => records['people']!.create(createSamplePerson());

/** Records of a person, with a person of their own. */
const triggerOf =
  (resource: string, operation: string, verb: 'create' | 'update' | 'delete'): Trigger =>
  async (records) => {
    const calls = records[resource]!;
    const { id: personId } = await createPerson(records);
    const created = await calls.create({ ...findExample(`${operation}.create`), personId });
    if (verb === 'create') return created;
    if (verb === 'update') return calls.update(created.id, findExample(`${operation}.update`));
    return { deleted: created.id, ...(await calls.delete(created.id)) };
  };

const ofPerson = allResources.filter(
  ({ service, resource, verbs }) =>
    verbs.includes('create') && 'personId' in findExample(`${service}.${resource}.create`),
);

/** The same calls; `ids` has the people that they created and did not delete. */
function trackPeople(records: Records, ids: Set<number>): Records {
  const track = (person?: { readonly id: number }) => {
    if (person) ids.add(person.id);
    return person;
  };
  const people = records['people']!;
  const events = records['events'];
  return {
    ...records,
    people: {
      ...people,
      create: async (body) => track(await people.create(body)),
      delete: async (id: number) => {
        const result: unknown = await people.delete(id);
        ids.delete(id);
        return result;
      },
    },
    ...(events && { events: { ...events, create: async (body) => track(await events.create(body)) } }),
  };
}

/** Causes an event; returns its record and the ids of the sample people that stay in the account. */
export async function causeEvent(
  name: string,
  records: Records,
): Promise<{ readonly record: object; readonly people: readonly number[] }> {
  const ids = new Set<number>();
  const record = await TRIGGERS.get(name)!(trackPeople(records, ids));
  return { record: record ?? {}, people: [...ids] };
}

/** Every event that a trigger can cause, by name. */
export const TRIGGERS: ReadonlyMap<string, Trigger> = new Map<string, Trigger>([
  ...ofPerson.flatMap(({ service, resource, webhooks = {} }) =>
    (['created', 'updated', 'deleted'] as const).flatMap((change): [string, Trigger][] => {
      const name = webhooks[change];
      const verb = ({ created: 'create', updated: 'update', deleted: 'delete' } as const)[change];
      return name === undefined ? [] : [[name, triggerOf(resource, `${service}.${resource}`, verb)]];
    }),
  ),
  ['peopleCreated', createPerson],
  [
    'peopleUpdated',
    async (records) => records['people']!.update((await createPerson(records)).id, { firstName: 'Changed' }),
  ],
  [
    'peopleDeleted',
    async (records) => {
      const { id } = await createPerson(records);
      return { deleted: id, ...(await records['people']!.delete(id)) };
    },
  ],
  [
    'peopleStageUpdated',
    async (records) => records['people']!.update((await createPerson(records)).id, { stage: 'Trash' }),
  ],
  [
    'peopleTagsCreated',
    async (records) => records['people']!.update((await createPerson(records)).id, { tags: ['Sample', 'Triggered'] }),
  ],
  [
    'eventsCreated',
    async (records) =>
      records['events']!.create({
        ...findExample('people.events.create'),
        source: 'trigger.example',
        person: createSamplePerson(),
      }),
  ],
]);

const NAMES = [...TRIGGERS.keys()].sort();

function readEvent(name: string): string {
  if (TRIGGERS.has(name)) return name;
  throw new InvalidArgumentError(`give one of ${NAMES.join(', ')}`);
}

/** Names the command that deletes a sample person. */
export const describeSample = (id: number): string =>
  `The sample person ${id} stays. Delete it and its records: porchlight people delete ${id}`;

/** Adds `trigger <event>`: causes a real event with sample data. */
export function addTriggerCommand(program: Command): void {
  addApiOptions(program.command('trigger'))
    .description('cause a webhook event by creating, changing or deleting a sample record')
    .argument('<event>', `event name: ${NAMES.join(', ')}`, readEvent)
    .addHelpText(
      'after',
      `
The sample person has the tag Sample and stays, so that receivers can read it. The command that deletes it is printed on standard error.

Example:
  porchlight trigger peopleCreated`,
    )
    .action(async (event: string, _flags: object, command: Command) => {
      const flags = command.optsWithGlobals<ApiOptions>();
      await withApi(flags, async (porchlight: Porchlight) => {
        const { record, people } = await causeEvent(event, porchlight as unknown as Records);
        printRecord(record, flags.output);
        for (const id of people) console.error(describeSample(id));
      });
    });
}
