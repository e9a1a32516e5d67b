import { createHash } from 'node:crypto';
import type { EgressOutcome } from '@porchlight/egress';
import { createSocialProfiles } from './social-profiles';

const BASE = 'https://profiles.example/v3';
const HASH = createHash('sha256').update('jo@example.com').digest('hex');
const answered = (response: string, status = 200): EgressOutcome => ({ kind: 'answered', status, response });

const lookUp = async (outcome: EgressOutcome) => {
  const asked: string[] = [];
  const profiles = createSocialProfiles({ get: async (url) => (asked.push(url), outcome) }, BASE);
  return { picture: await profiles.findPicture(' Jo@Example.COM '), asked };
};

describe('a social profile', () => {
  it('is looked up by the hash of the address in lower case', async () => {
    const { picture, asked } = await lookUp(
      answered('{"avatar_url":"https://img.example/jo.png","display_name":"Jo"}'),
    );
    expect([picture, asked]).toEqual(['https://img.example/jo.png', [`${BASE}/${HASH}`]]);
  });

  it('in the older format is parsed', async () =>
    expect((await lookUp(answered('{"entry":[{"thumbnailUrl":"https://img.example/a"}]}'))).picture).toBe(
      'https://img.example/a',
    ));

  it.each<[string, EgressOutcome]>([
    ['is not there', answered('{}', 404)],
    ['has no picture', answered('{"display_name":"Jo"}')],
    ['cannot be read', answered('{"avatar_url":"https://img.exa')],
    ['is no object', answered('null')],
    ['has a picture of another shape', answered('{"avatar_url":7}')],
    ['has a picture that runs code', answered('{"avatar_url":"javascript:alert(1)"}')],
    ['has a picture without encryption', answered('{"avatar_url":"http://img.example/jo.png"}')],
    ['has an endless picture', answered(`{"avatar_url":"https://img.example/${'x'.repeat(3_000)}"}`)],
    ['cannot be reached', { kind: 'failed', error: 'timeout' }],
  ])('that %s gives no picture', async (_what, outcome) => expect((await lookUp(outcome)).picture).toBeUndefined());
});
