import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { events } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { buildLeads } from './build-lead';
import { readAdf } from './read-adf';

const FOLDER = join(__dirname, '../../../../samples/adf');

interface Sample {
  readonly name: string;
  readonly xml: string;
  readonly expected: { readonly leads?: readonly object[]; readonly refused?: string };
}

const samples: Sample[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.xml'))
  .map((file) => ({
    name: file.replace('.xml', ''),
    xml: readFileSync(join(FOLDER, file), 'utf8'),
    expected: JSON.parse(readFileSync(join(FOLDER, file.replace('.xml', '.json')), 'utf8')),
  }));
const accepted = samples.filter(({ expected }) => expected.leads);
const refused = samples.filter(({ expected }) => expected.refused);

describe('D12.7 samples of ADF/XML', () => {
  it('given the folder, then it has 15 samples', () => expect(samples).toHaveLength(15));

  it.each(accepted)('given $name, then it is read as expected', async ({ xml, expected }) => {
    expect(buildLeads(await readAdf(xml))).toEqual(expected.leads);
  });

  it.each(accepted)('given $name, then its leads are bodies of POST /v1/events', async ({ xml }) => {
    const bodies = buildLeads(await readAdf(xml));
    const ignored = bodies.flatMap((body) => parseBody(events, body, 'create', { mode: 'lead' }).ignored);
    expect(ignored.filter((name) => !name.includes('type'))).toEqual([]);
  });

  it.each(refused)('given $name, then it is refused', async ({ xml, expected }) => {
    await expect(readAdf(xml)).rejects.toThrow(expected.refused);
  });
});

describe('D12.7 bad ADF/XML', () => {
  it.each([
    ['more than 256 kB', `<adf><prospect><comments>${'x'.repeat(262_144)}</comments></prospect></adf>`, '262144 bytes'],
    ['21 levels', `<adf>${'<a>'.repeat(21)}${'</a>'.repeat(21)}</adf>`, 'too many elements'],
    ['2,001 elements', `<adf>${'<a/>'.repeat(2_001)}</adf>`, 'too many elements'],
    ['another root', '<lead/>', 'no element <adf>'],
  ])('given XML with %s, then it is refused', async (_case, xml, problem) => {
    await expect(readAdf(xml)).rejects.toThrow(problem);
  });
});
