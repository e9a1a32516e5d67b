import { randomBytes } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { allActions } from '@porchlight/contracts';
import { isRefusal, REASONS } from '@porchlight/errors';
import { createSampleRun, type SampleTransport } from '@porchlight/testkit';
import { loadTables, sendTable, type TableOutcome } from '@porchlight/testkit/src/table-samples';
import type { Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const FOLDER = join(__dirname, '../../../samples/tables');
const action = (name: string) => allActions.find(({ rpc }) => rpc === name)!;

/** Decodes a body like the gateway, whose tests compare all encodings. */
const decode = (body: string): string => {
  const bytes = Buffer.from(body, 'latin1');
  const encoding = bytes[0] === 0xff ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  return new TextDecoder(encoding).decode(bytes);
};

const createTransport =
  ({ owner }: Account): SampleTransport =>
  async ({ method, path, body }) => {
    const [name = '', query = ''] = path.replace('/v1/', '').split('?');
    try {
      if (method === 'POST') {
        const answer = await owner.act(action('importPeopleCsv'), { query, body: { csv: decode(body!) } });
        return { status: answer.status, headers: {}, body: answer.body };
      }
      if (name === 'people') return { status: 200, headers: {}, body: await owner.listPeople(query) };
      const answer = await owner.act(action('getPeopleImport'), { id: Number(name.split('/').at(-1)) });
      return { status: answer.status, headers: {}, body: answer.body };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { status: REASONS[error.reason].http, headers: {}, body: { errorMessage: error.message } };
    }
  };

it('given the tables of samples/tables, when each is previewed and imported, then its result is the expected one', async () => {
  const samples = await loadTables(FOLDER);
  expect(samples.length).toBeGreaterThanOrEqual(25);
  const account = await suite.newAccount();
  const run = createSampleRun(randomBytes(12), { startedAt: Date.now(), system: '', users: {} });
  const outcomes: TableOutcome[] = [];
  for (const sample of samples) outcomes.push(await sendTable(sample, run, createTransport(account)));
  expect(
    outcomes.filter(({ problems }) => problems.length > 0).map(({ sample, problems }) => ({ [sample.file]: problems })),
  ).toEqual([]);
});
