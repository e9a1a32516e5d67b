import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseForm, readLeads } from './read-leads';

const SAMPLES = join(__dirname, '..', '..', '..', 'samples', 'leads');
const names = {
  system: 'Test',
  users: Object.fromEntries(
    ['owner', 'broker', 'agent', 'agent2', 'lender'].map((role, nth) => [role, { id: nth + 1, name: role }]),
  ),
};

describe('readLeads', () => {
  it('reads one lead, a list and one per line', () => {
    expect(readLeads('{"source":"a"}')).toEqual([{ source: 'a' }]);
    expect(readLeads('[{"source":"a"},{"source":"b"}]')).toHaveLength(2);
    expect(readLeads('{"source":"a"}\n\n{"source":"b"}\n')).toHaveLength(2);
  });

  it('given a line that is not JSON, it names the line', () => {
    expect(() => readLeads('{"source":"a"}\n{')).toThrow('Line 2 is no JSON.');
  });

  it('reads the body of a sample, with its placeholders replaced', () => {
    const [lead] = readLeads(
      readFileSync(join(SAMPLES, 'portals', '001-homeharbor-property-inquiry.json'), 'utf8'),
      names,
    );
    expect(lead).toMatchObject({ source: 'HomeHarbor', system: 'Test', person: { firstName: 'Maria' } });
    expect(JSON.stringify(lead)).not.toContain('{{');
  });

  it('reads every sample except those that follow another one or are neither JSON nor a form', () => {
    const refused = readdirSync(SAMPLES)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        try {
          readLeads(readFileSync(join(SAMPLES, file), 'utf8'), names);
          return [];
        } catch (error) {
          return [(error as Error).message];
        }
      });
    for (const message of refused) expect(message).toMatch(/^no person came of sample|neither a JSON body nor a form/);
    expect(refused.length).toBeLessThan(12);
  });

  it('reads nested forms', () => {
    expect(parseForm('source=A&person[emails][0][value]=a%40b.c&person[tags][]=x&person[tags][]=y')).toEqual({
      source: 'A',
      person: { emails: [{ value: 'a@b.c' }], tags: ['x', 'y'] },
    });
  });
});
