import { LIMITS } from '@porchlight/limits';
import { customFields, Change } from '@porchlight/contracts';
import { MAX_MESSAGE_BYTES } from '@porchlight/bus';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const longTags = (round: number): string[] =>
  Array.from({ length: 500 }, (_, nth) => `${round}-${nth}-`.padEnd(LIMITS.tagCharacters.value, '\u4e2d'));

describe('a person who grows too large for one message', () => {
  it('is refused when merged tags exceed the limit, and other changes of the account are published', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Tagged', tags: ['first'] });
    for (let round = 0; round < 4; round++)
      await expect(owner.updatePerson(person['id'], { tags: longTags(round) }, 'mergeTags=true')).rejects.toMatchObject(
        {
          reason: 'INVALID_BODY',
          message: expect.stringMatching(/'tags'.*501 entries.*at most 500.*\d+ bytes.*at most 100000/),
        },
      );
    expect((await owner.getPerson(person['id']))['tags']).toEqual(['first']);

    await owner.updatePerson(person['id'], { firstName: 'Still' });
    const changes = () => suite.collected.changes.filter((change) => change.accountId === accountId);
    await eventually(() => expect(changes().some(({ verb }) => verb === 'updated')).toBe(true));
    for (const change of changes()) expect(Change.encode(change).finish().length).toBeLessThan(MAX_MESSAGE_BYTES);
  });

  it('may keep its number of tags or lose some once the limit is reached', async () => {
    const { owner } = await suite.newAccount();
    const tags = Array.from({ length: 500 }, (_, nth) => `t${nth}`);
    const { person } = await owner.createPerson({ firstName: 'Full', tags });
    await expectRefusal(owner.updatePerson(person['id'], { tags: ['one more'] }, 'mergeTags=true'), 'INVALID_BODY');
    await owner.updatePerson(person['id'], { tags: ['t1', 'T2'] }, 'mergeTags=true');
    await owner.updatePerson(person['id'], { tags: tags.slice(1) });
    expect((await owner.getPerson(person['id']))['tags']).toHaveLength(499);
  });

  it('keeps a lead whose tags do not fit, with the tags that fit', async () => {
    const { owner } = await suite.newAccount();
    const lead = (round: number) => owner.send({ person: { emails: ['lead@x.io'], tags: longTags(round) } });
    expect((await lead(0)).status).toBe(201);
    const { status, person } = await lead(1);
    expect(status).toBe(200);
    expect(Buffer.byteLength(person['tags'].join(''))).toBeLessThanOrEqual(LIMITS.personTagBytes.value);
  });

  it('publishes no custom values, whichever fields the caller asks for', async () => {
    const { owner, accountId } = await suite.newAccount();
    for (const label of ['A', 'B', 'C', 'D', 'E']) await owner.on(customFields).create({ label, type: 'text' });
    const { person } = await owner.createPerson({ firstName: 'Long' });
    const values = Object.fromEntries(['A', 'B', 'C'].map((label) => [`custom${label}`, '\u0001'.repeat(14_000)]));
    await owner.updatePerson(person['id'], values, 'fields=allCustom');
    await expectRefusal(
      owner.updatePerson(person['id'], { customD: '\u4e2d'.repeat(60_000) }),
      'INVALID_BODY',
      '262144 bytes',
    );
    const updated = () =>
      suite.collected.changes.filter((change) => change.accountId === accountId && change.record.length > 0);
    await eventually(() => expect(updated().length).toBeGreaterThan(1));
    for (const { record } of updated()) expect(record.length).toBeLessThan(10_000);
  });
});
