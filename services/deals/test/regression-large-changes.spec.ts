import { MAX_MESSAGE_BYTES } from '@porchlight/bus';
import { Deal } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const PEOPLE = 100;
const email = (nth: number) => ({
  value: `${'e'.repeat(200)}${nth}@example.com`,
  type: 'home',
  isPrimary: nth === 0,
  status: '',
});

describe('a change of a deal or a pipeline stays below the size that the bus accepts (hardening C1)', () => {
  it('given a deal with 100 contact-rich people, when it is created, then its change contains ids only', async () => {
    const { owner, publishPerson, accountId } = await suite.newAccount();
    await owner.createPipeline({ name: 'P', stages: [{ name: 's' }] });
    const peopleIds = Array.from({ length: PEOPLE }, (_, at) => at + 1);
    for (const id of peopleIds)
      await publishPerson(id, { name: `P${id}`, emails: Array.from({ length: 50 }, (_, nth) => email(nth)) });
    const deal = await owner.createDeal({ name: 'large', stageId: 1, peopleIds, description: 'x'.repeat(65_536) });
    expect(deal['people']).toHaveLength(PEOPLE);
    const change = await eventually(() => {
      const change = suite.collected.changes.find(
        (one) => one.accountId === accountId && one.webhookEvents.includes('dealsCreated'),
      );
      expect(change).toBeDefined();
      return change!;
    });
    expect(change.record.length).toBeLessThan(MAX_MESSAGE_BYTES / 10);
    expect(Deal.decode(change.record)).toMatchObject({ peopleIds, people: [], users: [] });
  });

  it('given a pipeline with texts above the limit, when it is written, then the error names field, sent bytes and limit', async () => {
    const { owner } = await suite.newAccount();
    const stages = Array.from({ length: 100 }, (_, at) => ({ name: `s${at}`, description: 'x'.repeat(10_000) }));
    await expect(owner.createPipeline({ name: 'P', stages })).rejects.toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringMatching(
        /'stages' holds 10\d{5} bytes; the limit is 262144 bytes\. Shorten the descriptions/,
      ),
    });
    const { id } = await owner.createPipeline({ name: 'P', stages: stages.slice(0, 20) });
    await expect(owner.updatePipeline(id, { stages: stages.slice(20, 30) })).rejects.toThrow(/'stages' holds/);
    await expect(owner.updatePipeline(id, { description: 'ü'.repeat(65_536) })).rejects.toThrow(
      /limit is 262144 bytes/,
    );
    expect((await owner.getPipeline(id))['stages']).toHaveLength(20);
  });
});
