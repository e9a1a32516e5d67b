import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findCaller } from './api-target';
import { findProfile, findProfilesFile, readProfiles, writeProfiles, type Profile } from './profiles';

let folder: string;
const before = { ...process.env };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profiles-'));
  process.env['XDG_CONFIG_HOME'] = folder;
});
afterEach(() => {
  process.env = { ...before };
  rmSync(folder, { recursive: true, force: true });
});

const live: Profile = { url: 'https://api.example', apiKey: 'plk_live' };
const test: Profile = { url: 'https://test.example', apiKey: 'plk_test', system: { name: 'My Site', key: 'pls_1' } };

describe('profiles of the command line', () => {
  it('given a written profile, then only the user can read the file and its folder', () => {
    writeProfiles({ current: 'live', profiles: { live } });
    const file = findProfilesFile();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readProfiles()).toEqual({ current: 'live', profiles: { live } });
  });

  it.each([
    [{ XDG_CONFIG_HOME: '/c', HOME: '/h' }, 'linux', '/c/porchlight/profiles.json'],
    [{ HOME: '/h' }, 'darwin', '/h/.config/porchlight/profiles.json'],
    [{ APPDATA: '/a', XDG_CONFIG_HOME: '/c' }, 'win32', '/a/porchlight/profiles.json'],
  ])('given %j on %s, then the file is %s', (env, platform, file) => {
    expect(findProfilesFile(env, platform)).toBe(file);
  });

  it('given no file, then there are no profiles', () => {
    expect(readProfiles()).toEqual({ profiles: {} });
  });

  it('given a broken file, then the error says what to do', () => {
    writeProfiles({ profiles: {} });
    writeFileSync(findProfilesFile(), '{"profiles": 1}');
    expect(() => readProfiles()).toThrow(/Delete it, then run: porchlight login/);
  });

  it('given a name without a profile, then the error says how to create it', () => {
    expect(() => findProfile('live')).toThrow("There is no profile 'live'. Create it: porchlight login --profile live");
  });
});

describe('whose credentials a command uses', () => {
  beforeEach(() => writeProfiles({ current: 'live', profiles: { live, test } }));

  it('given a selected profile, then it is that', () => {
    expect(findCaller({})).toEqual(live);
  });

  it('given --profile, then it is this one', () => {
    expect(findCaller({ profile: 'test' })).toEqual(test);
  });

  it('given an address and a key, then no profile is read', () => {
    expect(findCaller({ url: 'https://x.example', apiKey: 'k', profile: 'absent' })).toEqual({
      url: 'https://x.example',
      apiKey: 'k',
    });
  });

  it('given a key only, then it replaces the key of the profile', () => {
    expect(findCaller({ apiKey: 'k' })).toEqual({ ...live, apiKey: 'k' });
  });

  it('given --as, then it is a user of the local stack and not the profile', () => {
    expect(() => findCaller({ as: 'agent', data: folder })).toThrow(/No Porchlight runs on this data folder/);
  });
});
