import { randomUUID } from 'node:crypto';
import { formatTopic, type BusMessage } from '@porchlight/bus';
import { BACKENDS, Change, DESTROYING_TYPES } from '@porchlight/contracts';
import { createRecords, json, pickRecord, scaled, type Attack, type World } from '../attack';

const PEOPLE = 5;
const KIND = 'forgedPeople';

/** What a forged record says about these people. */
const dataOf = (type: string, people: readonly number[]): object | undefined => {
  if (type.endsWith('.merged')) return { id: people[0], into: people[1] };
  if (type.endsWith('.erased')) return { people, children: {}, addressHashes: [] };
  return type.endsWith('.reassigned') ? { userId: 1, role: 'Owner', assignTo: 2 } : undefined;
};

/** A record of this type whose content says `inside`. */
const forge = ({ accountId }: World, type: string, inside: string, people: readonly number[]): BusMessage => {
  const [service = '', resource = '', verb = ''] = inside.split('.');
  const data = dataOf(inside, people);
  const eventId = randomUUID();
  const change = {
    ...Change.decode(new Uint8Array()),
    eventId,
    accountId,
    occurred: new Date(),
    service,
    resource,
    verb,
    ids: resource === 'people' ? [...people] : [accountId],
    dataJson: data ? JSON.stringify(data) : '',
  };
  return { key: String(accountId), id: eventId, type, time: new Date(), value: Change.encode(change).finish() };
};

/** Each record that deletes or reassigns, on each topic, and with a harmless type in its header. */
const publishForged = async (world: World): Promise<void> => {
  const people = (world.records.get(KIND) ?? []).map(Number);
  for (const service of BACKENDS)
    await world.publish(
      formatTopic(service),
      [...DESTROYING_TYPES].flatMap((type) => [
        forge(world, type, type, people),
        forge(world, type.replace(/\w+$/, 'updated'), type, people),
      ]),
    );
};

/** Records of an attacker who can write to Kafka. */
export const FORGED_RECORD_ATTACKS: readonly Attack[] = [
  {
    name: 'N4 forged records on every topic',
    weakness: 'N4',
    short: true,
    prepare: async (send, world) => {
      await createRecords(send, world, KIND, Math.max(2, scaled(world, PEOPLE)), (nth) => ({
        method: 'POST',
        path: '/v1/people',
        ...json({ firstName: `Forged ${nth}`, emails: [{ value: `forged.${nth}.${world.run}@example.com` }] }),
      }));
      await publishForged(world);
    },
    next: (random, world) => ({ method: 'GET', path: `/v1/people/${pickRecord(world, random, KIND)}` }),
    check: async (send, world) => {
      const changes: string[] = [];
      for (const id of world.records.get(KIND) ?? []) {
        const { status } = await send({ method: 'GET', path: `/v1/people/${id}` });
        if (status !== 200) changes.push(`person ${id} responds ${status}`);
      }
      return changes;
    },
  },
];
